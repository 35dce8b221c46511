import type { BuildRequest, BuiltContext } from '@lamella/core'
import type { InputCost, RunCost } from '@lamella/core/plugin'
import { summariesFingerprint } from '@lamella/store'
import type { RunCounts } from '../contract/counts.ts'
import type { ExtendOptions, RunBuilder, RunContext } from '../contract/extend.ts'
import type { RunState } from '../contract/run.ts'
import { runBefore } from './begin-epoch.ts'
import { buildOnce } from './build-once.ts'
import { checkBuilder, checkExtended, fieldsForLayers, refusalProblem, requestInvalid } from './check-asked.ts'
import { checkRun } from './check-run.ts'
import { continueRun } from './continue-run.ts'
import { countsAfter, countsAfterRefusal, requestRefused, usageProblem } from './counts.ts'
import { cutRun } from './cut-run.ts'
import { textNotAsked } from './nothing-asked.ts'
import { type RequestOfRun, type RunStages, runStages } from './run-stages.ts'

/**
 * Builds a request that extends the one before: the head as it was sent, the messages that are new, and what has changed in
 * the layers. Pure: the same request and run give the same bytes.
 *
 * @throws LamellaError `OPTION_INVALID`, `RUN_INVALID`, `FORMAT_NEWER` for a run of a later release, `SCOPE_MISMATCH` for a run of somebody else, and the errors of `build`
 * @example
 * const first = await extend(builder, { scope, message: 'Hello' })
 * const next = await extend(builder, { scope, session, message: 'And now?', run: first.run })
 */
export async function extend<Names extends string, Needs extends object>(
  builder: RunBuilder<Names, Needs>,
  options: BuildRequest & Needs & ExtendOptions,
): Promise<RunContext<Names>> {
  checkBuilder('extend', builder)
  checkExtended(options)
  const { run: given, cut, repeat, usage, refused, counts: learned, countTokens, settings, ...rest } = options
  const run = given === undefined ? undefined : await checkRun(given)
  for (const [key, problem] of [
    ['usage', usageProblem(usage)] as const,
    ['refused', refusalProblem(refused)] as const,
  ]) {
    if (problem !== undefined) throw requestInvalid(key, `extend: '${key}' ${problem}.`)
  }
  const isRepeated = mayRepeat({ run, cut, repeat })
  const known = run ? run.counts : learned
  const before = refused ? countsAfterRefusal(known, refused) : run ? countsAfter(run, usage) : known
  const request = rest as unknown as BuildRequest & Needs
  const asked = refused ? { ...request, notices: [...(request.notices ?? []), requestRefused(refused)] } : request
  const built = await builder.stages(asked, async (opened) => {
    const stages = runStages(opened, before, { countTokens, settings })
    const { stateOf, ...outcome } = await (run
      ? continueRun(stages, run, { asked: cut === true, repeat: isRepeated, refused: refused !== undefined })
      : cut === true
        ? beginRun(stages)
        : buildOnce(stages, 'counts' in options && cut === undefined))
    const { session, message } = opened.request
    const unasked = message ? [] : await textNotAsked(session, fieldsForLayers(options), options.notices)
    const { loaded } = outcome
    const context = stages.finish({ ...outcome, loaded: { ...loaded, notices: [...loaded.notices, ...unasked] } })
    const counts = countsOf(context, outcome)
    let state: RunState | undefined
    return {
      ...context,
      counts,
      get run() {
        state ??= { ...withCost(stateOf(context.report.rows), run, context), counts }
        return state
      },
    }
  })
  return built as RunContext<Names>
}

/** Begins a run with a session that something else has sent before: no thinking in it was made after this head. */
function beginRun(stages: RunStages): Promise<RequestOfRun> {
  const { scope, session } = stages.request
  const summaries = summariesFingerprint(session.summaries)
  return cutRun(stages, runBefore(scope, summaries), 'asked', summaries)
}

function withCost(state: RunState, before: RunState | undefined, { report }: BuiltContext): RunState {
  const total = report.cost ? addCost(before?.cost, report.cost) : before?.cost
  return total ? { ...state, cost: total } : state
}

/** An anchor that this request does not repeat is void. */
function countsOf(
  { report }: BuiltContext,
  { counts, counting }: Pick<RequestOfRun, 'counts' | 'counting'>,
): RunCounts {
  const { total, correction = 0 } = report.tokens
  const { anchor, ...known } = counts
  const estimated = total - correction
  if (anchor === undefined || counting.known === undefined || counting.known.isAsked) return { ...known, estimated }
  const { settings: _, ...held } = anchor
  const { settings } = counts
  return { ...known, anchor: { ...held, ...(settings !== undefined && { settings }) }, estimated }
}

function addCost(before: RunCost | undefined, { uncached, cached }: InputCost): RunCost {
  return {
    requests: (before?.requests ?? 0) + 1,
    uncached: (before?.uncached ?? 0) + uncached,
    cached: (before?.cached ?? 0) + cached,
  }
}

/** @throws LamellaError `REQUEST_INVALID` */
function mayRepeat({ repeat, run, cut }: ExtendOptions): boolean {
  if (repeat !== true) return false
  if (run === undefined) {
    throw requestInvalid('repeat', 'repeat needs a run.', 'Pass `context.run` of the request to repeat as run.')
  }
  if (cut !== true) return true
  throw requestInvalid('repeat', 'repeat and cut contradict each other.', 'Pass one of them.')
}
