import { has } from '../../shared/rules/read.ts'
import type { Rule } from '../../shared/rules/rule.ts'
import { maxStops } from '../limits.ts'

export const parameterRule: Rule = {
  code: 'OC-PARAM',
  what: 'Parameters are within their ranges.',
  source: 'S; M (max_tokens with max_completion_tokens)',
  check: (request, report) => {
    if (typeof request['model'] !== 'string') report('error', 'model', 'is missing')
    for (const [field, low, high] of ranges) {
      const value = request[field]
      if (!has(value)) continue
      if (typeof value !== 'number' || value < low || value > high)
        report('error', field, `must be from ${low} to ${high}`)
    }
    for (const field of ['max_tokens', 'max_completion_tokens', 'seed', 'n', 'top_logprobs']) {
      if (has(request[field]) && !Number.isInteger(request[field])) report('error', field, 'must be an integer')
    }
    if (has(request['max_tokens']) && has(request['max_completion_tokens'])) {
      report('error', 'max_tokens', 'cannot be combined with max_completion_tokens')
    }
    if (has(request['stop']) && !isStop(request['stop'])) report('error', 'stop', `must be 1 to ${maxStops} strings`)
  },
}

const ranges: readonly (readonly [field: string, low: number, high: number])[] = [
  ['temperature', 0, 2],
  ['top_p', 0, 1],
  ['frequency_penalty', -2, 2],
  ['presence_penalty', -2, 2],
]

function isStop(stop: unknown): boolean {
  if (typeof stop === 'string') return true
  if (!Array.isArray(stop) || stop.length < 1 || stop.length > maxStops) return false
  return stop.every((text) => typeof text === 'string')
}
