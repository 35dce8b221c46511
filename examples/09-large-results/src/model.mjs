// A stand-in for a model: rules instead of knowledge, so that the example always prints the same. It sees nothing but the
// request: it calls only tools that the request offers, and reads only by handles that stand in it.

import { questions } from './questions.mjs'

/** Returns the content of the answer to a request, in Anthropic's form. `number` is used for the ids of calls. */
export function contentFor(request, number) {
  const { messages } = request
  const last = messages.findLastIndex((message) => message.role === 'user' && questionIn(message) !== undefined)
  const question = questionIn(messages[last])
  const done = callsAfter(messages.slice(last + 1))
  const call = nextCall(request, question, done)
  if (call === undefined) return [{ type: 'text', text: answerOf(question, done.at(-1)?.result ?? '') }]
  return [{ type: 'tool_use', id: `toolu_${number}`, ...call }]
}

/** Decides on the next call, or `undefined` for an answer. */
function nextCall(request, question, done) {
  const { find, tool, input, read, about } = question
  const ends = (name) => done.some((call) => call.name === name || call.input.name === name)
  if (about !== undefined) return ends('read_result') ? undefined : readAgain(request, question)
  if (tool !== undefined && !ends(tool)) {
    if (offeredBy(request).has(tool)) return { name: tool, input }
    const found = done.find(({ name }) => name === 'find_tool')
    if (found === undefined) return { name: 'find_tool', input: { query: find } }
    return found.result.includes(`"${tool}"`) ? { name: 'call_tool', input: { name: tool, input } } : undefined
  }
  if (tool === undefined) return ends('find_tool') ? undefined : { name: 'find_tool', input: { query: find } }
  const [, handle] = done.at(-1).result.match(/read_result \{"handle":"(blob:[a-z2-7]+)"\}/) ?? []
  return read === undefined || handle === undefined || ends('read_result')
    ? undefined
    : { name: 'read_result', input: { handle, ...read } }
}

/** Reads an earlier result again, by the handle that the request has beside what the question is about. */
function readAgain({ messages }, { about, read }) {
  const text = messages.flatMap(({ content }) => blocksOf(content).flatMap(textsOf)).join('\n')
  const line = text
    .split('\n')
    .find((one) => about.split(' ').every((word) => one.includes(word)) && /^#\d+ /.test(one))
  const [, position] = line?.match(/^#(\d+) /) ?? []
  return { name: 'read_result', input: { handle: position === undefined ? 'session' : `m${position}`, ...read } }
}

/** The tools of a request, with those that its messages add and remove. */
export function offeredBy({ tools = [], messages }) {
  const offered = new Set(tools.map(({ name }) => name))
  for (const { role, content } of messages) {
    if (role !== 'system' || typeof content === 'string') continue
    for (const { type, tool } of content) {
      if (type === 'tool_removal') offered.delete(tool.name)
      if (type === 'tool_addition') offered.add(tool.name ?? tool.definition.name)
    }
  }
  return offered
}

/** The calls of a turn, with their results. */
function callsAfter(messages) {
  const blocks = messages.flatMap(({ content }) => blocksOf(content))
  return blocks
    .filter(({ type }) => type === 'tool_use')
    .map(({ id, name, input }) => ({
      name,
      input,
      result: textsOf(blocks.find((block) => block.tool_use_id === id)).join('\n'),
    }))
}

const answerOf = ({ answer }, result) => result.match(answer)?.[0] ?? 'I do not know.'
const questionIn = ({ content }) =>
  questions.find(({ text }) => blocksOf(content).some((block) => block.type === 'text' && block.text === text))
const blocksOf = (content) => (typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []))
const textsOf = (block) =>
  block?.type === 'tool_result' ? blocksOf(block.content).flatMap(textsOf) : (block?.text ?? [])
