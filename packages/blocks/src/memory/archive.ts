import type { MemoryStore } from '@lamella/store'
import { unsupported } from '../errors.ts'
import type { BlockMemory } from '../store/block-memory.ts'
import type { Places } from '../store/place.ts'
import type { Settings } from '../store/settings.ts'

type Archive = Pick<BlockMemory, 'insertArchival' | 'searchArchival' | 'deleteArchival'>

export function createArchive({ archive, now, newId }: Settings, places: Places): Archive {
  const storeFor = (operation: string): MemoryStore => {
    if (archive !== undefined) return archive
    throw unsupported(operation, "Pass a memory store as 'archive', such as createMemoryStore({ ranker }).")
  }
  return {
    insertArchival: async (agent, content, more = {}) => {
      const store = storeFor('insertArchival')
      const entry = { kind: 'archival', ...more, id: more.id ?? newId(), text: content }
      const { id } = await store.put(places.agentOf(agent), entry, now === undefined ? {} : { at: now() })
      return id
    },
    searchArchival: async (agent, query, limit = 10) => {
      const store = storeFor('searchArchival')
      if (store.search === undefined) throw unsupported('searchArchival', "Pass an 'archive' with a search method.")
      const { hits, indexed } = await store.search(places.agentOf(agent), { query, limit })
      return { hits: hits.map(({ item: { text, ...rest }, score }) => ({ ...rest, content: text, score })), indexed }
    },
    deleteArchival: async (agent, id) => await storeFor('deleteArchival').delete(places.agentOf(agent), id),
  }
}
