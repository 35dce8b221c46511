import type { Fitted } from '../compose/limits.ts'
import type { Measured } from '../compose/measure-layer.ts'
import type { BuildEvent, Observer } from '../contract/events.ts'
import type { Report } from '../contract/report.ts'
import { omittedByWindow } from '../report/report.ts'
import { countOf } from '../report/rows.ts'
import { noticeText } from '../text/notice-text.ts'
import { ignoreErrors } from '../traced.ts'

/** The methods `logTo` needs from a logger; `console`, pino and winston have them. */
export interface Logger {
  debug(message: string): void
  info(message: string): void
  warn(message: string): void
}

/**
 * Creates an observer that logs one line per event: failures, repairs and notices as warnings, truncation as info, the
 * rest as debug.
 *
 * @example
 * createContext().observe(logTo(console))
 */
export function logTo(logger: Logger): Observer {
  return (event) => {
    const line = `lamella: ${lineOf(event)}`
    if (event.type === 'truncated') logger.info(line)
    else if (event.type === 'built' || event.type === 'layer-hidden') logger.debug(line)
    else logger.warn(line)
  }
}

function lineOf(event: BuildEvent): string {
  switch (event.type) {
    case 'layer-hidden':
      return `layer '${event.layer}' is hidden: ${event.why}`
    case 'layer-failed':
      return `layer '${event.layer}' failed and is omitted: ${String(event.error)}`
    case 'notice':
      return `${event.layer === undefined ? '' : `layer '${event.layer}': `}${noticeText(event.notice)} [${event.notice.code}]`
    case 'repaired':
      return `layer '${event.layer}', fragment '${event.fragment}': repaired, ${event.repair} ('${event.id}')`
    case 'truncated':
      return `${event.tokensBefore} tokens cut to ${event.tokensAfter}: ${event.shortened} shortened, ${event.dropped} dropped`
    case 'built':
      return `built ${event.total} of ${event.window} tokens`
    default:
      return event satisfies never
  }
}

/** Reports the events of a successful build to all observers, in context order. Ignores their errors. */
export function notify(
  observers: readonly Observer[],
  measured: readonly Measured[],
  { plan, layers }: Fitted,
  report: Report,
): void {
  // Most builds have no observer, so the report is not computed for them.
  if (observers.length === 0) return
  const emit = (event: BuildEvent): void => {
    for (const observer of observers) ignoreErrors(() => observer(event))
  }
  for (const [index, { source, repairs }] of measured.entries()) {
    const layer = source.layer.name
    const { status, why = '', notices = [] } = report.layers[layer] ?? {}
    const error = layers[index]?.failed ?? source.error ?? new Error(why)
    if (status === 'hidden') emit({ type: 'layer-hidden', layer, why })
    if (status === 'failed') emit({ type: 'layer-failed', layer, error })
    for (const notice of notices) emit({ type: 'notice', layer, notice })
    for (const repair of repairs) emit({ type: 'repaired', layer, ...repair })
  }
  for (const notice of report.notices ?? []) emit({ type: 'notice', notice })
  if (report.truncated) {
    const count = (action: string): number =>
      report.rows.reduce((sum, row) => (row.action === action ? sum + countOf(row) : sum), 0)
    emit({
      type: 'truncated',
      shortened: count('shortened'),
      dropped: count('dropped'),
      omitted: omittedByWindow(measured),
      tokensBefore: plan.asked,
      tokensAfter: plan.tokens,
    })
  }
  emit({ type: 'built', total: report.tokens.total, window: report.tokens.window })
}
