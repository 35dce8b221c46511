import type { Report } from '@lamella/core'
import type { Attributes } from '@opentelemetry/api'
import { genAi, lamella } from './conventions.ts'
import type { Instruments } from './instruments.ts'

/** Returns the attributes of a build's span. */
export function reportAttributes(report: Report): Attributes {
  const { tokens, rows, run, truncated } = report
  const count = (...actions: readonly string[]): number => rows.filter(({ action }) => actions.includes(action)).length
  const prefix = cachedTokens(report)
  const attributes: Attributes = {
    [lamella.total]: tokens.total,
    [lamella.window]: tokens.window,
    [lamella.reserve]: tokens.reserve,
    [lamella.toolTokens]: tokens.tools,
    [lamella.exact]: tokens.exact,
    [lamella.tokenizer]: tokens.tokenizer,
    [lamella.truncated]: truncated,
    [lamella.shortened]: count('shortened'),
    [lamella.dropped]: count('dropped'),
    [lamella.repaired]: count('repaired'),
    ...(prefix !== undefined && { [lamella.cachedTokens]: prefix, [lamella.cachedShare]: shareOf(prefix, report) }),
    ...(run && { [lamella.epoch]: run.epoch, [lamella.updates]: run.updates.length }),
    ...(run?.cut && { [lamella.cutReason]: run.cut.reason, [lamella.cutTokens]: run.cut.newTokens }),
  }
  for (const [name, { status, asked, got }] of Object.entries(report.layers)) {
    if (status === 'hidden') continue
    attributes[`${lamella.layerTokens}.${name}`] = got
    attributes[`${lamella.layerAsked}.${name}`] = asked
  }
  return attributes
}

/** Records the metrics of a build. */
export function recordReport(instruments: Instruments, report: Report, model: string | undefined): void {
  const ofModel = model === undefined ? {} : { [genAi.model]: model }
  instruments.requestTokens.record(report.tokens.total, ofModel)
  for (const [name, { status, got }] of Object.entries(report.layers)) {
    if (status !== 'hidden') instruments.layerTokens.record(got, { [lamella.layer]: name })
  }
  const prefix = cachedTokens(report)
  if (prefix !== undefined) instruments.cachedShare.record(shareOf(prefix, report), ofModel)
  for (const { layer, action, reason } of report.rows) {
    instruments.fragments.add(1, { [lamella.layer]: layer, [lamella.action]: action, [lamella.reason]: reason })
  }
  const reason = report.run?.cut?.reason
  if (reason) instruments.cuts.add(1, { [lamella.cutReason]: reason })
}

/** The tokens that repeat the request before; `undefined` for a request without one. */
function cachedTokens({ run, cache }: Report): number | undefined {
  return run && cache.prefix
}

function shareOf(prefix: number, { tokens }: Report): number {
  return tokens.total === 0 ? 0 : prefix / tokens.total
}
