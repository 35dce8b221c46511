import type { Message } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import { fromOpenAIChat } from '@lamella/wire/openai-chat'
import type { Decoded, LineProblem, Placed } from './placed.ts'

type Lines = readonly Placed<unknown>[]

/**
 * Decodes OpenAI Chat messages: all at once, or turn by turn if there is an error, so that only that turn is left out.
 * (Turns, because a result does not name its tool: the preceding call does.)
 */
export function decodeOpenAI(lines: Lines): Decoded<Message> {
  const problems: LineProblem[] = []
  const sound = lines.filter(({ number, value }) => {
    const problem = openAIProblem(value)
    if (problem !== undefined) problems.push({ number, problem })
    return problem === undefined
  })
  const all = decodeRun(sound)
  if (Array.isArray(all)) return { values: all, problems }
  const values: Placed<Message>[] = []
  for (const turn of turns(sound)) {
    const decoded = decodeRun(turn)
    // One by one: more values than a function takes arguments may be in one turn.
    if (Array.isArray(decoded)) for (const value of decoded) values.push(value)
    else for (const { number } of turn) problems.push({ number, problem: `cannot be decoded: ${String(decoded)}` })
  }
  return { values, problems }
}

/** Returns the messages, or the reason why there are none. */
function decodeRun(lines: Lines): readonly Placed<Message>[] | string {
  try {
    let next = 0
    return fromOpenAIChat(lines.map(({ value }) => value)).map((value) => {
      // Consecutive tool messages become one, at the position of the first.
      const { number = 0, start = 0 } = lines[next] ?? {}
      next += value.role === 'tool' ? value.content.length : 1
      return { number, start, value }
    })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Splits into single messages, but keeps a call together with all results that follow it. */
function turns(lines: Lines): readonly Lines[] {
  const found: Placed<unknown>[][] = []
  for (const line of lines) {
    const role = isObject(line.value) ? line.value['role'] : undefined
    const last = found.at(-1)
    if (last && (role === 'tool' || role === 'function')) last.push(line)
    else found.push([line])
  }
  return found
}

const roles = ['system', 'developer', 'user', 'assistant', 'tool', 'function']

/**
 * Returns why a JSON value is not an OpenAI Chat message; `undefined` if it is one. Checks the shape only: the decoder
 * checks the parts.
 */
function openAIProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'is not an object'
  const { role, content, tool_calls: calls } = value
  if (typeof role !== 'string' || !roles.includes(role)) return `has a role other than ${roles.join(', ')}`
  const isCalls = Array.isArray(calls) && calls.every((call) => isObject(call) && typeof call['id'] === 'string')
  if (calls !== undefined && calls !== null && !isCalls) return 'has `tool_calls` that are not calls'
  if (role === 'tool' && typeof value['tool_call_id'] !== 'string') return 'has no `tool_call_id`'
  if (typeof content === 'string' || Array.isArray(content)) return undefined
  const isAssistant = role === 'assistant' || role === 'function'
  return isAssistant && (content === null || content === undefined) ? undefined : 'has no `content`'
}
