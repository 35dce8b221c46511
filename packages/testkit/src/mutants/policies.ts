import type { Step, TruncationPolicy, Unit } from '@lamella/core'
import { inTurns, type Mutant } from './mutant.ts'

const byRank = (units: readonly Unit[]): readonly Unit[] =>
  units.filter(({ pinned }) => !pinned).toSorted((a, b) => a.rank - b.rank || a.position - b.position)

const down = (unit: Unit): readonly Step[] => unit.tokens.map((_, i) => ({ unit, rung: i + 1 }))

/** A plain and correct policy: the lowest rank goes all the way down first. */
const steps = (units: readonly Unit[]): readonly Step[] => byRank(units).flatMap(down)

const mutant = (code: string, name: string, fault: () => Partial<TruncationPolicy>): Mutant<TruncationPolicy> => ({
  code,
  name,
  make: () => ({ name: 'lowest-rank-first', steps, ...fault() }),
})

/** Changes the steps of the correct policy. */
const after = (
  fault: (steps: readonly Step[], units: readonly Unit[]) => readonly Step[],
): Partial<TruncationPolicy> => ({
  steps: (units) => fault(steps(units), units),
})

const turned = (list: readonly Step[], turn: boolean): readonly Step[] => {
  // Turns the order of the units round and keeps each unit's rungs rising.
  const units = [...new Set(list.map(({ unit }) => unit))]
  return turn ? units.toReversed().flatMap(down) : list
}

/** Each a correct policy with one fault. */
export const policyMutants: readonly Mutant<TruncationPolicy>[] = [
  mutant('POLICY_FIELDS', 'has no name', () => ({ name: '' })),
  mutant('POLICY_EMPTY', 'looks at the first unit, which may not be there', () =>
    after((list, units) => ((units[0] as Unit).pinned ? list : list)),
  ),
  mutant('POLICY_COMPLETE', 'keeps one unit, to have something left', () =>
    after((list, units) => (units.length > 100 ? list : list.filter(({ unit }) => unit !== list.at(-1)?.unit))),
  ),
  mutant('POLICY_COMPLETE', 'leaves out steps that save nothing', () =>
    after((list) =>
      list.filter(({ unit, rung }) => (unit.tokens[rung - 1] ?? 0) > (unit.tokens[rung] ?? 0) || rung > 2),
    ),
  ),
  mutant('POLICY_PINNED', 'drops the pinned units last', () =>
    after((list, units) => [...list, ...units.filter(({ pinned }) => pinned).flatMap(down)]),
  ),
  mutant('POLICY_IDENTITY', 'copies the units', () =>
    after((list) => list.map((step) => ({ ...step, unit: { ...step.unit } }))),
  ),
  mutant('POLICY_RUNGS', 'goes one rung below dropped', () =>
    after((list) => list.flatMap((step) => (isDrop(step) ? [step, { ...step, rung: step.rung + 1 }] : [step]))),
  ),
  mutant('POLICY_RUNGS', 'begins with the full text', () =>
    after((list) => list.flatMap((step) => (step.rung === 1 ? [{ ...step, rung: 0 }, step] : [step]))),
  ),
  mutant('POLICY_RISING', 'says every step twice', () => after((list) => list.flatMap((step) => [step, step]))),
  mutant('POLICY_RISING', 'drops first and shortens then', () => after((list) => list.toReversed())),
  mutant('POLICY_PRIORITY', 'takes the position for the priority, in the order of ranks', () =>
    after((list) => list.map((step) => ({ ...step, priority: step.unit.position }))),
  ),
  mutant('POLICY_PRIORITY', 'gives a priority that is not a number', () =>
    after((list) => list.map((step) => ({ ...step, priority: Number.NaN }))),
  ),
  mutant('POLICY_JOINED', 'joins every step to the next, the last one too', () =>
    after((list) => list.map((step) => ({ ...step, joined: true }))),
  ),
  mutant('POLICY_DETERMINISTIC', 'begins at the other end at every second call', () => {
    let calls = 0
    return after((list) => turned(list, calls++ % 2 === 1))
  }),
  mutant('POLICY_DETERMINISTIC', 'spares the objects that it has seen before', () => {
    const seen = new WeakSet<Unit>()
    return after((list) => {
      const known = list.some(({ unit }) => seen.has(unit))
      for (const { unit } of list) seen.add(unit)
      return turned(list, known)
    })
  }),
  {
    code: 'POLICY_DETERMINISTIC',
    name: 'begins at the other end in every second instance',
    make: inTurns((odd) => ({ name: 'in-turns', ...after((list) => turned(list, odd)) }) as TruncationPolicy),
  },
  mutant('POLICY_PURE', 'sorts the units in place', () => ({
    steps: (units) => {
      ;(units as Unit[]).sort((a, b) => a.rank - b.rank || a.position - b.position)
      return steps(units)
    },
  })),
  mutant('POLICY_PURE', 'marks the units it has listed', () =>
    after((list) => {
      for (const { unit } of list) Object.assign(unit, { listed: true })
      return list
    }),
  ),
  mutant('POLICY_LARGE', 'looks at 5,000 units at most', () => ({ steps: (units) => steps(units.slice(0, 5000)) })),
  mutant('POLICY_WORK', 'looks each unit up in the list, from the beginning', () =>
    after((list, units) => {
      // A thousand is quadratic enough, and does not keep the tests of the 10,000 waiting.
      const known = units.slice(0, 1000)
      return list.filter((step) => known.find((unit) => unit.id === step.unit.id) || step.rung > 0)
    }),
  ),
]

const isDrop = ({ unit, rung }: Step): boolean => rung === unit.tokens.length
