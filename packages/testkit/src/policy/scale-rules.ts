import type { TruncationPolicy } from '@lamella/core'
import type { Rule } from '../kit/rule.ts'
import { undropped } from './step-rules.ts'
import { countReads, manyUnits } from './units.ts'

const manyMessages = 10_000
const smallCount = 100
const growth = 8
// For 8 times the units, n log n grows about 12 times, n squared 64 times.
const mostWork = 24

/** Rules for long sessions: nothing is left out, and the work does not grow quadratically. Counted, not timed. */
export const scaleRules: readonly Rule<TruncationPolicy>[] = [
  {
    code: 'POLICY_LARGE',
    name: 'drops each of 10,000 units',
    contract: ['TruncationPolicy', 'The steps of a policy must take every unit that is not pinned down to dropped'],
    check: (policy, { fail }) => {
      const units = manyUnits(manyMessages)
      const left = undropped(units, policy.steps(units))
      if (left)
        fail(`a step that drops each of ${manyMessages} units`, `no such step for the one at position ${left.position}`)
    },
  },
  {
    code: 'POLICY_WORK',
    name: 'does about eight times the work for eight times the units (in reads, not time)',
    contract: ['G10 bounded work', 'planning is O(n log n)'],
    check: (policy, { fail }) => {
      const readsOf = (count: number): number => {
        const { units, reads } = countReads(manyUnits(count))
        policy.steps(units)
        return reads()
      }
      const small = readsOf(smallCount)
      const large = readsOf(smallCount * growth)
      if (large > small * mostWork) {
        fail(
          `at most ${mostWork} times the ${small} reads of ${smallCount} units`,
          `${large} for ${smallCount * growth} units`,
        )
      }
    },
  },
]
