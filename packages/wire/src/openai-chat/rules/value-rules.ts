import { isWellFormed } from '../../shared/well-formed.ts'
import { maxStops } from '../limits.ts'
import { has } from './read.ts'
import type { Rule } from './rule.ts'

export const unicodeRule: Rule = {
  code: 'OC-UNICODE',
  source: 'I mastra-ai/mastra#15573, elizaOS/eliza#18079, anthropics/claude-code#3277',
  check: (request, report) => {
    visit(request, '', (value, path) => {
      if (typeof value === 'string' && !isWellFormed(value)) report('error', path, 'has half of a surrogate pair')
    })
  },
}

export const jsonRule: Rule = {
  code: 'OC-JSON',
  source: 'I mastra-ai/mastra#15573; JSON itself',
  check: (request, report) => {
    visit(request, '', (value, path, inList) => {
      const lost = typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint'
      if (lost || (inList && value === undefined)) report('error', path, `is ${typeof value}, which JSON cannot carry`)
      if (typeof value === 'number' && !Number.isFinite(value))
        report('error', path, `is ${value}, which JSON cannot carry`)
    })
  },
}

/** Goes through every value and key. A value inside of itself is visited once and not again. */
function visit(
  value: unknown,
  path: string,
  see: (value: unknown, path: string, inList: boolean) => void,
  inList = false,
  above: readonly unknown[] = [],
): void {
  see(value, path, inList)
  if (typeof value !== 'object' || value === null || above.includes(value)) return
  const inside = [...above, value]
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) visit(value[i], `${path}[${i}]`, see, true, inside)
    return
  }
  for (const [key, item] of Object.entries(value)) {
    const place = path === '' ? key : `${path}.${key}`
    see(key, place, false)
    visit(item, place, see, false, inside)
  }
}

export const parameterRule: Rule = {
  code: 'OC-PARAM',
  source: 'S; M (max_tokens beside max_completion_tokens)',
  check: (request, report) => {
    if (typeof request['model'] !== 'string') report('error', 'model', 'is missing')
    for (const [field, low, high] of ranges) {
      const value = request[field]
      if (!has(value)) continue
      if (typeof value !== 'number' || value < low || value > high)
        report('error', field, `must be from ${low} to ${high}`)
    }
    for (const field of ['max_tokens', 'max_completion_tokens', 'seed', 'n', 'top_logprobs']) {
      if (has(request[field]) && !Number.isInteger(request[field])) report('error', field, 'must be a whole number')
    }
    if (has(request['max_tokens']) && has(request['max_completion_tokens'])) {
      report('error', 'max_tokens', 'cannot stand beside max_completion_tokens')
    }
    if (has(request['stop']) && !isStop(request['stop'])) report('error', 'stop', `must be 1 to ${maxStops} texts`)
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
