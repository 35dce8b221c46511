import type { ToolDefinition } from '../contract/message.ts'
import type { Pricing } from '../contract/prices.ts'
import type { CachePoint, ReportRow } from '../contract/report.ts'
import type { RequestLayout } from '../contract/request-layout.ts'
import type { RunReport } from '../contract/run-report.ts'
import type { Notice } from '../contract/sources.ts'

/** The parts of a report other than the layers. */
export interface ReportedRequest {
  /** In wire form. */
  readonly tools: readonly ToolDefinition[]
  readonly toolNotices: ReadonlyMap<string, readonly Notice[]>
  /** Notices of no layer. */
  readonly notices: readonly Notice[]
  readonly layout: () => RequestLayout
  /** Where a prompt cache pays off, if it is not where a single request says. */
  readonly cachePoints?: () => readonly CachePoint[]
  /** Tokens that repeat the request before, if a run knows them. */
  readonly prefix?: () => number
  /** What the model costs, if the budget says. */
  readonly prices?: Pricing | undefined
  /** What the epoch has sent otherwise before this request. */
  readonly handedOn?: readonly { readonly row: ReportRow }[]
  /** Rows in addition to those of the plan. */
  readonly rows: readonly ReportRow[]
  readonly runReport: RunReport | undefined
}
