import { oldestFirst, type Step, type TruncationPolicy, type Unit } from '@lamella/core'

/** What happens to the results of a tool at a cut, other than the rest: never shortened, or named before all others. */
export type ResultRule = 'keep' | 'first'

/**
 * The order at a cut of a run: old results are shortened, then only named, each oldest first, before any message is dropped.
 * Everything else is as `oldestFirst` has it.
 *
 * @param tools The rules of tools, by name.
 */
export function resultsFirst(
  tools: Readonly<Record<string, ResultRule>>,
  options: { readonly newestPriority: number },
): TruncationPolicy {
  const base = oldestFirst(options)
  return {
    spec: 1,
    name: 'results-first',
    steps: (units) => {
      const results = units.filter((unit) => !unit.pinned && unit.page !== undefined && hasShorterResult(unit))
      const early = results.filter((unit) => toolsOf(unit).every((name) => tools[name] === 'first'))
      const others = results.filter((unit) => !early.includes(unit))
      const steps = [...byRung(early), ...byRung(others)]
      const done = new Set(results)
      const rest = base.steps(units).filter(({ unit, rung }) => rung === unit.tokens.length || !done.has(unit))
      return [...steps, ...rest]
    },
  }
}

function byRung(units: readonly Unit[]): readonly Step[] {
  const most = units.reduce((max, { tokens }) => Math.max(max, tokens.length), 0)
  const steps: Step[] = []
  for (let rung = 1; rung < most; rung++) {
    for (const unit of units) if (rung < unit.tokens.length) steps.push({ unit, rung })
  }
  return steps
}

function hasShorterResult({ fragments }: Unit): boolean {
  return fragments.some(({ content, shorter = [] }) => {
    return shorter.length > 0 && typeof content !== 'string' && content.some(({ role }) => role === 'tool')
  })
}

function toolsOf({ fragments }: Unit): readonly string[] {
  return fragments.flatMap(({ content }) => {
    if (typeof content === 'string') return []
    return content.flatMap((message) => {
      if (message.role !== 'tool') return []
      return message.content.flatMap((part) => (part.type === 'tool-result' ? [part.toolName] : []))
    })
  })
}
