import type { CachePoint, ReportRow } from '../contract/report.ts'
import type { RequestLayout } from '../contract/request-layout.ts'
import type { RunRow, RunState } from '../contract/run.ts'
import type { RunReport } from '../contract/run-report.ts'
import type { Fitted } from '../pipeline/fit.ts'
import type { LoadedLayers } from './load-layers.ts'

/** A request, and the run after it. */
export interface RequestOfRun {
  readonly loaded: LoadedLayers
  readonly fitted: Fitted
  readonly layout: () => RequestLayout
  /** Where a prompt cache pays off, if it is not where a single request says. */
  readonly cachePoints?: () => readonly CachePoint[]
  /** Tokens that repeat the request before, if a run knows them. */
  readonly prefix?: () => number
  /** What the epoch has sent otherwise before this request. */
  readonly handedOn?: readonly RunRow[]
  /** Rows in addition to those of the plan. */
  readonly rows: readonly ReportRow[]
  readonly runReport: RunReport | undefined
  /** @param rows Those of the report. */
  readonly stateOf: (rows: readonly ReportRow[]) => RunState
}
