import type { Message } from './message.ts'

/**
 * How a layer's changes reach the model in the middle of a run.
 * - `add`: fragments that the model has not seen are added after the new message. For memory, skills, search results.
 *   The layer must report revoked fragments (`LayerResult.revoked`); until it does, it is treated as `replace`.
 * - `replace`: each changed fragment is sent again, and replaces its earlier text. For instruction files, the date.
 * - `hold`: changes wait for the next epoch. For versions and counts.
 */
export type UpdateRule = 'add' | 'replace' | 'hold'

/** The smallest thing that is kept, shortened or dropped. Immutable. `undefined` fields count as omitted. */
export interface Fragment {
  /** Unique in its layer and stable between builds: the same thing has the same id next time. */
  readonly id: string
  /**
   * Text for a `system` layer and for one with `compose`; messages (or text, which becomes one user message) for another
   * `messages` layer.
   */
  readonly content: FragmentContent
  /** Never shortened, never dropped. Default `false`. */
  readonly pinned?: boolean | undefined
  /** Higher survives longer in its layer. Any finite number; default 0. */
  readonly rank?: number | undefined
  /** Fragments of one group are kept or dropped together. The core itself groups tool calls with their results. */
  readonly group?: string | undefined
  /**
   * Fragments of one page are dropped together, so that the cut stays in place for many turns. They are dropped one by
   * one, in the policy's order, if dropping the page would leave less than the layer's minimum and another layer could
   * give way. A whole number.
   */
  readonly page?: number | undefined
  /** Shorter renderings, longest first. Dropping is the implied last rung. */
  readonly shorter?: readonly FragmentContent[] | undefined
  /** Token cost of each rung, full first, if the source has already counted with this build's tokenizer. */
  readonly tokens?: readonly number[] | undefined
  /**
   * The position in the session of the message that this is, for layers that show the session. Runs keep messages by
   * position; the new message has that of the session's end. A whole number, 0 or more.
   */
  readonly position?: number | undefined
  /** How its changes reach the model in the middle of a run. Default: the layer's rule. */
  readonly update?: UpdateRule | undefined
  /** The author and origin. Shown in the report. */
  readonly origin?: Origin | undefined
  /** Explains its rank, if a search or a ranker gave it: for tools that show it. Called only then. */
  readonly whyRanked?: (() => RankReason) | undefined
}

/** Why a fragment is ranked as it is. */
export interface RankReason {
  /** What was asked for. */
  readonly query: string
  /** The name of the ranker, or `search` for the order in which a source found it. */
  readonly by: string
  /** Its place among all that were ranked, from 1, and how many those are. */
  readonly place: number
  readonly of: number
  /** As the ranker scored it. */
  readonly score?: number
  /** The share of each term of the query in the score, if the ranker knows. */
  readonly terms?: readonly RankedTerm[]
}

/** What a term adds to a score. */
export interface RankedTerm {
  readonly term: string
  readonly score: number
}

export type FragmentContent = string | readonly Message[]

export interface Origin {
  readonly by: 'owner' | 'agent' | 'tool' | 'untrusted'
  /** A path, a URL, a store's key. */
  readonly from?: string
}

/** A fragment as kept: its rung and its content. Passed to `compose`. */
export interface Kept {
  readonly fragment: Fragment
  /** 0 is full; 1 is the first of `shorter`. */
  readonly rung: number
  readonly content: FragmentContent
}
