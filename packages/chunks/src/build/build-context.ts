import type { CountMemory, SystemPart } from '@lamella/core'
import { type Check, type Checks, checkOptions, createCounter, mustBeText, mustBeWhole } from '@lamella/core/plugin'
import type { MemoryState } from '../contract/chunk.ts'
import type { ChunkExclusion, ContextBuildOptions, ContextBuildResult, ContextMessage } from '../contract/context.ts'
import type { IChunkRenderer } from '../contract/renderer.ts'
import { filterChecks } from '../plan/filter-chunks.ts'
import { prepareChunks } from '../plan/prepare-chunks.ts'
import { readState } from '../state/read-state.ts'
import { characters, noFraming } from './characters.ts'
import { mustBeFraming, mustBeRepair, mustBeTokenizer } from './checks.ts'
import { createReport } from './create-report.ts'
import { fitChunks } from './fit-chunks.ts'
import { limitOf } from './limit.ts'

/** The dependencies and caches of a builder. */
export interface BuilderSettings {
  readonly tokenizer: ContextBuildOptions['tokenizer']
  readonly renderers: readonly IChunkRenderer[]
  /** Token counts of texts from earlier builds. */
  readonly memory: CountMemory
}

export const mustBeLimit: Check = (value) => (value === Number.POSITIVE_INFINITY ? undefined : mustBeWhole(0)(value))

const checks: Checks<ContextBuildOptions> = {
  ...filterChecks,
  window: mustBeLimit,
  reserve: mustBeWhole(0),
  tokenizer: mustBeTokenizer,
  systemPrompt: mustBeText,
  framing: mustBeFraming,
  repair: mustBeRepair,
}

/** Runs one build from start to end: read, pair and filter, render, fit, report. */
export function buildContext(
  settings: BuilderSettings,
  state: MemoryState,
  options: ContextBuildOptions,
): ContextBuildResult {
  const { window, reserve, systemPrompt = '', ...given } = checkOptions('build', options, checks)
  const limit = limitOf(window, reserve)
  const { framing = noFraming, repair = {}, tokenizer = settings.tokenizer ?? characters, ...filters } = given
  const chunks = readState(state)
  const { renderers, memory } = settings
  const prepared = prepareChunks(chunks, { filters, repair, renderers, pinNewestUser: true })
  const counter = createCounter(tokenizer, framing, memory)
  const fitted = fitChunks(systemPrompt, prepared.fragments, counter, limit)
  const keptIds = new Set(fitted.kept.map(({ fragment }) => fragment.id))
  const excluded = new Map(prepared.excluded.map((exclusion) => [exclusion.chunkId, exclusion]))
  const exclusions = chunks.flatMap(({ id }): readonly ChunkExclusion[] => {
    const before = excluded.get(id)
    if (before) return [before]
    return keptIds.has(id) ? [] : [{ chunkId: id, reason: 'window' }]
  })
  return {
    ...apart(fitted.messages, systemPrompt === '' ? 'chunks' : 'system'),
    tools: [],
    parameters: {},
    tokenCount: fitted.tokens,
    tokenCountExact: tokenizer.exact,
    includedChunkIds: chunks.flatMap(({ id }) => (keptIds.has(id) ? [id] : [])),
    excludedChunkIds: exclusions.map(({ chunkId }) => chunkId),
    exclusions,
    report: createReport({ prompt: systemPrompt, chunks, prepared, fitted, counter, ...limit }),
  }
}

/** Separates the leading system message from the conversation. */
function apart(
  all: readonly ContextMessage[],
  layer: 'system' | 'chunks',
): { readonly system: SystemPart[]; readonly messages: ContextMessage[] } {
  const [first, ...rest] = all
  if (first?.role !== 'system') return { system: [], messages: [...all] }
  return { system: [{ role: 'system', content: first.content, layer, stability: 'session' }], messages: rest }
}
