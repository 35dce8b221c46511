import type { Step, TruncationPolicy, Unit } from '@lamella/core'
import type { Bench, Rule } from '../kit/rule.ts'
import { show } from '../kit/show.ts'
import { someUnits } from './units.ts'

const allTheWay =
  "The steps of a policy must take every unit that is not pinned down to dropped, each unit's rungs in rising order"

/** Rules for each step, and for the result of all steps. */
export const stepRules: readonly Rule<TruncationPolicy>[] = [
  {
    code: 'POLICY_COMPLETE',
    name: 'lowers every unpinned unit to dropped, including units that cost nothing',
    contract: ['TruncationPolicy', allTheWay],
    check: (policy, bench) => {
      bench.forAll(someUnits, (units) => {
        const left = undropped(units, policy.steps(units))
        if (left)
          bench.fail(
            `a step to rung ${left.tokens.length} for ${brief(left)}`,
            `no such step among ${units.length} units`,
          )
      })
    },
  },
  {
    code: 'POLICY_PINNED',
    name: 'returns no steps for pinned units',
    contract: ['Fragment.pinned', 'Never shortened, never dropped.'],
    check: eachStep((step, _units, { fail }) => {
      if (step.unit.pinned) fail('steps of unpinned units only', `a step of ${brief(step.unit)}, which is pinned`)
    }),
  },
  {
    code: 'POLICY_IDENTITY',
    name: 'returns the units it was given, not copies',
    contract: ['Step', 'One unit going down to a rung.'],
    check: eachStep(({ unit }, units, { fail }) => {
      if (!units.includes(unit)) fail('one of the units given', `another object with the id ${show(unit.id)}`)
    }),
  },
  {
    code: 'POLICY_RUNGS',
    name: 'uses only rungs that the unit has: whole numbers from 1 to dropped',
    contract: ['Step', '`rung === unit.tokens.length` is dropped.'],
    check: eachStep(({ unit, rung }, _units, { fail }) => {
      const dropped = unit.tokens.length
      if (!Number.isInteger(rung) || rung < 1 || rung > dropped) {
        fail(`a rung from 1 to ${dropped} for ${brief(unit)}`, `rung ${show(rung)}`)
      }
    }),
  },
  {
    code: 'POLICY_RISING',
    name: 'only lowers a unit, never raises it or repeats a rung',
    contract: ['TruncationPolicy', allTheWay],
    check: (policy, { fail, forAll }) => {
      forAll(someUnits, (units) => {
        const reached = new Map<string, number>()
        for (const { unit, rung } of policy.steps(units)) {
          const before = reached.get(unit.id) ?? -1
          if (rung <= before) fail(`${brief(unit)} to be lowered below rung ${before}`, `a step to rung ${rung}`)
          reached.set(unit.id, rung)
        }
      })
    },
  },
  {
    code: 'POLICY_PRIORITY',
    name: 'returns finite priorities that never fall',
    contract: [
      'Step.priority',
      "Overrides the layer's priority for this step and all later ones of the layer. It can only rise.",
    ],
    check: (policy, { fail, forAll }) => {
      forAll(someUnits, (units) => {
        let highest = Number.NEGATIVE_INFINITY
        for (const { unit, priority } of policy.steps(units)) {
          if (priority === undefined) continue
          if (!Number.isFinite(priority)) fail('a finite priority', `${show(priority)} for ${brief(unit)}`)
          if (priority < highest)
            fail(`a priority of ${highest} or more, like the one before`, `${priority} for ${brief(unit)}`)
          highest = priority
        }
      })
    },
  },
  {
    code: 'POLICY_JOINED',
    name: 'does not mark the last step as joined',
    contract: ['Step.joined', 'This step is never the last one taken: it is taken together with the next step.'],
    check: (policy, { fail, forAll }) => {
      forAll(someUnits, (units) => {
        const last = policy.steps(units).at(-1)
        if (last?.joined) fail('a last step that is not joined', `joined: true for ${brief(last.unit)}`)
      })
    },
  },
]

/** The first unit that should be dropped in the end and is not. Compared by id: copies are another rule's concern. */
export function undropped(units: readonly Unit[], steps: readonly Step[]): Unit | undefined {
  const dropped = new Set(steps.filter(({ unit, rung }) => rung === unit.tokens.length).map(({ unit }) => unit.id))
  return units.find((unit) => !unit.pinned && !dropped.has(unit.id))
}

function eachStep(
  check: (step: Step, units: readonly Unit[], bench: Bench<TruncationPolicy>) => void,
): Rule<TruncationPolicy>['check'] {
  return (policy, bench) => {
    bench.forAll(someUnits, (units) => {
      for (const step of policy.steps(units)) check(step, units, bench)
    })
  }
}

function brief({ id, rank, tokens, page }: Unit): string {
  return `unit ${id} (rank ${rank}, tokens ${tokens.join(' > ')}${page === undefined ? '' : `, page ${page}`})`
}
