import { type Check, type Checks, checkOptions, mustBeOneOf, mustBeTexts, mustBeWhole } from '@lamella/core/plugin'
import type { ContentHit, SearchContent, SearchMode } from '@lamella/store'
import type { BlockCache } from '../cache/cache.ts'
import { unsupported } from '../errors.ts'
import type { BlockMemory } from '../store/block-memory.ts'
import { metadataOf, mustBeReadable } from '../store/metadata.ts'
import { nameOf, type Places } from '../store/place.ts'
import type {
  FoundBlock,
  MemorySearchResult,
  MemorySearchResults,
  SearchAgents,
  SearchContentType,
  SearchOptions,
} from '../store/search-result.ts'
import type { Settings } from '../store/settings.ts'
import { sharedMetadata, sharingOf } from '../store/source.ts'
import { listBlocks } from './block-operations.ts'

/** A search in the terms of the stores. */
interface Search {
  readonly query: string
  readonly mode: SearchMode
  readonly limit: number
  /** `undefined` for everything that the stores can search. */
  readonly content: readonly SearchContent[] | undefined
}

const modes = { fts: 'keyword', vector: 'vector', hybrid: 'hybrid', auto: 'auto' } as const
const contents = { blocks: 'blocks', archival: 'memory', messages: 'messages' } as const

const mustBeContentTypes: Check = (value) => {
  if (!Array.isArray(value)) return 'must be a list'
  return value.map(mustBeOneOf(Object.keys(contents))).find((problem) => problem !== undefined)
}

const checks: Checks<SearchOptions> = {
  mode: mustBeOneOf(Object.keys(modes)),
  contentTypes: mustBeContentTypes,
  limit: mustBeWhole(1),
}

/**
 * The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009). A larger constant lowers scores more
 * slowly by rank.
 */
const rankConstant = 60

export function createMemorySearch(
  { blocks, archive, search: searchStores, onError }: Settings,
  places: Places,
  cache: BlockCache,
): Pick<BlockMemory, 'searches' | 'search' | 'searchAll'> {
  const fix = "Pass the option 'search', such as that of sqlite(), or stores with a search method."
  const any = [searchStores, blocks.search, archive?.search].some((one) => one !== undefined)

  /** Searches the agent's own content. */
  async function searchOwn(agent: string, { content, ...request }: Search): Promise<MemorySearchResults> {
    const scope = places.agentOf(agent)
    if (searchStores !== undefined) {
      const { hits, indexed } = await searchStores(scope, content === undefined ? request : { ...request, content })
      return { hits: hits.map((hit) => resultOf(agent, hit)), indexed }
    }
    const stores = { blocks, memory: archive }
    const searchable = (['blocks', 'memory'] as const).filter((kind) => stores[kind]?.search !== undefined)
    const lists = (content ?? searchable).map(async (kind) => {
      const result = kind === 'messages' ? undefined : await stores[kind]?.search?.(scope, request)
      if (result === undefined) throw unsupported(`a search of ${kind}`, fix)
      const { hits, indexed } = result
      return { hits: hits.map((hit) => resultOf(agent, { ...hit, content: kind } as ContentHit)), indexed }
    })
    return fuse(await Promise.all(lists), request.limit)
  }

  /** Searches content shared with the agent. Every permission allows reading. */
  async function searchShared(agent: string, { content: _, ...request }: Search): Promise<MemorySearchResults> {
    const result = await blocks.searchShared?.(places.agentOf(agent), request)
    if (result === undefined) return { hits: [], indexed: { of: 0, done: 0 } }
    const hits = result.hits.map(({ item, score, by }): FoundBlock => {
      const { owner, block } = item
      const metadata = { ...sharedMetadata(item), owner, sharedFrom: nameOf(owner) }
      return { agent, contentType: 'blocks', block: metadata, content: block.text, score, by }
    })
    return { hits, indexed: result.indexed }
  }

  /** Updates the search texts of the agent's blocks, including shared ones. */
  async function updateTexts(agent: string): Promise<void> {
    const scope = places.agentOf(agent)
    const own = await listBlocks(blocks, scope, { stale: true })
    const shared = blocks.searchShared === undefined ? [] : await sharingOf(blocks).listShared(scope)
    const stale = [
      ...own.map((block) => ({ block, owner: agent })),
      ...shared.filter(({ block }) => block.textRevision < block.contentRevision),
    ]
    for (const { block, owner } of stale) {
      try {
        mustBeReadable(metadataOf(block))
        await cache.use(places.of(agent, block.label, owner), async (held) => await held.writeText())
      } catch (error) {
        onError(error, { agent, label: block.label })
      }
    }
  }

  async function searchOne(agent: string, search: Search): Promise<MemorySearchResults> {
    if (!any) throw unsupported('a search', fix)
    if (search.content?.includes('blocks') === false) return await searchOwn(agent, search)
    await updateTexts(agent)
    return fuse(await Promise.all([searchOwn(agent, search), searchShared(agent, search)]), search.limit)
  }

  return {
    searches: { archive: archive?.search !== undefined, any },
    search: async (agent, query, options = {}) =>
      await searchOne(agent, searchOf(query, checkOptions('search', options, checks))),
    searchAll: async (query, options) => {
      const { agents, ...rest } = checkOptions<SearchOptions & SearchAgents>(
        'searchAll',
        options,
        { ...checks, agents: mustBeTexts },
        ['agents'],
      )
      const search = searchOf(query, rest)
      const all = [...new Set(agents)]
      const found = await Promise.all(all.map((agent) => searchOne(agent, search)))
      return fuse(foundOnce(found, places), search.limit)
    },
  }
}

function searchOf(query: string, { mode = 'auto', contentTypes, limit = 10 }: SearchOptions): Search {
  return { query, mode: modes[mode], limit, content: contentTypes?.map((type: SearchContentType) => contents[type]) }
}

/** Merges the results of several agents and lists each block once: under its owner, if the owner is one of them. */
function foundOnce(found: readonly MemorySearchResults[], places: Places): readonly MemorySearchResults[] {
  const keyOf = ({ agent, block: { id, owner } }: FoundBlock): string => {
    const { tenant, user, agent: name } = owner ?? places.agentOf(agent)
    return JSON.stringify([tenant, user, name, id])
  }
  const all = found.flatMap(({ hits }) => hits).filter((hit) => hit.contentType === 'blocks')
  const chosen = new Map<string, FoundBlock>()
  for (const hit of all) {
    const key = keyOf(hit)
    if (!chosen.has(key) || hit.block.owner === undefined) chosen.set(key, hit)
  }
  const isChosen = (hit: MemorySearchResult): boolean => hit.contentType !== 'blocks' || chosen.get(keyOf(hit)) === hit
  return found.map(({ hits, indexed }) => ({ hits: hits.filter(isChosen), indexed }))
}

/** Merges lists by rank, because scores of different lists are not comparable. */
function fuse(lists: readonly MemorySearchResults[], limit: number): MemorySearchResults {
  const indexed = { of: 0, done: 0 }
  for (const list of lists) {
    indexed.of += list.indexed.of
    indexed.done += list.indexed.done
  }
  const filled = lists.filter(({ hits }) => hits.length > 0)
  if (filled.length <= 1) return { hits: filled[0]?.hits.slice(0, limit) ?? [], indexed }
  const ranked = filled.flatMap(({ hits }) =>
    hits.map((hit, rank) => ({ ...hit, score: 1 / (rankConstant + 1 + rank) })),
  )
  // Equal scores keep the order of the lists: the agent's own results come first.
  return { hits: ranked.sort((a, b) => b.score - a.score).slice(0, limit), indexed }
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
