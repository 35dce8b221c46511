import { minOutputTokens } from './limits.ts'

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
