import { LamellaError, type RepairPolicy } from '@lamella/core'
import { type Check, type Checks, mustBeBoolean, mustBeTexts } from '@lamella/core/plugin'
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
 * What the options leave out, and what cannot be there without it: a call with its result and its thoughts, a result of a
 * sub-agent with the chunk that sent it out.
 */
export function filterChunks(
  chunks: readonly MemoryChunk[],
  { results, followers }: PairedChunks,
  { includeSystem = true, includeEnvironment = true, excludeTypes = [], includeOnlyChunkIds }: ChunkFilters,
): Exclusions {
  const excluded: Exclusions = new Map()
  const types = new Set<string>(excludeTypes)
  const only = includeOnlyChunkIds && new Set(includeOnlyChunkIds)
  const reasonOf = ({ id, type }: MemoryChunk): string | undefined => {
    if (types.has(type)) return `excludeTypes has ${type}`
    if (!includeSystem && type === 'SYSTEM') return 'includeSystem is false'
    if (!includeEnvironment && type === 'ENVIRONMENT') return 'includeEnvironment is false'
    return only && !only.has(id) ? 'includeOnlyChunkIds does not have it' : undefined
  }
  const exclude = (index: number, detail: string): void => {
    const { id: chunkId } = chunks[index] as MemoryChunk
    if (!excluded.has(index)) excluded.set(index, { chunkId, reason: 'filter', detail })
  }
  for (const [index, chunk] of chunks.entries()) {
    const reason = reasonOf(chunk)
    if (reason !== undefined) exclude(index, reason)
  }
  const nameOf = (index: number): string => `'${chunks[index]?.id ?? ''}'`
  for (const [call, result] of results) {
    if (excluded.has(call)) exclude(result, `its call ${nameOf(call)} is left out`)
    else if (excluded.has(result)) exclude(call, `its result ${nameOf(result)} is left out`)
  }
  for (const [follower, leader] of followers) {
    if (excluded.has(leader)) exclude(follower, `it belongs to ${nameOf(leader)}, which is left out`)
  }
  return excluded
}

/**
 * Treats half of a call and its result by policy: leaves it out, or says which calls need a stand-in for their result.
 *
 * @throws LamellaError `TOOL_PAIR_BROKEN` where the policy is `fail`
 */
export function repairChunks(
  chunks: readonly MemoryChunk[],
  { orphans, unanswered, followers }: PairedChunks,
  excluded: Exclusions,
  { missingResult = 'synthesize', orphanResult = 'drop' }: RepairPolicy,
): readonly number[] {
  const drop = (index: number, detail: string): void => {
    const { id: chunkId } = chunks[index] as MemoryChunk
    excluded.set(index, { chunkId, reason: 'repair', detail })
  }
  for (const index of orphans) {
    if (excluded.has(index)) continue
    if (orphanResult === 'fail') throw broken(chunks[index] as MemoryChunk, ['result', 'call'])
    drop(index, 'a result without a call was dropped')
  }
  const missing = unanswered.filter((index) => !excluded.has(index))
  if (missingResult === 'synthesize') return missing
  for (const index of missing) {
    if (missingResult === 'fail') throw broken(chunks[index] as MemoryChunk, ['call', 'result'])
    drop(index, 'a call without a result was dropped')
  }
  for (const [follower, leader] of followers) {
    const goes = excluded.get(leader)?.reason === 'repair' && !excluded.has(follower)
    if (goes) drop(follower, `it belongs to '${chunks[leader]?.id ?? ''}', which was dropped`)
  }
  return []
}

function broken({ id, metadata }: MemoryChunk, [has, lacks]: readonly [string, string]): LamellaError {
  const toolCallId = (metadata as { readonly callId?: string }).callId ?? ''
  return new LamellaError({
    code: 'TOOL_PAIR_BROKEN',
    what: `Chunk '${id}': the ${has} '${toolCallId}' has no ${lacks}.`,
    fix: 'Complete the state, or choose another policy with repair: { missingResult, orphanResult }.',
    details: { layer: 'chunks', fragment: id, toolCallId },
  })
}
