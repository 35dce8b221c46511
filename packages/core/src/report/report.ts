import type { ComposedLayer } from '../compose/compose-context.ts'
import type { Fitted } from '../compose/limits.ts'
import type { Measured } from '../compose/measure-layer.ts'
import type { BuiltContext } from '../contract/context.ts'
import type { CostReport } from '../contract/prices.ts'
import type { CacheReport, LayerReport, Report, ReportRow, TokenReport } from '../contract/report.ts'
import type { Counter, Framing } from '../contract/tokenizer.ts'
import { cacheReport } from './cache-points.ts'
import type { BuiltParts } from './details.ts'
import type { ReportedRequest } from './request-layout.ts'
import { makeRows } from './rows.ts'

/**
 * Creates the report of a build. Everything but the sums is computed on first read, since most reports are never read.
 */
export function createReport(
  measured: readonly Measured[],
  fitted: Fitted,
  counter: Counter,
  request: ReportedRequest,
): BuiltContext['report'] {
  let rows: readonly ReportRow[] | undefined
  let layers: Readonly<Record<string, LayerReport>> | undefined
  let cache: CacheReport | undefined
  let limits: Report['limits'] | undefined
  let cost: CostReport | undefined
  const before = request.before?.rows ?? []
  const tokens = tokenReport(fitted, counter)
  const report: BuiltContext['report'] = {
    tokens: request.tokensOf?.(tokens) ?? tokens,
    get limits() {
      limits ??= fitted.sizes.limits?.uses(fitted) ?? {}
      return limits
    },
    get layers() {
      layers ??= layerReports(measured, fitted, counter.framing, request)
      return layers
    },
    get rows() {
      rows ??= [...before, ...makeRows(measured, fitted, counter.content), ...request.rows]
      return rows
    },
    get cache() {
      cache ??= cacheReport(request)
      return cache
    },
    get cost() {
      const { prices, layout, placeOf } = request
      cost ??= prices?.cost({ tokens: report.tokens, layout: layout(), placeOf, prefix: report.cache.prefix })
      return cost
    },
    run: request.runReport,
    notices: request.notices,
    truncated:
      fitted.plan.truncated || before.some(({ reason }) => reason !== 'repair') || omittedByWindow(measured) > 0,
    // A function: what only programs in this process read is not written as JSON.
    built: (): BuiltParts => ({ measured, fitted, counter, layout: request.layout }),
  }
  return report
}

/** Counts the things that layers did not offer because the window could not have held them. */
export function omittedByWindow(measured: readonly Measured[]): number {
  const all = measured.flatMap(({ source }) => source.result.omitted ?? [])
  return all.reduce((sum, { cause, count }) => (cause === 'window' ? sum + count : sum), 0)
}

function layerReports(
  measured: readonly Measured[],
  fitted: Fitted,
  framing: Framing,
  { toolNotices, before }: ReportedRequest,
): Readonly<Record<string, LayerReport>> {
  const entries = measured.map((item, index) => {
    const name = item.source.layer.name
    const own = layerReport(item, fitted, index, framing)
    const report = { ...own, notices: [...own.notices, ...(toolNotices.get(name) ?? [])] }
    return [name, before ? before.reportOf(report, item) : report] as const
  })
  return Object.fromEntries(entries)
}

function tokenReport({ sizes, tokens: used, framing }: Fitted, { tokenizer, framing: format }: Counter): TokenReport {
  const { window, reserve, tools } = sizes
  const { tools: toolPrompt = 0 } = format
  const total = used + tools + framing
  const free = window - reserve - total
  return {
    window,
    reserve,
    layers: used,
    tools,
    ...(tools > 0 && toolPrompt > 0 && { toolPrompt }),
    framing,
    total,
    free,
    exact: tokenizer.exact,
    tokenizer: tokenizer.name,
  }
}

function layerReport(item: Measured, fitted: Fitted, index: number, framing: Framing): LayerReport {
  const { source, fragments } = item
  const { kept, tokens, failed } = fitted.layers[index] as ComposedLayer
  const shortened = kept.filter((one) => one.rung > 0).length
  const isWhole = kept.length === fragments.length && shortened === 0
  const why = failed?.message ?? source.why
  return {
    status: failed ? 'failed' : source.status,
    // Content that is kept whole was counted on its text; the sum of the parts is less exact.
    asked: isWhole || failed ? tokens : askedBy(item),
    got: tokens,
    fragments: fragments.length,
    kept: kept.length - shortened,
    shortened,
    dropped: fragments.length - kept.length,
    ...(why === undefined ? {} : { why }),
    omitted: source.result.omitted ?? [],
    notices: [...(source.result.notices ?? []), ...(framing.notices?.(kept) ?? [])],
  }
}

function askedBy({ plan }: Measured): number {
  return plan.units.reduce((sum, unit) => sum + (unit.tokens[0] ?? 0), plan.units.length > 0 ? plan.frame : 0)
}
