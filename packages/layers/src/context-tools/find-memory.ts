import type { MemoryEntry, Ranker, Scope } from '@lamella/core'
import { indexedSoFar, rankDocuments } from '@lamella/store'
import { bestEntries } from '../memory/best.ts'
import type { ToolMemory } from './contract.ts'

/** What a search in a memory returns. */
interface FoundMemories {
  /** Best first. */
  readonly entries: readonly MemoryEntry[]
  /** Says that the index is incomplete, if it is. */
  readonly behind?: string | undefined
}

/** A search in a memory. */
export type FindMemory = (
  scope: Scope,
  query: { readonly query: string; readonly limit: number; readonly signal: AbortSignal; readonly now?: Date },
) => Promise<FoundMemories>

/** The most entries of a store that are ranked in one call. */
const maxListed = 10_000

/** Returns how a memory is searched: by itself, or by a ranker over its entries; `undefined` if it cannot be. */
export function findMemoryIn(memory: ToolMemory, ranker: Ranker | undefined): FindMemory | undefined {
  const { search, entries, list } = memory
  if (search !== undefined) {
    return async (scope, { query, limit, signal }) => {
      const result = await memory.search?.(scope, { query, limit, signal })
      if (result === undefined) return { entries: [] }
      return { entries: result.hits.map(({ item }) => item), behind: indexedSoFar(result.indexed, 'memories') }
    }
  }
  if (ranker === undefined) return undefined
  if (entries !== undefined) {
    return async (scope, { limit, ...request }) => {
      const given = await memory.entries?.(scope, request)
      const all = given?.entries ?? []
      return { entries: given?.found === true ? all.slice(0, limit) : ranked(ranker, request.query, all, limit) }
    }
  }
  if (list === undefined) return undefined
  return async (scope, { query, limit }) => ({ entries: ranked(ranker, query, await listed(memory, scope), limit) })
}

function ranked(ranker: Ranker, query: string, entries: readonly MemoryEntry[], limit: number): readonly MemoryEntry[] {
  const scores = rankDocuments(ranker, query, entries)
  const best = bestEntries(entries, scores, limit).filter((index) => (scores[index] ?? 0) > 0)
  return best.flatMap((index) => entries[index] ?? [])
}

async function listed(memory: ToolMemory, scope: Scope): Promise<readonly MemoryEntry[]> {
  const found: MemoryEntry[] = []
  for (;;) {
    const after = found.at(-1)?.id
    const page = await memory.list?.(scope, { limit: 1_000, ...(after !== undefined && { after }) })
    found.push(...(page?.entries ?? []))
    if (page?.more !== true || found.length >= maxListed) return found
  }
}
