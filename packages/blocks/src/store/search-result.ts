import type { Scope } from '@lamella/core'
import type { FoundMessage, Indexed, NewMemory, StoredMemory } from '@lamella/store'
import type { BlockMetadata } from './metadata.ts'

/** What can be searched. */
export type SearchContentType = 'blocks' | 'archival' | 'messages'

/** Options of a search. */
export interface SearchOptions {
  /**
   * `fts` searches by words, `vector` by meaning, `hybrid` by both; `auto` uses the best mode that the stores support.
   * Default `auto`.
   */
  readonly mode?: 'fts' | 'vector' | 'hybrid' | 'auto'
  /** Default: everything that the stores can search. */
  readonly contentTypes?: readonly SearchContentType[]
  /** The maximum number of results, 1 or more. Default 10. */
  readonly limit?: number
}

/** The agents whose content to search. Stores cannot list agents. */
export interface SearchAgents {
  readonly agents: readonly string[]
}

interface Result {
  /** The agent whose search found it. */
  readonly agent: string
  /** Above 0; higher is better. Comparable within one result only. */
  readonly score: number
  /** The searches that found it. */
  readonly by: readonly ('keyword' | 'vector')[]
}

/** A block in a search result. A shared block has its `owner`. */
export interface FoundBlock extends Result {
  readonly contentType: 'blocks'
  readonly block: BlockMetadata & {
    readonly owner?: Scope
    /** The owner as the model sees it. */
    readonly sharedFrom?: string
  }
  readonly content: string
}

/** A search result. */
export type MemorySearchResult =
  | FoundBlock
  | (Result & { readonly contentType: 'archival'; readonly entry: Omit<ArchivalEntry, 'score'> })
  | (Result & { readonly contentType: 'messages'; readonly found: FoundMessage })

/** What a search returns. */
export interface MemorySearchResults {
  /** Best first. */
  readonly hits: readonly MemorySearchResult[]
  /** Of everything that was searched, together. */
  readonly indexed: Indexed
}

/** Options of an archival entry. */
export interface NewArchival extends Pick<NewMemory, 'date' | 'importance' | 'tags' | 'source' | 'metadata'> {
  /** Replaces the entry with this id, if it exists. Default: a new id. */
  readonly id?: string
  /** Default `archival`. */
  readonly kind?: string
}

/** A search result from the archive. */
export interface ArchivalEntry extends Omit<StoredMemory, 'text'> {
  readonly content: string
  /** Above 0; higher is better. Comparable within one result only. */
  readonly score: number
}

/** What a search of the archive returns. */
export interface ArchivalResults {
  /** Best first. */
  readonly hits: readonly ArchivalEntry[]
  readonly indexed: Indexed
}
