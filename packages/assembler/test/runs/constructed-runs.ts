import type { Setting, Step } from './steps.ts'
import { type Vendor, vendors } from './vendors.ts'

const usual = { kind: 'turn', words: 20, rounds: [], end: 'answered', image: false } as const satisfies Step
const changes = [
  'remember',
  'rewrite',
  'skill',
  'instructions',
  'additional',
  'activity',
  'tools',
  'model',
  'effort',
  'cut',
] as const

/** Each change before a turn of its own; a cut in a turn; an edit; what is removed; and so many turns that a window is full. */
const steps: readonly Step[] = [
  usual,
  ...changes.flatMap((kind): readonly Step[] => [{ kind }, usual]),
  { ...usual, rounds: [{ calls: 2, changes: ['remember', 'cut'] }] },
  { kind: 'edit', share: 0.9 },
  usual,
  ...(['remember', 'skill'] as const).flatMap((kind): readonly Step[] => [{ kind }, usual]),
  ...(['forget', 'unlearn'] as const).flatMap((kind): readonly Step[] => [{ kind }, usual]),
  ...Array.from({ length: 30 }, () => ({ ...usual, words: 100 })),
]

/** A run of each vendor's models, in a list and in a store, that has everything that is judged: generated ones may lack some. */
export const constructed: readonly [readonly Step[], Setting][] = (Object.keys(vendors) as Vendor[]).flatMap((vendor) =>
  [false, true].map((isStored): [readonly Step[], Setting] => [
    steps,
    {
      ...{ window: 4_000, maxMessages: undefined, reminder: 'none', isFlaky: false, searches: false, max: undefined },
      ...{ vendor, isStored },
    },
  ]),
)
