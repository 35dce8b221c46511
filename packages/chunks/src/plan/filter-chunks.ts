import { LamellaError, type RepairPolicy } from '@lamella/core'
import { type Check, type Checks, mustBeBoolean, mustBeTexts, type RepairAction } from '@lamella/core/plugin'
import { ChunkType } from '../chunk-type.ts'
import type { MemoryChunk } from '../contract/chunk.ts'
import type { ChunkExclusion, ChunkFilters } from '../contract/context.ts'
import type { PairedChunks } from './pair-chunks.ts'

const types: readonly unknown[] = Object.values(ChunkType)

const mustBeTypes: Check = (value) =>
  Array.isArray(value) && value.every((type) => types.includes(type))
    ? undefined
    : `must be a list of types: ${types.join(', ')}`

export const filterChecks: Checks<ChunkFilters> = {
  includeSystem: mustBeBoolean,
  includeEnvironment: mustBeBoolean,
  excludeTypes: mustBeTypes,
  includeOnlyChunkIds: mustBeTexts,
}

/** By index of the chunks. */
export type Exclusions = Map<number, ChunkExclusion>

/**
 * Excludes chunks by the options, along with chunks that depend on them: a call with its result and thoughts, a
 * sub-agent's result with the chunk that spawned it.
 */
export function filterChunks(
  chunks: readonly MemoryChunk[],
  { results, followers }: PairedChunks,
  { includeSystem = true, includeEnvironment = true, excludeTypes = [], includeOnlyChunkIds }: ChunkFilters,
): Exclusions {
  const excluded: Exclusions = new Map()
  const types = new Set<string>(excludeTypes)
  const only = includeOnlyChunkIds && new Set(includeOnlyChunkIds)
  const optionFor = ({ id, type }: MemoryChunk): keyof ChunkFilters | undefined => {
    if (types.has(type)) return 'excludeTypes'
    if (!includeSystem && type === 'SYSTEM') return 'includeSystem'
    if (!includeEnvironment && type === 'ENVIRONMENT') return 'includeEnvironment'
    return only && !only.has(id) ? 'includeOnlyChunkIds' : undefined
  }
  for (const [index, chunk] of chunks.entries()) {
    const option = optionFor(chunk)
    if (option !== undefined) excluded.set(index, { chunkId: chunk.id, reason: 'filter', option })
  }
  const excludeWith = (index: number, other: number): void => {
    const first = excluded.get(other)
    if (first && !excluded.has(index)) excluded.set(index, { ...first, ...namesOf(chunks, index, other) })
  }
  for (const [call, result] of results) {
    excludeWith(result, call)
    excludeWith(call, result)
  }
  for (const [follower, leader] of followers) excludeWith(follower, leader)
  return excluded
}

/**
 * Applies the repair policy to calls and results without a counterpart: excludes them, or returns the calls that need a
 * stand-in for their result.
 *
 * @throws LamellaError `TOOL_PAIR_BROKEN` if the policy is `fail`
 */
export function repairChunks(
  chunks: readonly MemoryChunk[],
  { orphans, unanswered, followers }: PairedChunks,
  excluded: Exclusions,
  { missingResult = 'synthesize', orphanResult = 'drop' }: RepairPolicy,
): readonly number[] {
  const drop = (index: number, repair: RepairAction): void => {
    const chunk = chunks[index] as MemoryChunk
    excluded.set(index, { chunkId: chunk.id, reason: 'repair', repair, toolCallId: callIdOf(chunk) })
  }
  for (const index of orphans) {
    if (excluded.has(index)) continue
    if (orphanResult === 'fail') throw broken(chunks[index] as MemoryChunk, ['result', 'call'])
    drop(index, 'result-dropped')
  }
  const missing = unanswered.filter((index) => !excluded.has(index))
  if (missingResult === 'synthesize') return missing
  for (const index of missing) {
    if (missingResult === 'fail') throw broken(chunks[index] as MemoryChunk, ['call', 'result'])
    drop(index, 'call-dropped')
  }
  for (const [follower, leader] of followers) {
    const first = excluded.get(leader)
    const goes = first?.reason === 'repair' && !excluded.has(follower)
    if (goes) excluded.set(follower, { ...first, ...namesOf(chunks, follower, leader) })
  }
  return []
}

/** A chunk, and the chunk that caused its exclusion. */
function namesOf(chunks: readonly MemoryChunk[], index: number, other: number): { chunkId: string; with: string } {
  return { chunkId: chunks[index]?.id ?? '', with: chunks[other]?.id ?? '' }
}

function callIdOf({ metadata }: MemoryChunk): string {
  return (metadata as { readonly callId?: string }).callId ?? ''
}

function broken(chunk: MemoryChunk, [has, lacks]: readonly [string, string]): LamellaError {
  const { id } = chunk
  const toolCallId = callIdOf(chunk)
  return new LamellaError({
    code: 'TOOL_PAIR_BROKEN',
    what: `Chunk '${id}': the ${has} '${toolCallId}' has no ${lacks}.`,
    fix: 'Complete the state, or set another policy with repair: { missingResult, orphanResult }.',
    details: { layer: 'chunks', fragment: id, toolCallId },
  })
}
