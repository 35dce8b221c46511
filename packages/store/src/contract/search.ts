import type { Message } from '@lamella/core'

/** How hits are found. `keyword`: by words. `vector`: by meaning. `hybrid`: both. `auto`: the best that the store has. */
export type SearchMode = 'auto' | 'keyword' | 'vector' | 'hybrid'

/**
 * A filter for entries. Omitted fields match everything. Messages support only `from` and `until` (compared with their
 * `at`), blocks those (compared with their `updatedAt`) and `kinds`: any other field is rejected for them with
 * `STORE_VALUE_INVALID`.
 */
export interface MemoryFilter {
  /** Any of these. Empty: no entry at all. */
  readonly kinds?: readonly string[]
  /** All of these. */
  readonly tags?: readonly string[]
  /** The lowest importance, 1 to 10. Entries without importance count as 5. */
  readonly minImportance?: number
  /**
   * ISO 8601 days or instants, both inclusive; a day is the whole day (UTC), here as in an entry's date, and entries
   * that overlap the range match. Entries without a date are excluded by either.
   */
  readonly from?: string
  readonly until?: string
}

/** A query to a store. */
export interface SearchRequest {
  /** Plain language in any script; nothing in it is syntax. A query without words finds nothing. */
  readonly query: string
  /** Default `auto`. A mode that the store does not support is rejected with `STORE_VALUE_INVALID`. */
  readonly mode?: SearchMode
  /** The most hits to return, 1 or more. Default 10. */
  readonly limit?: number
  readonly filter?: MemoryFilter
  /**
   * Halves an entry's score every `halfLifeDays`, counted back from `now`. Entries without a date do not fade. Default:
   * nothing fades.
   */
  readonly recency?: { readonly halfLifeDays: number; readonly now: Date }
  /** 0 (default: best scores only) to 1 (most diverse): how much hits are spread over different things (MMR). */
  readonly diversity?: number
  readonly signal?: AbortSignal
}

/** A search hit. */
export interface SearchHit<Found> {
  readonly item: Found
  /** Above 0; higher is better. Comparable within one result only. */
  readonly score: number
  /** Which modes found it. */
  readonly by: readonly ('keyword' | 'vector')[]
}

/**
 * How far the index had come when a search answered. `done` equals `of` in a store that keeps no index. After many texts
 * were copied or imported, a search answers with those that are indexed, and the following ones go on. What the same
 * process appended to a session with few messages can always be found.
 */
export interface Indexed {
  /** The number of texts that the searched scope or session has, whatever the filter. */
  readonly of: number
  /** Those of them that could be found: 0 to `of`. */
  readonly done: number
}

/**
 * What a search returns.
 *
 * @example
 * const { hits, indexed } = await sessions.search(scope, { query: 'Which tea?' })
 * if (indexed.done < indexed.of) console.log(`${indexed.done} of ${indexed.of} messages are indexed so far.`)
 */
export interface SearchResult<Found> {
  /** Best first. */
  readonly hits: readonly SearchHit<Found>[]
  readonly indexed: Indexed
}

/** A message that was found, and its position. */
export interface FoundMessage {
  readonly session: string
  readonly position: number
  readonly message: Message
  /** ISO 8601 instant. */
  readonly at?: string
}

/** Turns texts into vectors with a model of the user's choice. */
export interface Embedder {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  /** Names the model: only vectors of the same name are compared. */
  readonly name: string
  /** The dimensions of a vector. */
  readonly dimensions: number
  /** The most texts per call. Default 64. */
  readonly batch?: number
  /**
   * The most milliseconds that a call may take, 1 or more; then its signal is aborted and it counts as failed: texts are
   * found by their words until a later search gets their vectors. Default 10,000.
   */
  readonly timeout?: number
  /** Returns a vector for each text, in their order. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly (Float32Array | readonly number[])[]>
}
