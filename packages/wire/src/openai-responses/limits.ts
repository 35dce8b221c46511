/** The maximum number of characters in a `call_id` or an item id. Source: OR-CALL-ID (schema); OR-ID. */
export const maxId = 64

/** The maximum number of characters in a tool's output. Source: OR-OUTPUT (schema `FunctionCallOutputItemParam`). */
export const maxOutput = 10_485_760

/** The smallest `max_output_tokens`. Source: OR-PARAM (the API's own error, "Expected a value >= 16"). */
export const minOutputTokens = 16

/**
 * Media types that an `input_file` may not have. Sources: a recorded 400 "got unsupported MIME type 'audio/mpeg'"; the guide "File
 * inputs" (2026-11) accepts PDF, text, code, documents, presentations and spreadsheets: no archives.
 */
export const notAFile: RegExp =
  /^(?:audio|video)\/|^application\/(?:x-|vnd\.)?(?:zip|gzip|tar|7z|rar)(?:-compressed)?$/i

const ranges: Readonly<Record<string, readonly [low: number, high: number, isWhole: boolean]>> = {
  temperature: [0, 2, false],
  top_p: [0, 1, false],
  top_logprobs: [0, 20, true],
  max_output_tokens: [minOutputTokens, Number.POSITIVE_INFINITY, true],
  max_tool_calls: [1, Number.POSITIVE_INFINITY, true],
}

/**
 * Returns the problem with a parameter's value, or `undefined`; a value that is not a number is always a problem.
 * Source: OR-PARAM.
 */
export function rangeProblem(field: string, value: unknown): string | undefined {
  const range = Object.hasOwn(ranges, field) ? ranges[field] : undefined
  if (range === undefined) return undefined
  const [low, high, isWhole] = range
  if (typeof value !== 'number' || !(value >= low && value <= high)) {
    return high === Number.POSITIVE_INFINITY ? `must be ${low} or more` : `must be from ${low} to ${high}`
  }
  return isWhole && !Number.isInteger(value) ? 'must be an integer' : undefined
}
