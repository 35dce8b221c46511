import type { Report } from '@lamella/core'
import type { Target } from './target.ts'

/** A report as plain data, with what the request was built for. */
export interface ReportData extends Pick<Report, 'tokens' | 'layers' | 'rows' | 'cache' | 'truncated'> {
  readonly format: string
  readonly model: string
}

/** The fields of a report one by one, since some are made when they are first asked for. */
export function reportData(report: Report, { format, model }: Pick<Target, 'format' | 'model'>): ReportData {
  const { tokens, layers, rows, cache, truncated } = report
  return { format: format.name, model, tokens, layers, rows, cache, truncated }
}
