import type { Fragment, Notice, RepairPolicy } from '@lamella/core'
import { firstOfGroup, missingResultText, type Omission, repairTexts } from '@lamella/core/plugin'
import type { MemoryChunk } from '../contract/chunk.ts'
import type { ChunkExclusion, ChunkFilters, ContextMessage } from '../contract/context.ts'
import type { IChunkRenderer } from '../contract/renderer.ts'
import { defaultSystemPriority } from '../render/kinds.ts'
import { renderShorter } from '../render/render-chunk.ts'
import { createRenderers, type Rendered, type Renderers } from '../render/renderers.ts'
import { type Attributes, writeElement } from '../xml/element.ts'
import { filterChunks, repairChunks } from './filter-chunks.ts'
import { pairChunks } from './pair-chunks.ts'

export interface PrepareOptions {
  readonly filters: ChunkFilters
  readonly repair: RepairPolicy
  readonly renderers: readonly IChunkRenderer[]
  /** Whether to always keep the user's newest message. */
  readonly pinNewestUser: boolean
}

/** A fragment with one message. Its shorter renderings are created on demand, since most builds fit. */
export interface ChunkFragment extends Fragment {
  readonly content: readonly [ContextMessage]
  /** `undefined` for a stand-in for a missing result. */
  readonly chunk: MemoryChunk | undefined
  readonly isCustom: boolean
}

/** The chunks of a state, ready for planning. */
export interface PreparedChunks {
  readonly fragments: readonly ChunkFragment[]
  /** In the order of the state. */
  readonly excluded: readonly ChunkExclusion[]
  /** Calls whose missing result has a stand-in, each with its fragment. */
  readonly repaired: readonly { readonly chunk: MemoryChunk; readonly standIn: ChunkFragment }[]
  readonly renderers: Renderers
}

/** Pairs, filters and renders chunks, and creates a fragment for each. One pass each. */
export function prepareChunks(chunks: readonly MemoryChunk[], options: PrepareOptions): PreparedChunks {
  const paired = pairChunks(chunks)
  const excluded = filterChunks(chunks, paired, options.filters)
  const standIns = new Set(repairChunks(chunks, paired, excluded, options.repair))
  const renderers = createRenderers(options.renderers)
  const newest = options.pinNewestUser ? newestUser(chunks, excluded) : -1
  const summary = chunks.findLastIndex(({ subType }, index) => subType === 'COMPACTED' && !excluded.has(index))
  const first = firstOfGroup(chunks.length, [...paired.results, ...paired.followers].filter(bothIn(excluded)))
  const sizes = new Map<number, number>()
  for (const [index, leader] of first.entries()) {
    sizes.set(leader, (sizes.get(leader) ?? 0) + (standIns.has(index) ? 2 : 1))
  }
  const freeId = createIds(chunks)
  const fragments: ChunkFragment[] = []
  const repaired: PreparedChunks['repaired'][number][] = []
  for (const [index, chunk] of chunks.entries()) {
    if (excluded.has(index)) continue
    const leader = first[index] ?? index
    const group = (sizes.get(leader) ?? 1) > 1 ? `unit ${chunks[leader]?.id ?? ''}` : undefined
    const fragment = fragmentOf(chunk, renderers.render(chunk), group, {
      isNewest: index === newest,
      isSummary: index === summary,
    })
    fragments.push(fragment)
    if (!standIns.has(index)) continue
    const standIn = standInFor(chunk, freeId(`${chunk.id}:result`), fragment)
    fragments.push(standIn)
    repaired.push({ chunk, standIn })
  }
  const inOrder = [...excluded].sort(([a], [b]) => a - b)
  return { fragments, excluded: inOrder.map(([, exclusion]) => exclusion), repaired, renderers }
}

/** Returns the notices about a state. */
export function noticesOf({ renderers, repaired }: PreparedChunks): readonly Notice[] {
  const [first] = repaired
  if (!first) return renderers.notices()
  const others = repaired.length === 1 ? '' : ` and ${repaired.length - 1} more`
  const what = `The state has no result for call '${first.chunk.id}'${others}: marked stand-ins replace missing results.`
  return [
    ...renderers.notices(),
    { code: 'RESULT_MISSING', what, fix: 'Add a result chunk for each call to the state.' },
  ]
}

/** Counts the chunks that each filter and each repair left out. */
export function omissionsOf(excluded: readonly ChunkExclusion[]): readonly Omission[] {
  const counts = new Map<string, number>()
  for (const exclusion of excluded) {
    const reason = reasonFor(exclusion)
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return Array.from(counts, ([reason, count]) => ({ count, reason }))
}

function reasonFor({ reason, option, repair, with: leader }: ChunkExclusion): string {
  if (leader !== undefined) return `left out with the chunk that they belong to (${reason})`
  if (option !== undefined) return `left out by ${option}`
  return repair === undefined ? reason : repairTexts[repair]
}

function bothIn(excluded: ReadonlyMap<number, unknown>): (link: readonly [number, number]) => boolean {
  return ([a, b]) => !excluded.has(a) && !excluded.has(b)
}

/** Returns the last chunk with a message from the user, or from the agent acting as the user. */
function newestUser(chunks: readonly MemoryChunk[], excluded: ReadonlyMap<number, unknown>): number {
  return chunks.findLastIndex((chunk, index) => {
    const isUser = chunk.type === 'AGENT' && chunk.metadata.role === 'user'
    const speaks = isUser || chunk.subType === 'PARENT_MESSAGE' || chunk.subType === 'USER'
    return speaks && !excluded.has(index)
  })
}

function fragmentOf(
  chunk: MemoryChunk,
  { role, text, isCustom }: Rendered,
  group: string | undefined,
  { isNewest, isSummary }: { readonly isNewest: boolean; readonly isSummary: boolean },
): ChunkFragment {
  const { id, type, metadata } = chunk
  const { priority = type === 'SYSTEM' ? defaultSystemPriority : 0, pinned = isSummary } = metadata
  return { id, content: [{ role, content: text }], pinned: pinned || isNewest, rank: priority, group, chunk, isCustom }
}

/** Creates a stand-in for a missing result, marked so that it is not mistaken for the tool's output. */
function standInFor({ subType, metadata }: MemoryChunk, id: string, { group, rank }: ChunkFragment): ChunkFragment {
  const { tool, skill, callId } = metadata as {
    readonly tool?: string
    readonly skill?: string
    readonly callId: string
  }
  const isTool = subType === 'TOOL_CALL'
  const attributes: Attributes = [
    ['id', id],
    isTool ? ['tool', tool] : ['skill', skill],
    ['call_id', callId],
    ['success', false],
    ['error', true],
    ['synthetic', true],
  ]
  const content = writeElement(isTool ? 'tool_result' : 'skill_result', attributes, missingResultText)
  return { id, content: [{ role: 'user', content }], rank, group, chunk: undefined, isCustom: false }
}

function createIds(chunks: readonly MemoryChunk[]): (wanted: string) => string {
  const taken = new Set(chunks.map(({ id }) => id))
  return (wanted) => {
    let id = wanted
    while (taken.has(id)) id += "'"
    taken.add(id)
    return id
  }
}

/**
 * Returns the fragments with their shorter renderings. Custom renderers' output is never cut, since its format is
 * unknown.
 */
export function withShorter(fragments: readonly ChunkFragment[]): readonly Fragment[] {
  return fragments.map((fragment): Fragment => {
    const { chunk, isCustom, content, id, pinned, rank, group } = fragment
    const texts = chunk === undefined || isCustom || pinned ? [] : renderShorter(chunk)
    const { role } = content[0]
    const shorter = texts.length === 0 ? undefined : texts.map((text): [ContextMessage] => [{ role, content: text }])
    return { id, content, pinned, rank, group, shorter }
  })
}
