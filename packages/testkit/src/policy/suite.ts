import type { Step, TruncationPolicy, Unit } from '@lamella/core'
import { deepFreeze } from '../kit/deep-freeze.ts'
import { mustMatch } from '../kit/must-equal.ts'
import { type ConformanceCase, casesOf, type Make, type Rule, type SuiteOptions } from '../kit/rule.ts'
import { canonical } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { scaleRules } from './scale-rules.ts'
import { stepRules } from './step-rules.ts'
import { someUnits } from './units.ts'

/** The contract of `TruncationPolicy`, one rule per line. */
const rules: readonly Rule<TruncationPolicy>[] = [
  {
    code: 'POLICY_FIELDS',
    name: 'has a name and a steps method',
    contract: ['TruncationPolicy', 'A policy says what goes first; the core says how far.'],
    check: (policy, { fail }) => {
      if (typeof policy.name !== 'string' || policy.name === '') fail('a name that is not empty', show(policy.name))
      if (typeof policy.steps !== 'function') fail('a method steps', show(policy.steps))
    },
  },
  {
    code: 'POLICY_EMPTY',
    name: 'returns no steps for no units',
    contract: ['TruncationPolicy', 'A policy says what goes first; the core says how far.'],
    check: (policy, { fail }) => {
      const steps = policy.steps([])
      if (!Array.isArray(steps) || steps.length > 0) fail('an empty list', show(steps))
    },
  },
  {
    code: 'POLICY_DETERMINISTIC',
    name: 'depends only on the content of the units: not on earlier calls, object identity or the instance',
    contract: ['G6 deterministic', 'same input, same bytes'],
    check: async (policy, { fail, another, forAll }) => {
      const other = await another()
      forAll(someUnits, (units) => {
        const first = written(policy.steps(units))
        const calls = {
          'when called again': policy.steps(units),
          'for cloned units': policy.steps(structuredClone(units)),
          'from another instance': other.steps(structuredClone(units)),
        }
        for (const [when, steps] of Object.entries(calls))
          mustMatch({ fail }, written(steps), first, `the first steps ${when}`)
      })
    },
  },
  {
    code: 'POLICY_PURE',
    name: 'does not mutate the units or their list',
    contract: ['G9 pure', 'nothing passed in is mutated'],
    check: (policy, { fail, forAll }) => {
      forAll(someUnits, (units) => {
        const before = canonical(units)
        policy.steps(units)
        mustMatch({ fail }, canonical(units), before, 'the units unchanged')
        // Only frozen units reveal a change that is undone.
        policy.steps(deepFreeze(units) satisfies readonly Unit[])
      })
    },
  },
  ...stepRules,
  ...scaleRules,
]

/**
 * Conformance cases for a truncation policy, on generated units: its steps lower every unpinned unit to dropped, rung
 * by rung, and depend only on the units.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 * @example
 * import { it } from 'vitest'
 * for (const c of policySuite(() => newestFirst)) it(c.name, c.run)
 */
export function policySuite(make: Make<TruncationPolicy>, options: SuiteOptions = {}): readonly ConformanceCase[] {
  return casesOf(rules, make, options)
}

/** Formats steps as text: their content, without object identity. */
function written(steps: readonly Step[]): string {
  return steps
    .map(({ unit, rung, joined = false, priority }) => {
      const marks = `${joined ? '+' : ''}${priority === undefined ? '' : ` at ${priority}`}`
      return `${unit.id} to ${rung}${marks}`
    })
    .join(', ')
}
