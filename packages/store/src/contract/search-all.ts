import type { StoredBlock } from './block-store.ts'
import type { StoredMemory } from './memory-store.ts'
import type { FoundMessage, Indexed, SearchHit, SearchRequest } from './search.ts'

/** Kinds of content that are searched together. */
export type SearchContent = 'messages' | 'memory' | 'blocks'

/** A query over all content of a scope. */
export interface SearchAllRequest extends SearchRequest {
  /**
   * The content to search. Default: everything that the filter and the mode apply to. Listed content that does not
   * support the query is rejected with `STORE_VALUE_INVALID`, such as messages by `tags`.
   */
  readonly content?: readonly SearchContent[]
  /** Restricts messages to those of this session. */
  readonly session?: string
}

/** A hit and its kind of content. Scores are comparable across kinds. */
export type ContentHit =
  | (SearchHit<FoundMessage> & { readonly content: 'messages' })
  | (SearchHit<StoredMemory> & { readonly content: 'memory' })
  | (SearchHit<StoredBlock> & { readonly content: 'blocks' })

/** What a search over all content returns. */
export interface SearchAllResult {
  /** Best first. */
  readonly hits: readonly ContentHit[]
  /** Of all searched kinds together. */
  readonly indexed: Indexed
}
