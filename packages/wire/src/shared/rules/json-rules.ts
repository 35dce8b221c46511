import type { Rule } from './rule.ts'

/** Creates the rule that no text or key has a lone surrogate, under a format's code. */
export function unicodeRule(code: string): Rule {
  return {
    code,
    what: 'Texts and keys have no lone surrogates.',
    source: 'I mastra-ai/mastra#15573, elizaOS/eliza#18079, anthropics/claude-code#3277, #60394',
    check: (request, report) => {
      visit(request, '', (value, path) => {
        if (typeof value === 'string' && !value.isWellFormed()) report('error', path, 'has a lone surrogate')
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

/** A value to visit, or the object whose content has been visited. */
type Step = readonly [value: unknown, path: string, inList: boolean] | { readonly left: object }

/**
 * Visits every value and key, in order, at any depth: without recursion, which a deep value would break. Visits a value
 * that contains itself only once.
 */
function visit(root: unknown, start: string, see: (value: unknown, path: string, inList: boolean) => void): void {
  const above = new Set<object>()
  const steps: Step[] = [[root, start, false]]
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if ('left' in step) {
      above.delete(step.left)
      continue
    }
    const [value, path, inList] = step
    see(value, path, inList)
    if (typeof value !== 'object' || value === null || above.has(value)) continue
    above.add(value)
    steps.push({ left: value })
    const inside: Step[] = []
    if (Array.isArray(value)) for (let i = 0; i < value.length; i++) inside.push([value[i], `${path}[${i}]`, true])
    else {
      for (const [key, item] of Object.entries(value)) {
        const place = path === '' ? key : `${path}.${key}`
        see(key, place, false)
        inside.push([item, place, false])
      }
    }
    for (const one of inside.reverse()) steps.push(one)
  }
}
