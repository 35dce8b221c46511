import type { ReportRow } from '@lamella/core'
import { contentFingerprint, type Outcome, type Stages } from '@lamella/core/plugin'
import type { RunRow, RunState, RunTurn } from '../contract/run.ts'
import { openTurn } from './open-turn.ts'

/** The stages of a request of a run. */
export interface RunStages extends Stages {
  /** Fingerprint of the question that the request is about, if there is one. */
  readonly asked: string | undefined
}

/** A request, and the run after it. */
export interface RequestOfRun extends Outcome {
  /** What the epoch has sent otherwise before this request. */
  readonly handedOn?: readonly RunRow[]
  /** @param rows Those of the report. */
  readonly stateOf: (rows: readonly ReportRow[]) => RunState
}

/** @throws LamellaError `MESSAGE_INVALID` for a question that JSON cannot represent, and no run can hold */
export function runStages(stages: Stages): RunStages {
  const { question } = stages
  return { ...stages, asked: question && contentFingerprint([question]) }
}

/** Returns what a run holds of the turn in whose middle a request is made. */
export function turnAt({ asked, request }: RunStages, run: RunState): RunTurn | undefined {
  return openTurn(run, { question: asked, hasMessage: request.message !== undefined })
}
