import type { Message } from './message.ts'

/** How hits are found. `keyword`: by words. `vector`: by meaning. `hybrid`: both. `auto`: the best that the store has. */
export type SearchMode = 'auto' | 'keyword' | 'vector' | 'hybrid'

/**
 * Which entries are meant. What is not given does not matter. Of messages only `from` and `until` can be asked (they are
 * about their `at`), of blocks those (about their `updatedAt`) and `kinds`: any other field is refused there,
 * `STORE_VALUE_INVALID`.
 */
export interface MemoryFilter {
  /** One of them. None: no entry at all. */
  readonly kinds?: readonly string[]
  /** All of them. */
  readonly tags?: readonly string[]
  /** At least so important, 1 to 10. Entries without importance count as 5. */
  readonly minImportance?: number
  /**
   * ISO 8601 days or instants, both included; a day is all of it (UTC), here as in an entry's date, and what overlaps is
   * meant. Entries without a date are left out by either.
   */
  readonly from?: string
  readonly until?: string
}

/** A question to a store. */
export interface SearchRequest {
  /** Plain language in any script; nothing in it is syntax. One without words finds nothing. */
  readonly query: string
  /** Default `auto`. One that the store does not have is refused, `STORE_VALUE_INVALID`. */
  readonly mode?: SearchMode
  /** At most so many hits, 1 or more. Default 10. */
  readonly limit?: number
  readonly filter?: MemoryFilter
  /**
   * Halves an entry's score every `halfLifeDays`. `now` is the time to reckon from. Entries without a
   * date do not fade. Default: nothing fades.
   */
  readonly recency?: { readonly halfLifeDays: number; readonly now: Date }
  /** 0 (default: the best alone) to 1 (as different as can be): how much hits are spread over different things (MMR). */
  readonly diversity?: number
  readonly signal?: AbortSignal
}

/** Something that was found. */
export interface SearchHit<Found> {
  readonly item: Found
  /** Above 0; higher is better. Comparable inside of one answer only. */
  readonly score: number
  /** Which ways found it. */
  readonly by: readonly ('keyword' | 'vector')[]
}

/** A message that was found, and where it stands. */
export interface FoundMessage {
  readonly session: string
  readonly position: number
  readonly message: Message
  /** ISO 8601 instant. */
  readonly at?: string
}

/** Turns texts into vectors, as a user's model does it. */
export interface Embedder {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  /** Names the model: vectors of one name are compared with each other alone. */
  readonly name: string
  /** Numbers of a vector. */
  readonly dimensions: number
  /** At most so many texts in one call. Default 64. */
  readonly batch?: number
  /** A vector for each text, in their order. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly (Float32Array | readonly number[])[]>
}
