import type { Collected } from '../collect/collect.ts'
import type { SharedRequest } from '../collect/load-layer.ts'
import { fitContext } from '../compose/fit.ts'
import type { Fitted } from '../compose/limits.ts'
import type { RequestLayout } from '../contract/build-details.ts'
import type { BuildRequest, BuiltContext } from '../contract/context.ts'
import type { Parameters, UserMessage } from '../contract/message.ts'
import type { Counter } from '../contract/tokenizer.ts'
import { coreError } from '../errors.ts'
import { checkedList } from '../messages/check-messages.ts'
import { createReport } from '../report/report.ts'
import { layoutOf, type ReportedRequest } from '../report/request-layout.ts'
import { traced } from '../traced.ts'
import { aborted } from '../with-deadline.ts'
import { checkRequest } from './check-request.ts'
import { type LoadedLayers, type Loading, loadLayers, type MeasuredLayer, measureLoaded } from './load-layers.ts'
import { notify } from './observe.ts'
import { openQuestion, requestNotices, textOf } from './question.ts'
import { type Budget, checkBudget, type Settings } from './settings.ts'

/** How layers are loaded where a request is not on its own: what each gets of a run, and what becomes of its output. */
type LoadHow = Pick<Loading, 'runOf' | 'change'> & Partial<Pick<Loading, 'budget'>>

/** What is fitted: the layers, with everything kept, and the sizes of the request. */
export type Fittable = Pick<LoadedLayers, 'measured' | 'wholes' | 'sizes'>

/** A request that was planned. */
export interface Outcome extends Partial<Omit<ReportedRequest, 'prices' | 'tools' | 'toolNotices' | 'notices'>> {
  readonly loaded: LoadedLayers
  readonly fitted: Fitted
}

/**
 * The stages of one request, for programs that plan a request otherwise than `build` does: runs are one. A plain build is
 * `load`, then `fit` inside `plan`, then `finish`.
 *
 * @example
 * const context = await builder.stages(request, async ({ load, plan, fit, finish }) => {
 *   const loaded = await load()
 *   return finish({ loaded, fitted: plan(() => fit(loaded)) })
 * })
 */
export interface Stages<Names extends string = string> {
  /** The request as layers get it: checked, with the session and the question that it is about. */
  readonly request: SharedRequest
  /** The message that the request is about: the new one, or the newest of the session. */
  readonly question: UserMessage | undefined
  readonly counter: Counter
  readonly parameters: Parameters
  /** With a reserve at least as large as the output that the parameters allow. */
  readonly budget: Budget
  readonly signal: AbortSignal | undefined
  /**
   * Loads and measures all layers. May be called again.
   *
   * @throws LamellaError of a layer that must not be omitted, `ABORTED`, `REQUEST_INVALID` if no layer shows the new message
   */
  load(how?: LoadHow): Promise<LoadedLayers>
  /** Measures a layer whose output has changed since it was loaded. @param isFollowed Whether messages of another layer follow. */
  measure(source: Collected, isFollowed?: boolean): MeasuredLayer
  /** Keeps everything if it fits; plans a cut otherwise. @throws LamellaError `CONTEXT_OVERFLOW`, `LIMIT_OVERFLOW` */
  fit(layers: Fittable): Fitted
  /** Lays out a planned request: framing, tools, system parts, messages. The end of the last one is the request's total. */
  layout(measured: LoadedLayers['measured'], fitted: Fitted): RequestLayout
  /** Does the work of planning, which tracers follow. */
  plan<T>(work: () => T): T
  /** Makes the context and its report, and notifies the observers. Call it once, last. */
  finish(outcome: Outcome): BuiltContext<Names>
}

/** Opens the stages of a request. It caches only token counts and converted schemas. */
export function withStages<Built extends BuiltContext>(
  settings: Settings,
  request: BuildRequest,
  program: (stages: Stages) => Promise<Built>,
): Promise<Built> {
  const { tracers, parameters } = settings
  return traced(tracers, { type: 'build', request, parameters }, async (traces) => {
    const { counter, deadline, readTool } = settings
    const budget = budgetOf(settings)
    const { passed, ...checked } = checkRequest(request, readTool)
    const given = checked.tools.length === 0 ? settings.tools : [...settings.tools, ...checked.tools]
    const { tools: _, notices: __, signal, ...extra } = request
    if (signal?.aborted) throw aborted(signal)
    const { message, session } = checked
    const { question, ...asked } = message
      ? { query: textOf(message), session, question: message }
      : await openQuestion(session, deadline, signal)
    const shared: SharedRequest = { ...extra, ...checked, ...asked, tools: given, count: counter.content }
    const loading: Loading = { shared, budget, given, givenTokens: counter.tools(given), passed, signal, traces }
    return await program({
      request: shared,
      question,
      counter,
      parameters,
      budget,
      signal,
      load: (how) => loadLayers(settings, { ...loading, ...how }),
      measure: (source, isFollowed) => measureLoaded(settings, source, budget.window, isFollowed),
      fit: ({ measured, wholes, sizes }) => fitContext(measured, wholes, counter, sizes),
      layout: (measured, fitted) => layoutOf(measured, fitted, counter),
      plan: (work) => traced(traces, { type: 'plan' }, work),
      finish: (outcome) => contextOf(settings, { request, prices: budget.prices }, outcome),
    })
  })
}

/** Makes the context of a planned request. */
function contextOf(
  settings: Settings,
  { request, prices }: Pick<ReportedRequest, 'prices'> & { readonly request: BuildRequest },
  { loaded, fitted, rows = [], runReport, ...others }: Outcome,
): BuiltContext {
  const { counter, parameters, observers } = settings
  const { measured, tools } = loaded
  const layout = others.layout ?? (() => layoutOf(measured, fitted, counter))
  const notices = [...loaded.notices, ...requestNotices(request)]
  const report = createReport(measured, fitted, counter, {
    ...others,
    ...loaded,
    layout,
    rows,
    runReport,
    prices,
    notices,
  })
  notify(observers, measured, fitted, report)
  return { system: [...fitted.system], messages: checkedList(fitted.messages), tools, parameters, report }
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
  throw coreError(
    'BUDGET_INVALID',
    'The builder has no budget.',
    'Call budget({ window, reserve }) before build(request).',
    { value: undefined },
  )
}

/**
 * Builds a request on its own, in one direction: collect and measure (`load`), plan and compose (`fit`), report
 * (`finish`). Two machines with the same input produce the same bytes.
 */
export function build(settings: Settings, request: BuildRequest): Promise<BuiltContext> {
  return withStages(settings, request, async (stages) => {
    const loaded = await stages.load()
    const fitted = stages.plan(() => stages.fit(loaded))
    return stages.finish({ loaded, fitted })
  })
}
