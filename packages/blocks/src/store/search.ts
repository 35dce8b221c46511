import type { ContentHit, FoundMessage, SearchContent, SearchHit, SearchMode } from '@lamella/core'
import { badValue } from '../document/check-value.ts'
import type { ArchivalEntry } from './archival.ts'
import { unsupported } from './errors.ts'
import { type BlockMetadata, metadataOf } from './metadata.ts'
import type { Places } from './place.ts'
import type { Settings } from './settings.ts'

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
  /** Whose it is. */
  readonly agent: string
  /** Above 0; higher is better. Comparable inside of one answer only. */
  readonly score: number
  /** Which ways found it. */
  readonly by: readonly ('keyword' | 'vector')[]
}

/** Something that was found. */
export type MemorySearchResult =
  | (Result & { readonly contentType: 'blocks'; readonly block: BlockMetadata; readonly content: string })
  | (Result & { readonly contentType: 'archival'; readonly entry: Omit<ArchivalEntry, 'score'> })
  | (Result & { readonly contentType: 'messages'; readonly found: FoundMessage })

export interface MemorySearch {
  search(agent: string, query: string, options?: SearchOptions): Promise<readonly MemorySearchResult[]>
  searchAll(query: string, options: SearchOptions & SearchAgents): Promise<readonly MemorySearchResult[]>
}

const modes: Readonly<Record<NonNullable<SearchOptions['mode']>, SearchMode>> = {
  fts: 'keyword',
  vector: 'vector',
  hybrid: 'hybrid',
  auto: 'auto',
}
const contents: Readonly<Record<SearchContentType, SearchContent>> = {
  blocks: 'blocks',
  archival: 'memory',
  messages: 'messages',
}

/** What a rank counts less the larger it is (Cormack, Clarke and Büttcher 2009, "Reciprocal rank fusion"). */
const rankConstant = 60

/** @param freshen Brings the texts of an agent's blocks up to date. */
export function createMemorySearch(
  settings: Settings,
  places: Places,
  freshen: (agent: string) => Promise<void>,
): MemorySearch {
  const { blocks, archive, search: searchStores } = settings

  async function ask(agent: string, query: string, options: Checked): Promise<readonly ContentHit[]> {
    const scope = places.scopeOf(agent)
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

  async function search(agent: string, query: string, options?: SearchOptions): Promise<readonly MemorySearchResult[]> {
    const checked = checkSearchOptions(options)
    if (checked.content === undefined || checked.content.includes('blocks')) await freshen(agent)
    return (await ask(agent, query, checked)).map((hit) => resultOf(agent, hit))
  }

  return {
    search,
    searchAll: async (query, options) => {
      const { agents, ...rest } = options
      if (!Array.isArray(agents)) throw badValue('options.agents', 'is not a list of agents')
      const found = await Promise.all(
        [...new Set(agents as readonly string[])].map((agent) => search(agent, query, rest)),
      )
      return fuse(found, checkSearchOptions(rest).limit)
    },
  }
}

/** Several lists as one, by the rank that each hit has in its own: scores of different lists say nothing of each other. */
function fuse<Hit extends SearchHit<unknown> | MemorySearchResult>(
  lists: readonly (readonly Hit[])[],
  limit: number,
): readonly Hit[] {
  if (lists.length === 1) return lists[0] ?? []
  const ranked = lists.flatMap((hits) => hits.map((hit, rank) => ({ ...hit, score: 1 / (rankConstant + 1 + rank) })))
  return ranked.sort((a, b) => b.score - a.score).slice(0, limit)
}

interface Checked {
  readonly mode: SearchMode
  readonly content: readonly SearchContent[] | undefined
  readonly limit: number
}

function checkSearchOptions({ mode = 'auto', contentTypes, limit = 10, ...others }: SearchOptions = {}): Checked {
  const [other] = Object.keys(others)
  if (other !== undefined) throw badValue(`options.${other}`, 'is not an option of a search')
  if (!Object.hasOwn(modes, mode)) throw badValue('options.mode', `is none of ${Object.keys(modes).join(', ')}`)
  if (!Number.isSafeInteger(limit) || limit < 1) throw badValue('options.limit', 'is not a whole number from 1 on')
  if (contentTypes !== undefined && !Array.isArray(contentTypes))
    throw badValue('options.contentTypes', 'is not a list')
  const content = contentTypes?.map((type) => {
    if (Object.hasOwn(contents, type)) return contents[type as SearchContentType]
    throw badValue('options.contentTypes', `has one that is none of ${Object.keys(contents).join(', ')}`)
  })
  return { mode: modes[mode], content, limit }
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
