import type { LayerReport, ReportRow } from '@lamella/core'
import type { Counter } from '@lamella/core/plugin'
import type { MemoryChunk } from '../contract/chunk.ts'
import type { ChunkReport } from '../contract/context.ts'
import { noticesOf, omissionsOf, type PreparedChunks } from '../plan/prepare-chunks.ts'
import { renderChunk } from '../render/render-chunk.ts'
import { plannedTokens } from './compose-messages.ts'
import { explainReport } from './explain-report.ts'
import type { FittedChunks } from './fit-chunks.ts'

type Row = ReportRow<'system' | 'chunks'>

/** The data of a report. */
export interface ReportInput {
  readonly prompt: string
  readonly chunks: readonly MemoryChunk[]
  readonly prepared: PreparedChunks
  readonly fitted: FittedChunks
  readonly counter: Counter
  readonly window: number
  readonly reserve: number
}

/** Creates the core's report for a build of chunks. Everything except the sums is computed on first read. */
export function createReport(input: ReportInput): ChunkReport {
  const { fitted, counter, window, reserve } = input
  const { tokens: total, messages, plan } = fitted
  const { tokenizer } = counter
  const framing = counter.framing.request + messages.length * counter.framing.message
  let rows: readonly Row[] | undefined
  let layers: ChunkReport['layers'] | undefined
  const report: ChunkReport = {
    tokens: {
      window,
      reserve,
      layers: total - framing,
      tools: 0,
      framing,
      total,
      free: window - reserve - total,
      exact: tokenizer.exact,
      tokenizer: tokenizer.name,
    },
    get layers() {
      layers ??= layersOf(input, total - framing)
      return layers
    },
    get rows() {
      rows ??= [...repairRows(input), ...planRows(input)]
      return rows
    },
    // Cache points belong to the request that includes these messages.
    cache: { points: [] },
    truncated: plan?.truncated ?? false,
    explain: (options) => explainReport(report, options?.rows),
  }
  return report
}

function layersOf({ prompt, prepared, fitted, counter }: ReportInput, used: number): ChunkReport['layers'] {
  const system = prompt === '' ? 0 : counter.text(prompt)
  const { kept, fragments, plan } = fitted
  const shortened = kept.filter(({ rung }) => rung > 0).length
  const got = Math.max(0, used - system)
  const asked = plan ? fragments.reduce((sum, { content }) => sum + plannedTokens(content, counter), 0) : got
  const counts = { fragments: fragments.length, kept: kept.length - shortened, shortened }
  const layer = { status: 'loaded', omitted: [], notices: [] } as const
  const one = prompt === '' ? 0 : 1
  const promptReport: LayerReport = {
    ...layer,
    asked: system,
    got: system,
    fragments: one,
    kept: one,
    shortened: 0,
    dropped: 0,
  }
  const chunkReport: LayerReport = {
    ...layer,
    asked,
    got,
    ...counts,
    dropped: fragments.length - kept.length,
    omitted: omissionsOf(prepared.excluded),
    notices: noticesOf(prepared),
  }
  return { system: promptReport, chunks: chunkReport }
}

/**
 * Returns a row for each result or call left out because its counterpart is missing, and for each call with a stand-in.
 */
function repairRows({ prepared, chunks, counter }: ReportInput): readonly Row[] {
  const { excluded, repaired, fragments } = prepared
  const base = { layer: 'chunks', reason: 'repair' } as const
  const lost = new Map(excluded.map((exclusion) => [exclusion.chunkId, exclusion]))
  const dropped = chunks.flatMap((chunk): readonly Row[] => {
    const { repair, toolCallId: id = '' } = lost.get(chunk.id) ?? {}
    if (repair === undefined) return []
    const tokensBefore = counter.text(renderChunk(chunk))
    return [{ ...base, fragment: chunk.id, action: 'dropped', repair, id, tokensBefore, tokensAfter: 0 }]
  })
  const byId = new Map(fragments.map((fragment) => [fragment.id, fragment]))
  const stoodIn = repaired.map(({ chunk, standIn }): Row => {
    const call = byId.get(chunk.id)
    const tokensBefore = call ? plannedTokens(call.content, counter) : 0
    const tokensAfter = tokensBefore + plannedTokens(standIn.content, counter)
    const { callId: id = '' } = chunk.metadata as { readonly callId?: string }
    return { ...base, fragment: chunk.id, action: 'repaired', repair: 'result-added', id, tokensBefore, tokensAfter }
  })
  return [...dropped, ...stoodIn]
}

/** Returns a row for each chunk that was shortened or dropped to fit. */
function planRows({ fitted, counter }: ReportInput): readonly Row[] {
  const { plan, fragments, kept } = fitted
  if (!plan?.truncated) return []
  const unitOf = new Map(
    plan.fates.flatMap(({ unit }) => unit.fragments.map((fragment) => [fragment.id, unit] as const)),
  )
  const contents = new Map(kept.map(({ fragment, rung, content }) => [fragment.id, { rung, content }]))
  return fragments.flatMap((fragment): readonly Row[] => {
    const unit = unitOf.get(fragment.id)
    const now = contents.get(fragment.id)
    if (!unit || now?.rung === 0) return []
    const row = {
      layer: 'chunks',
      fragment: fragment.id,
      action: now ? 'shortened' : 'dropped',
      reason: 'window',
      policy: 'oldest-chunk-first',
      ...(unit.fragments.length > 1 && { unit: unit.id }),
      tokensBefore: plannedTokens(fragment.content, counter),
      tokensAfter: now ? plannedTokens(now.content, counter) : 0,
    } as const
    return [row]
  })
}
