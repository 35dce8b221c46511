import type { BuildEvent, Observer } from '../contract/events.ts'
import type { Report } from '../contract/report.ts'
import type { Fitted } from '../pipeline/limits.ts'
import type { Measured } from '../pipeline/measure-layer.ts'
import { countOf } from '../report/explain.ts'
import { omittedByWindow } from '../report/report.ts'

/** Reports the events of a successful build to all observers, in context order. Ignores errors they throw. */
export function notify(
  observers: readonly Observer[],
  measured: readonly Measured[],
  { plan, layers }: Fitted,
  report: Report,
): void {
  // Most builds have no observer, so the report is not computed for them.
  if (observers.length === 0) return
  const emit = (event: BuildEvent): void => {
    for (const observer of observers) {
      try {
        observer(event)
      } catch {
        // Observers never change a build.
      }
    }
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
    const [shortened, dropped] = [count('shortened'), count('dropped')]
    emit({
      type: 'truncated',
      shortened,
      dropped,
      omitted: omittedByWindow(measured),
      tokensBefore: plan.asked,
      tokensAfter: plan.tokens,
    })
  }
  emit({ type: 'built', total: report.tokens.total, window: report.tokens.window })
}
