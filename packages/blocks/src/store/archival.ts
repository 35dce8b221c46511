import type { MemoryStore, NewMemory, StoredMemory } from '@lamella/core/store'
import { unsupported } from './errors.ts'
import type { Places } from './place.ts'
import type { Settings } from './settings.ts'

/** What can be said of an archival entry beside its text. */
export interface NewArchival extends Pick<NewMemory, 'date' | 'importance' | 'tags' | 'source' | 'metadata'> {
  /** An entry of that id is put in the place of the one that is there. Default: a new one. */
  readonly id?: string
  /** Default `archival`. */
  readonly kind?: string
}

/** An archival entry that was found. */
export interface ArchivalEntry extends Omit<StoredMemory, 'text'> {
  readonly content: string
  /** Above 0; higher is better. Comparable inside of one answer only. */
  readonly score: number
}

/** The archive of a memory of blocks. */
export interface Archive {
  insertArchival(agent: string, content: string, more?: NewArchival): Promise<string>
  searchArchival(agent: string, query: string, limit?: number): Promise<readonly ArchivalEntry[]>
  deleteArchival(agent: string, id: string): Promise<boolean>
}

export function createArchive({ archive, now, newId }: Settings, places: Places): Archive {
  const given = (operation: string): MemoryStore => {
    if (archive !== undefined) return archive
    throw unsupported(operation, "Give a store of memories as 'archive', such as createMemoryStore().")
  }
  return {
    insertArchival: async (agent, content, more = {}) => {
      const store = given('insertArchival')
      const entry = { kind: 'archival', ...more, id: more.id ?? newId(), text: content }
      const { id } = await store.put(places.agentOf(agent), entry, now === undefined ? {} : { at: now() })
      return id
    },
    searchArchival: async (agent, query, limit = 10) => {
      const store = given('searchArchival')
      if (store.search === undefined) throw unsupported('searchArchival', "Give an 'archive' that has a search.")
      const hits = await store.search(places.agentOf(agent), { query, limit })
      return hits.map(({ item: { text, ...rest }, score }) => ({ ...rest, content: text, score }))
    },
    deleteArchival: async (agent, id) => await given('deleteArchival').delete(places.agentOf(agent), id),
  }
}
