import type { ContentHit } from '@lamella/core/store'
import { badValue } from '../document/check-value.ts'
import { type CheckedSearch, checkSearchOptions } from './check-search-options.ts'
import { unsupported } from './errors.ts'
import { metadataOf } from './metadata.ts'
import { nameOf, type Places } from './place.ts'
import type { FoundBlock, MemorySearchResult, SearchAgents, SearchOptions } from './search-result.ts'
import type { Settings } from './settings.ts'
import { sharedMetadata } from './source.ts'

/** The searches of a memory of blocks. */
export interface MemorySearch {
  search(agent: string, query: string, options?: SearchOptions): Promise<readonly MemorySearchResult[]>
  searchAll(query: string, options: SearchOptions & SearchAgents): Promise<readonly MemorySearchResult[]>
}

/** What a rank counts less the larger it is (Cormack, Clarke and Büttcher 2009, "Reciprocal rank fusion"). */
const rankConstant = 60

/** @param freshen Brings the texts of an agent's blocks up to date, and of those that are shared with it. */
export function createMemorySearch(
  settings: Settings,
  places: Places,
  freshen: (agent: string) => Promise<void>,
): MemorySearch {
  const { blocks, archive, search: searchStores } = settings

  /** What is the agent's own. */
  async function ask(agent: string, query: string, options: CheckedSearch): Promise<readonly ContentHit[]> {
    const scope = places.agentOf(agent)
    const { content, mode, limit } = options
    if (searchStores !== undefined) {
      return await searchStores(scope, { query, mode, limit, ...(content === undefined ? {} : { content }) })
    }
    const wanted = content ?? [
      ...(blocks.search === undefined ? [] : ['blocks' as const]),
      ...(archive?.search === undefined ? [] : ['memory' as const]),
    ]
    const lists = wanted.map(async (kind): Promise<readonly ContentHit[]> => {
      if (kind === 'blocks' && blocks.search !== undefined) {
        return (await blocks.search(scope, { query, mode, limit })).map((hit) => ({ ...hit, content: kind }))
      }
      if (kind === 'memory' && archive?.search !== undefined) {
        return (await archive.search(scope, { query, mode, limit })).map((hit) => ({ ...hit, content: kind }))
      }
      throw unsupported(`A search of ${kind}`, "Give 'search', such as that of sqlite(), or stores that have one.")
    })
    return fuse(await Promise.all(lists), limit)
  }

  /** What others share with the agent, whatever the permission: each allows to read. */
  async function askOthers(
    agent: string,
    query: string,
    { mode, limit }: CheckedSearch,
  ): Promise<readonly MemorySearchResult[]> {
    const hits = await blocks.searchShared?.(places.agentOf(agent), { query, mode, limit })
    return (hits ?? []).map(({ item, score, by }) => {
      const { owner, block } = item
      const metadata = { ...sharedMetadata(item), owner, sharedFrom: nameOf(owner) }
      return { agent, contentType: 'blocks', block: metadata, content: block.text, score, by }
    })
  }

  async function searchOne(
    agent: string,
    query: string,
    options: CheckedSearch,
  ): Promise<readonly MemorySearchResult[]> {
    if (options.content !== undefined && !options.content.includes('blocks')) {
      return (await ask(agent, query, options)).map((hit) => resultOf(agent, hit))
    }
    await freshen(agent)
    const [own, others] = await Promise.all([ask(agent, query, options), askOthers(agent, query, options)])
    return fuse([own.map((hit) => resultOf(agent, hit)), others], options.limit)
  }

  return {
    search: async (agent, query, options) => await searchOne(agent, query, checkSearchOptions(options)),
    searchAll: async (query, options) => {
      const { agents, ...rest } = options ?? {}
      if (!Array.isArray(agents)) throw badValue('options.agents', 'is not a list of agents')
      const checked = checkSearchOptions(rest)
      const all = [...new Set(agents as readonly string[])]
      const found = await Promise.all(all.map((agent) => searchOne(agent, query, checked)))
      return fuse(foundOnce(found, places), checked.limit)
    },
  }
}

/** What several agents found, each block once: as that of its owner where that is one of them. */
function foundOnce(
  found: readonly (readonly MemorySearchResult[])[],
  places: Places,
): readonly (readonly MemorySearchResult[])[] {
  const keyOf = ({ agent, block: { id, owner } }: FoundBlock): string => {
    const { tenant, user, agent: name } = owner ?? places.agentOf(agent)
    return JSON.stringify([tenant, user, name, id])
  }
  const all = found.flat().filter((hit) => hit.contentType === 'blocks')
  const chosen = new Map<string, FoundBlock>()
  for (const hit of all) {
    const key = keyOf(hit)
    if (!chosen.has(key) || hit.block.owner === undefined) chosen.set(key, hit)
  }
  return found.map((hits) => hits.filter((hit) => hit.contentType !== 'blocks' || chosen.get(keyOf(hit)) === hit))
}

/** Several lists as one, by the rank that each hit has in its own: scores of different lists say nothing of each other. */
function fuse<Hit extends ContentHit | MemorySearchResult>(
  lists: readonly (readonly Hit[])[],
  limit: number,
): readonly Hit[] {
  const filled = lists.filter((hits) => hits.length > 0)
  if (filled.length <= 1) return filled[0]?.slice(0, limit) ?? []
  const ranked = filled.flatMap((hits) => hits.map((hit, rank) => ({ ...hit, score: 1 / (rankConstant + 1 + rank) })))
  // Equal ones stand in the order of the lists: what is the agent's own comes first.
  return ranked.sort((a, b) => b.score - a.score).slice(0, limit)
}

function resultOf(agent: string, hit: ContentHit): MemorySearchResult {
  const { score, by } = hit
  if (hit.content === 'messages') return { agent, contentType: 'messages', found: hit.item, score, by }
  if (hit.content === 'memory') {
    const { text, ...rest } = hit.item
    return { agent, contentType: 'archival', entry: { ...rest, content: text }, score, by }
  }
  return { agent, contentType: 'blocks', block: metadataOf(hit.item), content: hit.item.text, score, by }
}
