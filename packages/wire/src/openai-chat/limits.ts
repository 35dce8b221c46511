/**
 * The maximum number of characters in a tool call id that every version accepts. Source: OC-CALL-ID
 * (microsoft/autogen#6377).
 */
export const portableCallId = 40

/**
 * The maximum number of characters in a tool call id that the current API accepts. Source: OC-CALL-ID
 * (jin-bo/agentao#321).
 */
export const maxCallId = 64

/** The maximum number of stop sequences in one request. Source: schema `StopConfiguration`. */
const maxStops = 4

/**
 * The maximum number of characters in a participant `name`. Source: the API's own error, "string too long", as for
 * function names.
 */
export const maxName = 64

/**
 * The participant `name`. Source: the API's own error, "Expected a string that matches the pattern '^[^\s<|\\/>]+$'"
 * (ComposioHQ/composio, LangChain's `sanitizeRunnableName`); before 2025 it was '^[a-zA-Z0-9_-]+$' (ag2ai/ag2#451,
 * jekalmin/extended_openai_conversation#251).
 */
export const validName: RegExp = /^[^\s<|\\/>]{1,64}$/

/** Matches all characters that a `name` may not contain. */
export const invalidNameCharacters: RegExp = /[\s<|\\/>]+/g

const ranges: Readonly<Record<string, readonly [low: number, high: number]>> = {
  temperature: [0, 2],
  top_p: [0, 1],
  frequency_penalty: [-2, 2],
  presence_penalty: [-2, 2],
}

const integers: readonly string[] = ['max_tokens', 'max_completion_tokens', 'seed', 'n', 'top_logprobs']

/** Returns the problem with a parameter's value, or `undefined`. Null counts as absent. Source: OC-PARAM. */
export function rangeProblem(field: string, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  if (field === 'stop') return isStop(value) ? undefined : `must be 1 to ${maxStops} strings`
  if (integers.includes(field)) return Number.isInteger(value) ? undefined : 'must be an integer'
  if (!Object.hasOwn(ranges, field)) return undefined
  const [low, high] = ranges[field] as readonly [number, number]
  return typeof value === 'number' && value >= low && value <= high ? undefined : `must be from ${low} to ${high}`
}

export const rangedFields: readonly string[] = [...Object.keys(ranges), ...integers, 'stop']

function isStop(stop: unknown): boolean {
  if (typeof stop === 'string') return true
  if (!Array.isArray(stop) || stop.length < 1 || stop.length > maxStops) return false
  return stop.every((text) => typeof text === 'string')
}
