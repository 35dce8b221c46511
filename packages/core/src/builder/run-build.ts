import { aborted } from '../aborted.ts'
import type { SharedRequest } from '../collect/load-layer.ts'
import type { BuiltContext } from '../contract/context.ts'
import type { BuildRequest } from '../contract/request.ts'
import type { RunState } from '../contract/run.ts'
import { addCost } from '../cost/request-cost.ts'
import { LamellaError } from '../errors.ts'
import { fitContext } from '../pipeline/fit.ts'
import { createReport } from '../report/report.ts'
import { layoutOf } from '../report/request-layout.ts'
import { beginEpoch, runBefore } from '../run/begin-epoch.ts'
import { contentFingerprint } from '../run/fingerprint.ts'
import { summariesFingerprint } from '../run/summaries.ts'
import { type Traces, traced } from '../traced.ts'
import { checkRequest } from './check-request.ts'
import { continueRun } from './continue-run.ts'
import { cutRun } from './cut-run.ts'
import { epochFacts } from './epoch-facts.ts'
import { type Loading, loadLayers } from './load-layers.ts'
import { notify } from './notify.ts'
import { openQuestion, textOf } from './question.ts'
import { requestNotices } from './request-notices.ts'
import type { RequestOfRun } from './request-of-run.ts'
import { type Budget, checkBudget, type Settings } from './settings.ts'

/**
 * Runs one build, in one direction: collect, measure, plan, compose. It caches only token counts and converted schemas,
 * so two machines with the same input produce the same bytes.
 */
export function runBuild(settings: Settings, request: BuildRequest): Promise<BuiltContext> {
  const { tracers, parameters } = settings
  return traced(tracers, { type: 'build', request, parameters }, (traces) => build(settings, request, traces))
}

async function build(settings: Settings, request: BuildRequest, traces: Traces): Promise<BuiltContext> {
  const { counter, deadline, readTool } = settings
  const budget = budgetOf(settings)
  const { run, cut, repeat, ...checked } = checkRequest(request, readTool)
  const given = checked.tools.length === 0 ? settings.tools : [...settings.tools, ...checked.tools]
  const { tools: _, run: __, cut: ___, repeat: ____, notices: _____, signal, ...extra } = request
  if (signal?.aborted) throw aborted(signal)
  const { message, session } = checked
  const { question, ...asked } = message
    ? { query: textOf(message), session, question: message }
    : await openQuestion(session, deadline, signal)
  const shared: SharedRequest = { ...extra, ...checked, ...asked, tools: given, count: counter.content }
  const loading: Loading = {
    shared,
    budget,
    given,
    givenTokens: counter.tools(given),
    signal,
    traces,
    question: question && contentFingerprint([question]),
  }
  const built = await (run
    ? continueRun(settings, loading, run, { asked: cut, repeat })
    : cut
      ? beginRun(settings, loading)
      : buildOnce(settings, loading))
  const { fitted, stateOf } = built
  const { measured, tools } = built.loaded
  const notices = [...built.loaded.notices, ...requestNotices(request, message, fitted.messages)]
  const report = createReport(measured, fitted, counter, { ...built, ...built.loaded, prices: budget.prices, notices })
  notify(settings.observers, measured, fitted, report)
  let state: RunState | undefined
  const withCost = (next: RunState): RunState => {
    const total = report.cost ? addCost(run?.cost, report.cost) : run?.cost
    return total ? { ...next, cost: total } : next
  }
  return {
    system: [...fitted.system],
    messages: [...fitted.messages],
    tools,
    parameters: settings.parameters,
    report,
    get run() {
      state ??= withCost(stateOf(report.rows))
      return state
    },
  }
}

/** Begins a run with a session that something else has sent before: no thinking in it was made behind this head. */
function beginRun(settings: Settings, loading: Loading): Promise<RequestOfRun> {
  const summaries = summariesFingerprint(loading.shared.session.summaries)
  return cutRun(settings, loading, runBefore(loading.shared.scope, summaries), 'asked', summaries)
}

/** Builds a request on its own: a run that continues from it begins with this request. */
async function buildOnce(settings: Settings, loading: Loading): Promise<RequestOfRun> {
  const { counter } = settings
  const loaded = await loadLayers(settings, loading)
  const { measured, wholes, sizes } = loaded
  const fitted = traced(loading.traces, { type: 'plan' }, () => fitContext(measured, wholes, counter, sizes))
  return {
    loaded,
    fitted,
    layout: () => layoutOf(measured, fitted, counter),
    rows: [],
    runReport: undefined,
    stateOf: (rows) =>
      beginEpoch(measured, fitted, {
        ...epochFacts(settings, loading, loaded),
        rows,
        epoch: 1,
        stale: [],
        summaries: summariesFingerprint(loading.shared.session.summaries),
      }),
  }
}

/** Returns the budget, with a reserve at least as large as the output the parameters allow. */
function budgetOf({ budget, parameters, counter }: Settings): Budget {
  if (budget) {
    const { maxOutputTokens: most } = parameters
    const thinking = counter.framing.measureThinking?.(parameters) ?? 0
    const reserve =
      most === undefined ? budget.reserve + thinking : Math.max(budget.reserve, Number.isSafeInteger(most) ? most : 0)
    return reserve === budget.reserve ? budget : checkBudget({ ...budget, reserve })
  }
  throw new LamellaError({
    code: 'BUDGET_INVALID',
    what: 'The builder has no budget.',
    fix: 'Call budget({ window, reserve }) before build(request).',
    details: { value: undefined },
  })
}
