import { isWellFormed } from '../well-formed.ts'
import type { Rule } from './rule.ts'

/** Creates the rule that no text or key has a lone surrogate, under a format's code. */
export function unicodeRule(code: string): Rule {
  return {
    code,
    what: 'Texts and keys have no lone surrogates.',
    source: 'I mastra-ai/mastra#15573, elizaOS/eliza#18079, anthropics/claude-code#3277, #60394',
    check: (request, report) => {
      visit(request, '', (value, path) => {
        if (typeof value === 'string' && !isWellFormed(value)) report('error', path, 'has a lone surrogate')
      })
    },
  }
}

/** Creates the rule that JSON can represent every value, under a format's code. */
export function jsonRule(code: string): Rule {
  return {
    code,
    what: 'JSON can represent every value.',
    source: 'I mastra-ai/mastra#15573; JSON itself',
    check: (request, report) => {
      visit(request, '', (value, path, inList) => {
        const lost = typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint'
        if (lost || (inList && value === undefined)) {
          report('error', path, `is ${typeof value}, which JSON cannot represent`)
        }
        if (typeof value === 'number' && !Number.isFinite(value)) {
          report('error', path, `is ${value}, which JSON cannot represent`)
        }
      })
    },
  }
}

/** Visits every value and key. Visits a value that contains itself only once. */
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
