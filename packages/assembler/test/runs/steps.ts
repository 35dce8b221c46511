import fc from 'fast-check'
import type { Vendor } from './vendors.ts'

/** A change of what is around a conversation. */
export type Change = (typeof changes)[number]

const changes = [
  'remember',
  'remember',
  'forget',
  'rewrite',
  'skill',
  'unlearn',
  'instructions',
  'additional',
  'activity',
  'version',
  'tools',
  'model',
  'effort',
  'group',
  'cut',
] as const

/**
 * How a turn ends: with an answer; the program dies before it, or between a call and its result; or after a call that
 * needs an approval, which comes, or never comes; or with an answer that another request continues.
 */
export type End = (typeof ends)[number]

const ends = [
  'answered',
  'answered',
  'answered',
  'unanswered',
  'open-call',
  'approved',
  'ignored',
  'continued',
] as const

/** Calls of one answer, and what changes before their results are sent. */
interface Round {
  readonly calls: number
  readonly changes: readonly (Change | 'edit')[]
}

/** What happens next in a conversation. */
export type Step =
  | {
      readonly kind: 'turn'
      readonly words: number
      readonly rounds: readonly Round[]
      readonly end: End
      readonly image: boolean
    }
  | { readonly kind: Change }
  | { readonly kind: 'edit' | 'fork' | 'summary'; readonly share: number }

/** What is not as usual in the layers of a conversation. */
export interface Setting {
  readonly window: number
  readonly maxMessages: number | undefined
  /** A layer of another author: one message after the session, whose text changes with each turn or never. */
  readonly reminder: 'none' | 'fixed' | 'changing'
  /** Whether a layer fails every now and then, and may be omitted. */
  readonly isFlaky: boolean
  /** Whether memory shows only the newest few, as a search does. */
  readonly searches: boolean
  /** The most tokens of the layer of notes. */
  readonly max: number | undefined
  /** Whose models the conversation has. */
  readonly vendor: Vendor
  /** Whether the conversation is in a store, and its requests are made by `openRun`. */
  readonly isStored: boolean
}

const change = fc.constantFrom(...changes)
const round: fc.Arbitrary<Round> = fc.record({
  calls: fc.integer({ min: 1, max: 3 }),
  changes: fc.array(
    fc.oneof({ arbitrary: change, weight: 6 }, { arbitrary: fc.constant('edit' as const), weight: 1 }),
    {
      maxLength: 2,
    },
  ),
})
const turn = fc.record({
  kind: fc.constant('turn' as const),
  words: fc.integer({ min: 0, max: 60 }),
  rounds: fc.array(round, { maxLength: 3 }),
  end: fc.constantFrom(...ends),
  image: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
})
const past = fc.record({
  kind: fc.constantFrom('edit' as const, 'fork' as const, 'summary' as const),
  share: fc.double({ min: 0, max: 0.99, noNaN: true }),
})

export const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { arbitrary: turn, weight: 6 },
    { arbitrary: change.map((kind) => ({ kind })), weight: 3 },
    { arbitrary: fc.constantFrom('instructions' as const, 'tools' as const).map((kind) => ({ kind })), weight: 2 },
    { arbitrary: past, weight: 1 },
  ),
  { minLength: 1, maxLength: 25 },
)

export const settings: fc.Arbitrary<Setting> = fc.record({
  window: fc.oneof(fc.integer({ min: 700, max: 3_000 }), fc.integer({ min: 3_000, max: 20_000 })),
  maxMessages: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined, freq: 3 }),
  reminder: fc.constantFrom('none' as const, 'none' as const, 'fixed' as const, 'changing' as const),
  isFlaky: fc.boolean(),
  searches: fc.boolean(),
  max: fc.option(fc.integer({ min: 50, max: 300 }), { nil: undefined, freq: 2 }),
  vendor: fc.constantFrom(
    'other',
    'anthropic',
    'anthropic-tools',
    'anthropic-tools',
    'openai',
    'openai-reasoning',
    'openai-reasoning',
  ),
  isStored: fc.boolean(),
})
