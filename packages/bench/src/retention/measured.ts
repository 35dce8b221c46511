import type { SharedOutcomes } from '@lamella/testkit/retention'

/** What one strategy does in one window. */
export interface Measured {
  readonly name: string
  readonly isOwn: boolean
  readonly window: number
  readonly part: Part
  readonly kept: SharedOutcomes
  readonly reachable: SharedOutcomes
  readonly lost: SharedOutcomes
  readonly outdated: SharedOutcomes
  /** Kept or reachable. */
  readonly known: SharedOutcomes
  /** The share kept, by what the facts are and by where they were planted. */
  readonly byKind: Readonly<Record<string, number>>
  readonly byPlace: Readonly<Record<string, number>>
  /** Of the facts that were planted in messages: the share that a summarizer was given, and of these the share kept. */
  readonly summarized: { readonly given: number; readonly kept: number }
  /** Tokens of an average request, and those paid for it. */
  readonly sent: number
  readonly paid: number
  readonly unsent: number
}

/** What a measurement covers: all conversations, or one of two halves. */
export type Part = 'all' | 'chosen' | 'held-out'

/** One measurement, made in a process of its own. */
export interface Task {
  /** The place of the strategy in `compared`. */
  readonly strategy: number
  readonly window: number
  readonly part: Part
}
