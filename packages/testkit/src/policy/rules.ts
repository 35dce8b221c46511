import type { Step, TruncationPolicy, Unit } from '@lamella/core'
import { deepFreeze } from '../kit/deep-freeze.ts'
import type { Rule } from '../kit/rule.ts'
import { canonical } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { scaleRules } from './scale-rules.ts'
import { stepRules } from './step-rules.ts'
import { someUnits } from './units.ts'

/** The contract of `TruncationPolicy`, a rule a line. */
export const policyRules: readonly Rule<TruncationPolicy>[] = [
  {
    code: 'POLICY_FIELDS',
    name: 'has a name and lists steps',
    contract: ['TruncationPolicy', 'A policy says what goes first; the core says how far.'],
    check: (policy, { fail }) => {
      if (typeof policy.name !== 'string' || policy.name === '') fail('a name that is not empty', show(policy.name))
      if (typeof policy.steps !== 'function') fail('a method steps', show(policy.steps))
    },
  },
  {
    code: 'POLICY_EMPTY',
    name: 'lists no steps for no units',
    contract: ['TruncationPolicy', 'A policy says what goes first; the core says how far.'],
    check: (policy, { fail }) => {
      const steps = policy.steps([])
      if (!Array.isArray(steps) || steps.length > 0) fail('an empty list', show(steps))
    },
  },
  {
    code: 'POLICY_DETERMINISTIC',
    name: 'depends on the units alone: neither on earlier calls, nor on which objects they are, nor on the instance',
    contract: ['G6 deterministic', 'same input, same bytes'],
    check: async (policy, { fail, another, forAll }) => {
      const other = await another()
      forAll(someUnits, (units) => {
        const first = written(policy.steps(units))
        const calls = {
          'when asked again': policy.steps(units),
          'for units cloned anew': policy.steps(structuredClone(units)),
          'from another instance': other.steps(structuredClone(units)),
        }
        for (const [when, steps] of Object.entries(calls)) {
          if (written(steps) !== first) fail(`the steps of the first time, ${first}`, `${written(steps)} ${when}`)
        }
      })
    },
  },
  {
    code: 'POLICY_PURE',
    name: 'leaves the units and their list as they were',
    contract: ['G9 pure', 'nothing passed in is mutated'],
    check: (policy, { fail, forAll }) => {
      forAll(someUnits, (units) => {
        const before = canonical(units)
        policy.steps(units)
        if (canonical(units) !== before) fail(`the units as given, ${show(before)}`, show(canonical(units)))
        // What is changed and put back shows on frozen units only.
        policy.steps(deepFreeze(units) satisfies readonly Unit[])
      })
    },
  },
  ...stepRules,
  ...scaleRules,
]

/** Steps as text: what they say, without the objects they say it of. */
function written(steps: readonly Step[]): string {
  return steps
    .map(({ unit, rung, joined = false, priority }) => {
      const marks = `${joined ? '+' : ''}${priority === undefined ? '' : ` at ${priority}`}`
      return `${unit.id} to ${rung}${marks}`
    })
    .join(', ')
}
