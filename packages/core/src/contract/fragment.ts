import type { Message } from './message.ts'

/** The smallest thing that is kept, shortened or dropped. Immutable. A field that is `undefined` is one left out. */
export interface Fragment {
  /** Unique inside its layer and stable between builds: the same thing has the same id next time. */
  readonly id: string
  /**
   * Text for a `system` layer and for one with `compose`; messages (or text, which becomes one user message) for another
   * `messages` layer.
   */
  readonly content: FragmentContent
  /** Never shortened, never dropped. Default `false`. */
  readonly pinned?: boolean | undefined
  /** Higher survives longer, inside its layer. Any finite number; default 0. */
  readonly rank?: number | undefined
  /** Fragments of one group move together. The core groups tool calls with their results by itself. */
  readonly group?: string | undefined
  /**
   * Fragments of one page are dropped together, so that the cut stays where it is for many turns; one by one, as the policy
   * lists them, where dropping the page would leave less than the layer's minimum and another layer could give way. A whole number.
   */
  readonly page?: number | undefined
  /** Shorter renderings, longest first. Dropping is the implied last rung. */
  readonly shorter?: readonly FragmentContent[] | undefined
  /** Token cost of each rung, full first, if the source has counted already with the tokenizer of this build. */
  readonly tokens?: readonly number[] | undefined
  /** Who wrote it and where it came from. Shown in the report. */
  readonly origin?: Origin | undefined
}

export type FragmentContent = string | readonly Message[]

export interface Origin {
  readonly by: 'owner' | 'agent' | 'tool' | 'untrusted'
  /** A path, a URL, a store's key. */
  readonly from?: string
}

/** A fragment as it was kept: at which rung, and with which content. What `compose` gets. */
export interface Kept {
  readonly fragment: Fragment
  /** 0 is full; 1 is the first of `shorter`. */
  readonly rung: number
  readonly content: FragmentContent
}
