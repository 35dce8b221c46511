import type { StoredBlock } from './block-store.ts'
import type { StoredMemory } from './memory-store.ts'
import type { FoundMessage, SearchHit, SearchRequest } from './search.ts'

/** Kinds of things that are searched together. */
export type SearchContent = 'messages' | 'memory' | 'blocks'

/** A question to everything that a scope has. */
export interface SearchAllRequest extends SearchRequest {
  /**
   * What is looked at. Default: everything that the filter and the mode fit. What is named here and cannot be asked that way
   * is refused, `STORE_VALUE_INVALID`, such as messages by `tags`.
   */
  readonly content?: readonly SearchContent[]
  /** Of messages those of this session alone. */
  readonly session?: string
}

/** Something that was found, and what it is. Scores can be compared, whatever the content. */
export type ContentHit =
  | (SearchHit<FoundMessage> & { readonly content: 'messages' })
  | (SearchHit<StoredMemory> & { readonly content: 'memory' })
  | (SearchHit<StoredBlock> & { readonly content: 'blocks' })
