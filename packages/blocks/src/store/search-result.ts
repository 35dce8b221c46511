import type { Scope } from '@lamella/core'
import type { FoundMessage } from '@lamella/core/store'
import type { ArchivalEntry } from './archival.ts'
import type { BlockMetadata } from './metadata.ts'

/** What can be searched. */
export type SearchContentType = 'blocks' | 'archival' | 'messages'

/** How, and what, is searched. */
export interface SearchOptions {
  /** `fts`: by words. `vector`: by meaning. `hybrid`: both. `auto` (default): the best that the stores have. */
  readonly mode?: 'fts' | 'vector' | 'hybrid' | 'auto'
  /** Default: all that the stores can search. */
  readonly contentTypes?: readonly SearchContentType[]
  /** At most so many results, 1 or more. Default 10. */
  readonly limit?: number
}

/** Of whom. A store lists nobody's agents. */
export interface SearchAgents {
  readonly agents: readonly string[]
}

interface Result {
  /** Who found it: one of those that it was searched for. */
  readonly agent: string
  /** Above 0; higher is better. Comparable inside of one answer only. */
  readonly score: number
  /** Which ways found it. */
  readonly by: readonly ('keyword' | 'vector')[]
}

/** A block that was found: the agent's own, or one that is shared with it, which says whose it is. */
export interface FoundBlock extends Result {
  readonly contentType: 'blocks'
  readonly block: BlockMetadata & {
    readonly owner?: Scope
    /** The owner as the model is told it. */
    readonly sharedFrom?: string
  }
  readonly content: string
}

/** Something that was found. */
export type MemorySearchResult =
  | FoundBlock
  | (Result & { readonly contentType: 'archival'; readonly entry: Omit<ArchivalEntry, 'score'> })
  | (Result & { readonly contentType: 'messages'; readonly found: FoundMessage })
