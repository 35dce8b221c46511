import type { Indexed, NewMemory, StoredMemory } from '@lamella/store'

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
