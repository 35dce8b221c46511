import type { Budget, BuiltContext, Notice, ReportRow } from '@lamella/core'
import type { Fitted, LoadedLayers, Outcome, Stages } from '@lamella/core/plugin'
import { contentFingerprint } from '@lamella/store'
import type { RunCounts } from '../contract/counts.ts'
import type { ExtendOptions } from '../contract/extend.ts'
import type { RunRow, RunState, RunTurn } from '../contract/run.ts'
import {
  type Counting,
  countedOverflow,
  countedPlace,
  countedTokens,
  estimatedBudget,
  type KnownTokens,
  usedBy,
} from './counting.ts'
import { countsKnowing, modelCounts, settingsKey } from './counts.ts'
import { openTurn } from './open-turn.ts'
import { withRows } from './rows-of-epoch.ts'

/** What a provider can be asked about. */
type Askable = Pick<Fitted, 'system' | 'messages'> & Pick<LoadedLayers, 'tools'>

/** The stages of a request of a run. Its budget is in estimated tokens, like everything that is planned. */
export interface RunStages extends Omit<Stages, 'finish'> {
  readonly counts: RunCounts
  /** How a request is counted of which nothing is known. */
  readonly counting: Counting
  /** The budget as it was given, in tokens of the provider. */
  readonly given: Budget
  /** Fingerprint of the question that the request is about, if there is one. */
  readonly asked: string | undefined
  /** Whether the provider can be asked. */
  readonly asks: boolean
  /** Asks the provider about a request that would be cut. @param estimated Its estimated tokens. */
  ask(request: Askable, estimated: number): Promise<KnownTokens | undefined>
  /** Returns the stages of the same request, counted as the provider has said. */
  knowing(asked: KnownTokens): RunStages
  finish(outcome: Omit<RequestOfRun, 'stateOf'>): BuiltContext
}

/** A request, and the run after it. */
export interface RequestOfRun extends Outcome {
  /** What the epoch has sent otherwise before this request. */
  readonly handedOn?: readonly RunRow[]
  /** How it is counted, and counts of earlier requests. */
  readonly counting: Counting
  readonly counts: RunCounts
  /** @param rows Those of the report. */
  readonly stateOf: (rows: readonly ReportRow[]) => RunState
}

/** @throws LamellaError `MESSAGE_INVALID` for a question that JSON cannot represent, and no run can hold */
export function runStages(
  stages: Stages,
  known: RunCounts | undefined,
  { countTokens, settings: more }: Pick<ExtendOptions, 'countTokens' | 'settings'>,
): RunStages {
  const { question, budget: given, counter, parameters } = stages
  const by = `${parameters.model ?? ''} ${counter.tokenizer.name}`
  const settings = settingsKey(parameters, more)
  const { settings: _, ...learned } = known ?? {}
  const counts: RunCounts = { ...learned, by, estimated: 0, ...(settings !== undefined && { settings }) }
  const counting: Counting = modelCounts(counts, by)
  const budget = estimatedBudget(counting, given)
  const failed: Notice[] = []
  return {
    ...stages,
    asked: question && contentFingerprint([question]),
    ...{ counts, counting, given, budget, asks: countTokens !== undefined },
    load: (how) => stages.load({ ...how, budget }),
    fit: (layers) => {
      try {
        return stages.fit(layers)
      } catch (error) {
        throw countedOverflow(error, counting, given)
      }
    },
    ask: async ({ system, messages, tools }, estimated) => {
      try {
        const counted = await countTokens?.({
          system: [...system],
          messages: [...messages],
          tools: [...tools],
          parameters,
        })
        if (counted === undefined) return undefined
        if (Number.isSafeInteger(counted) && counted > 0) return { counted, estimated, isAsked: true }
        failed.push(countFailed(`returned ${String(counted)}`))
      } catch (error) {
        failed.push(countFailed(`threw ${String(error)}`))
      }
      return undefined
    },
    knowing: ({ counted, estimated }) => {
      return runStages(stages, countsKnowing({ ...counts, estimated }, counted), { settings: more })
    },
    finish: ({ counting: own, handedOn, ...outcome }) => {
      const { known, factor, limit } = own
      const isLearned = known !== undefined || factor !== 1 || limit !== undefined
      const { loaded, fitted, runReport } = outcome
      const end = usedBy(fitted)
      const placeOf = (place: number): number => countedPlace(own, place)
      const cut = runReport?.cut && {
        ...runReport.cut,
        newTokens: placeOf(end) - placeOf(end - runReport.cut.newTokens),
      }
      return stages.finish({
        ...outcome,
        ...(handedOn && {
          before: {
            rows: handedOn.map(({ row }) => row),
            reportOf: (report, layer) => withRows(report, layer, handedOn),
          },
        }),
        ...(failed.length > 0 && { loaded: { ...loaded, notices: [...loaded.notices, ...failed] } }),
        ...(isLearned && {
          placeOf,
          tokensOf: (tokens) => countedTokens(own, given, tokens),
          ...(cut && { runReport: { ...runReport, cut } }),
        }),
      })
    },
  }
}

function countFailed(how: string): Notice {
  return {
    code: 'COUNT_FAILED',
    what: `countTokens ${how}, so the request was cut by the estimate.`,
    fix: 'Return a whole number of tokens.',
  }
}

/** Returns what a run holds of the turn in whose middle a request is made. */
export function turnAt({ asked, request }: RunStages, run: RunState): RunTurn | undefined {
  return openTurn(run, { question: asked, hasMessage: request.message !== undefined })
}
