import type { ReportRow } from '@lamella/core'
import type { Outcome } from '@lamella/core/plugin'
import type { RunRow, RunState } from '../contract/run.ts'

/** A request, and the run after it. */
export interface RequestOfRun extends Outcome {
  /** What the epoch has sent otherwise before this request. */
  readonly handedOn?: readonly RunRow[]
  /** @param rows Those of the report. */
  readonly stateOf: (rows: readonly ReportRow[]) => RunState
}
