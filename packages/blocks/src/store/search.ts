import type { ContentHit, SearchContent, SearchMode } from '@lamella/core/store'
import { badValue } from '../document/check-value.ts'
import { unsupported } from './errors.ts'
import { metadataOf } from './metadata.ts'
import { nameOf, type Places } from './place.ts'
import type { FoundBlock, MemorySearchResult, SearchAgents, SearchContentType, SearchOptions } from './search-result.ts'
import type { Settings } from './settings.ts'
import { sharedMetadata } from './source.ts'

/** The searches of a memory of blocks. */
export interface MemorySearch {
  search(agent: string, query: string, options?: SearchOptions): Promise<readonly MemorySearchResult[]>
  searchAll(query: string, options: SearchOptions & SearchAgents): Promise<readonly MemorySearchResult[]>
}

/** A search in the words of stores. */
interface Search {
  readonly query: string
  readonly mode: SearchMode
  readonly limit: number
  /** `undefined`: everything that the stores can search. */
  readonly content: readonly SearchContent[] | undefined
}

const modes = { fts: 'keyword', vector: 'vector', hybrid: 'hybrid', auto: 'auto' } as const
const contents = { blocks: 'blocks', archival: 'memory', messages: 'messages' } as const

/** How slowly the score falls with the rank (Cormack, Clarke and Büttcher 2009, "Reciprocal rank fusion"). */
const rankConstant = 60

/** @param freshen Brings the texts of an agent's blocks up to date, and of those that are shared with it. */
export function createMemorySearch(
  { blocks, archive, search: searchStores }: Settings,
  places: Places,
  freshen: (agent: string) => Promise<void>,
): MemorySearch {
  /** What is the agent's own. */
  async function searchOwn(agent: string, { content, ...request }: Search): Promise<readonly MemorySearchResult[]> {
    const scope = places.agentOf(agent)
    if (searchStores !== undefined) {
      const hits = await searchStores(scope, content === undefined ? request : { ...request, content })
      return hits.map((hit) => resultOf(agent, hit))
    }
    const stores = { blocks, memory: archive }
    const able = (['blocks', 'memory'] as const).filter((kind) => stores[kind]?.search !== undefined)
    const lists = (content ?? able).map(async (kind) => {
      const hits = kind === 'messages' ? undefined : await stores[kind]?.search?.(scope, request)
      const fix = "Give 'search', such as that of sqlite(), or stores that have one."
      if (hits === undefined) throw unsupported(`A search of ${kind}`, fix)
      return hits.map((hit) => resultOf(agent, { ...hit, content: kind } as ContentHit))
    })
    return fuse(await Promise.all(lists), request.limit)
  }

  /** What others share with the agent, whatever the permission: every one allows reading. */
  async function searchShared(agent: string, { content: _, ...request }: Search): Promise<readonly FoundBlock[]> {
    const hits = (await blocks.searchShared?.(places.agentOf(agent), request)) ?? []
    return hits.map(({ item, score, by }) => {
      const { owner, block } = item
      const metadata = { ...sharedMetadata(item), owner, sharedFrom: nameOf(owner) }
      return { agent, contentType: 'blocks', block: metadata, content: block.text, score, by }
    })
  }

  async function searchOne(agent: string, search: Search): Promise<readonly MemorySearchResult[]> {
    if (search.content?.includes('blocks') === false) return await searchOwn(agent, search)
    await freshen(agent)
    return fuse(await Promise.all([searchOwn(agent, search), searchShared(agent, search)]), search.limit)
  }

  return {
    search: async (agent, query, options) => await searchOne(agent, checkSearch(query, options)),
    searchAll: async (query, options) => {
      const { agents, ...rest } = options ?? {}
      if (!Array.isArray(agents)) throw badValue('options.agents', 'is not a list of agents')
      const search = checkSearch(query, rest)
      const all = [...new Set(agents as readonly string[])]
      const found = await Promise.all(all.map((agent) => searchOne(agent, search)))
      return fuse(foundOnce(found, places), search.limit)
    },
  }
}

/** @throws LamellaError `BLOCK_VALUE_INVALID` */
function checkSearch(
  query: string,
  { mode = 'auto', contentTypes, limit = 10, ...others }: SearchOptions = {},
): Search {
  const [other] = Object.keys(others)
  if (other !== undefined) throw badValue(`options.${other}`, 'is not an option of a search')
  if (!Object.hasOwn(modes, mode)) throw badValue('options.mode', `is none of ${Object.keys(modes).join(', ')}`)
  if (!Number.isSafeInteger(limit) || limit < 1) throw badValue('options.limit', 'is not a whole number, 1 or more')
  if (contentTypes !== undefined && !Array.isArray(contentTypes))
    throw badValue('options.contentTypes', 'is not a list')
  const content = (contentTypes as readonly SearchContentType[] | undefined)?.map((type) => {
    if (Object.hasOwn(contents, type)) return contents[type]
    throw badValue('options.contentTypes', `has one that is none of ${Object.keys(contents).join(', ')}`)
  })
  return { query, mode: modes[mode], limit, content }
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
function fuse(lists: readonly (readonly MemorySearchResult[])[], limit: number): readonly MemorySearchResult[] {
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
