import type { Budget, BuiltContext, ReportRow } from '@lamella/core'
import { contentFingerprint, type Outcome, type Stages } from '@lamella/core/plugin'
import type { RunCounts } from '../contract/counts.ts'
import type { RunRow, RunState, RunTurn } from '../contract/run.ts'
import { type Counting, countedTokens, estimatedBudget } from './counting.ts'
import { modelCounts } from './counts.ts'
import { openTurn } from './open-turn.ts'

/** The stages of a request of a run. Its budget is in estimated tokens, like everything that is planned. */
export interface RunStages extends Omit<Stages, 'finish'> {
  readonly counts: RunCounts | undefined
  /** How a request is counted of which nothing is known. */
  readonly counting: Counting
  /** The budget as it was given, in tokens of the provider. */
  readonly given: Budget
  /** Fingerprint of the question that the request is about, if there is one. */
  readonly asked: string | undefined
  finish(outcome: Omit<RequestOfRun, 'stateOf'>): BuiltContext
}

/** A request, and the run after it. */
export interface RequestOfRun extends Outcome {
  /** What the epoch has sent otherwise before this request. */
  readonly handedOn?: readonly RunRow[]
  /** How it is counted, if some of it is known. */
  readonly counting?: Counting
  /** @param rows Those of the report. */
  readonly stateOf: (rows: readonly ReportRow[]) => RunState
}

/** @throws LamellaError `MESSAGE_INVALID` for a question that JSON cannot represent, and no run can hold */
export function runStages(stages: Stages, known: RunCounts | undefined): RunStages {
  const { question, budget: given, counter, parameters } = stages
  const counts = known?.tokenizer === counter.tokenizer.name ? known : undefined
  const counting: Counting = modelCounts(counts, parameters.model)
  const budget = estimatedBudget(counting, given)
  return {
    ...stages,
    asked: question && contentFingerprint([question]),
    ...{ counts, counting, given, budget },
    load: (how) => stages.load({ ...how, budget }),
    finish: ({ counting: own = counting, ...outcome }) => {
      const { known, factor, limit } = own
      const isLearned = known !== undefined || factor !== 1 || limit !== undefined
      return stages.finish({
        ...outcome,
        ...(isLearned && { tokensOf: (tokens) => countedTokens(own, given, tokens) }),
      })
    },
  }
}

/** Returns what a run holds of the turn in whose middle a request is made. */
export function turnAt({ asked, request }: RunStages, run: RunState): RunTurn | undefined {
  return openTurn(run, { question: asked, hasMessage: request.message !== undefined })
}
