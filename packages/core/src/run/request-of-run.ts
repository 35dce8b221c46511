import type { Outcome } from '../builder/stages.ts'
import type { ReportRow } from '../contract/report.ts'
import type { RunRow, RunState } from '../contract/run.ts'

/** A request, and the run after it. */
export interface RequestOfRun extends Outcome {
  /** What the epoch has sent otherwise before this request. */
  readonly handedOn?: readonly RunRow[]
  /** @param rows Those of the report. */
  readonly stateOf: (rows: readonly ReportRow[]) => RunState
}
