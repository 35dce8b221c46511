// The model: that of a provider if OPENAI_API_KEY is set, else a stand-in with rules instead of knowledge, which streams its
// words. It sees nothing but its prompt: what it remembers, it was sent.

import { setTimeout as wait } from 'node:timers/promises'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'

/** `OPENAI_BASE_URL` and `OPENAI_MODEL` name another provider with this API, and its model. */
export function createModel({ delay }) {
  const {
    OPENAI_API_KEY: apiKey,
    OPENAI_BASE_URL: baseURL = 'https://api.openai.com/v1',
    OPENAI_MODEL: id = 'gpt-4o',
  } = process.env
  if (!apiKey) return standIn(delay)
  return createOpenAICompatible({ name: 'openai', baseURL, apiKey, includeUsage: true }).chatModel(id)
}

function standIn(delay) {
  let calls = 0
  return {
    specificationVersion: 'v3',
    provider: 'stand-in',
    modelId: 'gpt-4o',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('The chat streams.')),
    doStream: async ({ prompt, abortSignal }) => ({
      stream: ReadableStream.from(partsOf(contentFor(prompt, `call_${++calls}`), prompt, delay, abortSignal)),
    }),
  }
}

/** Decides on a call of a tool, or on an answer. */
function contentFor(prompt, toolCallId) {
  const last = prompt.at(-1)
  if (last.role === 'tool')
    return { text: `I have looked it up. ${last.content.map(({ output }) => output.value).join(' ')}` }
  // A context update, such as a new time, comes after the question.
  const isSaid = (text) => !text.startsWith('<context-update')
  const said = prompt
    .filter(({ role }) => role === 'user')
    .map(textOf)
    .filter(isSaid)
  const [, id] = said.at(-1).match(/\border (\d+)/i) ?? []
  if (id) return { call: { toolCallId, toolName: 'find_order', input: JSON.stringify({ id }) } }
  const name = said.map((text) => text.match(/\bmy name is (\w+)/i)?.[1]).find((found) => found)
  if (/what is my name/i.test(said.at(-1)))
    return { text: name ? `Your name is ${name}.` : 'You have not told me your name.' }
  return { text: name ? `You are welcome, ${name}. What can I do for you?` : 'You are welcome. What can I do for you?' }
}

async function* partsOf({ call, text }, prompt, delay, signal) {
  yield { type: 'stream-start', warnings: [] }
  if (call) yield { type: 'tool-call', ...call }
  else {
    yield { type: 'text-start', id: 'text' }
    for (const delta of text.match(/\S+\s*/g)) {
      if (delay > 0) await wait(delay, undefined, { signal })
      yield { type: 'text-delta', id: 'text', delta }
    }
    yield { type: 'text-end', id: 'text' }
  }
  const input = Math.ceil(JSON.stringify(prompt).length / 4)
  yield {
    type: 'finish',
    finishReason: { unified: call ? 'tool-calls' : 'stop', raw: undefined },
    usage: {
      inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 10, text: 10, reasoning: 0 },
    },
  }
}

const textOf = ({ content }) => content.map(({ text = '' }) => text).join('\n')
