import { isWellFormed } from '../well-formed.ts'
import type { Rule } from './rule.ts'

/** The rule that no text or key has half of a surrogate pair, under a format's code. */
export function unicodeRule(code: string): Rule {
  return {
    code,
    what: 'No text and no key has half of a surrogate pair.',
    source: 'I mastra-ai/mastra#15573, elizaOS/eliza#18079, anthropics/claude-code#3277, #60394',
    check: (request, report) => {
      visit(request, '', (value, path) => {
        if (typeof value === 'string' && !isWellFormed(value)) report('error', path, 'has half of a surrogate pair')
      })
    },
  }
}

/** The rule that JSON can carry every value, under a format's code. */
export function jsonRule(code: string): Rule {
  return {
    code,
    what: 'JSON can carry every value.',
    source: 'I mastra-ai/mastra#15573; JSON itself',
    check: (request, report) => {
      visit(request, '', (value, path, inList) => {
        const lost = typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint'
        if (lost || (inList && value === undefined)) {
          report('error', path, `is ${typeof value}, which JSON cannot carry`)
        }
        if (typeof value === 'number' && !Number.isFinite(value)) {
          report('error', path, `is ${value}, which JSON cannot carry`)
        }
      })
    },
  }
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
