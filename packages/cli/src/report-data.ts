import type { Report } from '@lamella/core'
import type { Target } from './target.ts'

/** A report as plain data, with the target of the request. */
export interface ReportData extends Pick<Report, 'tokens' | 'layers' | 'rows' | 'cache' | 'truncated'> {
  readonly format: string
  readonly model: string
}

/** Copies the report's fields explicitly, since some are computed on first access. */
export function reportData(report: Report, { format, model }: Pick<Target, 'format' | 'model'>): ReportData {
  const { tokens, layers, rows, cache, truncated } = report
  return { format: format.name, model, tokens, layers, rows, cache, truncated }
}
