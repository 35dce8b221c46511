import type { CountMemory } from '@lamella/core'
import { type Checks, checkOptions, createCounter, mustBeText, mustBeWhole } from '@lamella/core/plugin'
import type { MemoryState } from '../contract/chunk.ts'
import type { ChunkExclusion, ContextBuildOptions, ContextBuildResult } from '../contract/context.ts'
import type { IChunkRenderer } from '../contract/renderer.ts'
import { filterChecks } from '../plan/filter-chunks.ts'
import { prepareChunks } from '../plan/prepare-chunks.ts'
import { readState } from '../state/read-state.ts'
import { characters, noFraming } from './characters.ts'
import { mustBeFraming, mustBeRepair, mustBeTokenizer } from './checks.ts'
import { createReport } from './create-report.ts'
import { fitChunks } from './fit-chunks.ts'

/** What a builder knows. */
export interface BuilderSettings {
  readonly tokenizer: ContextBuildOptions['tokenizer']
  readonly renderers: readonly IChunkRenderer[]
  /** Counts of texts that earlier builds have seen. */
  readonly memory: CountMemory
}

const checks: Checks<ContextBuildOptions> = {
  ...filterChecks,
  maxTokens: (value) => (value === Number.POSITIVE_INFINITY ? undefined : mustBeWhole(0)(value)),
  tokenizer: mustBeTokenizer,
  systemPrompt: mustBeText,
  framing: mustBeFraming,
  repair: mustBeRepair,
}

/** One build, in one direction: read, pair and filter, render, fit, report. */
export function buildContext(
  settings: BuilderSettings,
  state: MemoryState,
  options: ContextBuildOptions,
): ContextBuildResult {
  const { maxTokens = Number.POSITIVE_INFINITY, systemPrompt = '', ...given } = checkOptions('build', options, checks)
  const { framing = noFraming, repair = {}, tokenizer = settings.tokenizer ?? characters, ...filters } = given
  const chunks = readState(state)
  const { renderers, memory } = settings
  const prepared = prepareChunks(chunks, { filters, repair, renderers, pinNewestUser: true })
  const counter = createCounter(tokenizer, framing, memory)
  const fitted = fitChunks(systemPrompt, prepared.fragments, counter, maxTokens)
  const keptIds = new Set(fitted.kept.map(({ fragment }) => fragment.id))
  const excluded = new Map(prepared.excluded.map((exclusion) => [exclusion.chunkId, exclusion]))
  const exclusions = chunks.flatMap(({ id }): readonly ChunkExclusion[] => {
    const before = excluded.get(id)
    if (before) return [before]
    return keptIds.has(id) ? [] : [{ chunkId: id, reason: 'window', detail: 'it did not fit into maxTokens' }]
  })
  return {
    messages: fitted.messages,
    tokenCount: fitted.tokens,
    tokenCountExact: tokenizer.exact,
    includedChunkIds: chunks.flatMap(({ id }) => (keptIds.has(id) ? [id] : [])),
    excludedChunkIds: exclusions.map(({ chunkId }) => chunkId),
    exclusions,
    report: createReport({ prompt: systemPrompt, chunks, prepared, fitted, counter, window: maxTokens }),
  }
}
