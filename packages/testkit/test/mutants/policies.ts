import type { Step, TruncationPolicy, Unit } from '@lamella/core'
import { inTurns, type Mutant } from './mutant.ts'

const byRank = (units: readonly Unit[]): readonly Unit[] =>
  units.filter(({ pinned }) => !pinned).toSorted((a, b) => a.rank - b.rank || a.position - b.position)

const down = (unit: Unit): readonly Step[] => unit.tokens.map((_, i) => ({ unit, rung: i + 1 }))

/** A simple, correct policy: drops the lowest rank completely first. */
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
  // Reverses the order of the units and keeps each unit's rungs rising.
  const units = [...new Set(list.map(({ unit }) => unit))]
  return turn ? units.toReversed().flatMap(down) : list
}

/** Policies with one fault each. */
export const policyMutants: readonly Mutant<TruncationPolicy>[] = [
  mutant('POLICY_FIELDS', 'has no name', () => ({ name: '' })),
  mutant('POLICY_EMPTY', 'reads the first unit, which may not exist', () =>
    after((list, units) => ((units[0] as Unit).pinned ? list : list)),
  ),
  mutant('POLICY_COMPLETE', 'always keeps one unit', () =>
    after((list, units) => (units.length > 100 ? list : list.filter(({ unit }) => unit !== list.at(-1)?.unit))),
  ),
  mutant('POLICY_COMPLETE', 'skips steps that save nothing', () =>
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
  mutant('POLICY_RUNGS', 'starts with a step to the full text', () =>
    after((list) => list.flatMap((step) => (step.rung === 1 ? [{ ...step, rung: 0 }, step] : [step]))),
  ),
  mutant('POLICY_RISING', 'repeats every step', () => after((list) => list.flatMap((step) => [step, step]))),
  mutant('POLICY_RISING', 'drops a unit first and then shortens it', () => after((list) => list.toReversed())),
  mutant('POLICY_PRIORITY', 'uses the position as the priority, in order of rank', () =>
    after((list) => list.map((step) => ({ ...step, priority: step.unit.position }))),
  ),
  mutant('POLICY_PRIORITY', 'returns a priority that is not a number', () =>
    after((list) => list.map((step) => ({ ...step, priority: Number.NaN }))),
  ),
  mutant('POLICY_JOINED', 'joins every step to the next, including the last', () =>
    after((list) => list.map((step) => ({ ...step, joined: true }))),
  ),
  mutant('POLICY_DETERMINISTIC', 'starts at the other end on every second call', () => {
    let calls = 0
    return after((list) => turned(list, calls++ % 2 === 1))
  }),
  mutant('POLICY_DETERMINISTIC', 'skips objects that it has seen before', () => {
    const seen = new WeakSet<Unit>()
    return after((list) => {
      const known = list.some(({ unit }) => seen.has(unit))
      for (const { unit } of list) seen.add(unit)
      return turned(list, known)
    })
  }),
  {
    code: 'POLICY_DETERMINISTIC',
    name: 'starts at the other end in every second instance',
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
  mutant('POLICY_LARGE', 'handles only the first 5,000 units', () => ({
    steps: (units) => steps(units.slice(0, 5000)),
  })),
  mutant('POLICY_WORK', 'looks each unit up in the list, from the start', () =>
    after((list, units) => {
      // A thousand units are enough to show quadratic growth, and keep the tests of 10,000 units fast.
      const known = units.slice(0, 1000)
      return list.filter((step) => known.find((unit) => unit.id === step.unit.id) || step.rung > 0)
    }),
  ),
]

const isDrop = ({ unit, rung }: Step): boolean => rung === unit.tokens.length
