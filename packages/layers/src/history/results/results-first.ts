import { type Fragment, oldestFirst, type Step, type TruncationPolicy, type Unit } from '@lamella/core'
import { hasMediaForm } from '../forms-first.ts'
import type { ResultRules } from './result-rules.ts'
import { hasFirst, hasResults } from './shorter-results.ts'

/**
 * The order at a cut of a run, for fragments with the forms of `shorterResults`: what goes first is named, then every other old
 * result is shortened and every old image named, then all are named, each oldest first, before any message is dropped. Everything else is as
 * `oldestFirst` has it. Results of parallel calls are one unit: if one of them goes first, the others are shortened with it.
 */
export function resultsFirst(rules: ResultRules, options: { readonly newestPriority: number }): TruncationPolicy {
  const base = oldestFirst(options)
  return {
    spec: 1,
    name: 'results-first',
    base,
    steps: (units) => {
      const old = units.filter((unit) => !unit.pinned && unit.page !== undefined)
      const results = old.filter(hasShorterResult)
      const media = old.filter((unit) => !hasShorterResult(unit) && hasMediaForm(unit))
      const [early, others] = [[] as Unit[], [] as Unit[]]
      for (const unit of old) {
        if (!hasShorterResult(unit) && !hasMediaForm(unit)) continue
        const isEarly = messagesOf(unit.fragments).some((message) => hasFirst(message, rules))
        if (isEarly) early.push(unit)
        else others.push(unit)
      }
      const most = results.reduce((rungs, { tokens }) => Math.max(rungs, tokens.length), 0)
      const steps = [...stepsTo(1, early), ...stepsTo(1, others)]
      for (let rung = 2; rung < most; rung++) steps.push(...stepsTo(rung, results))
      const least = new Map([
        ...results.map((unit) => [unit, unit.tokens.length] as const),
        ...media.map((unit) => [unit, 2] as const),
      ])
      const rest = base.steps(units).filter(({ unit, rung }) => rung >= (least.get(unit) ?? 1))
      return [...steps, ...rest]
    },
  }
}

function stepsTo(rung: number, units: readonly Unit[]): readonly Step[] {
  return units.flatMap((unit) => (rung < unit.tokens.length ? [{ unit, rung }] : []))
}

function hasShorterResult({ fragments }: Unit): boolean {
  return fragments.some((fragment) => fragment.shorter !== undefined && messagesOf([fragment]).some(hasResults))
}

function messagesOf(fragments: readonly Fragment[]) {
  return fragments.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
}
