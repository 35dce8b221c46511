import { aborted } from '../aborted.ts'
import { type Collected, collect, withoutResult } from '../collect/collect.ts'
import type { SharedRequest } from '../collect/load-layer.ts'
import type { Context } from '../contract/context.ts'
import type { Layer } from '../contract/layer.ts'
import type { BuildRequest } from '../contract/request.ts'
import { LamellaError } from '../errors.ts'
import { parseSize } from '../measure/size.ts'
import { type ComposedLayer, composeWhole } from '../pipeline/compose-context.ts'
import { fitContext } from '../pipeline/fit.ts'
import { type Measured, measureLayer, waitsInVain } from '../pipeline/measure-layer.ts'
import { createReport } from '../report/report.ts'
import { checkRequest } from './check-request.ts'
import { collectTools } from './collect-tools.ts'
import { notify } from './notify.ts'
import { openQuestion, textOf } from './question.ts'
import { type Budget, checkBudget, type Settings } from './settings.ts'

interface MeasuredLayer {
  readonly measured: Measured
  readonly whole: ComposedLayer
}

/**
 * Runs one build, in one direction: collect, measure, plan, compose. It caches only token counts and converted schemas,
 * so two machines with the same input produce the same bytes.
 */
export async function runBuild(settings: Settings, request: BuildRequest): Promise<Context> {
  const { registry, counter, deadline, readTool } = settings
  const { window, reserve } = budgetOf(settings)
  const { previous, ...checked } = checkRequest(request, readTool)
  const given = checked.tools.length === 0 ? settings.tools : [...settings.tools, ...checked.tools]
  const givenTokens = counter.tools(given)
  const room = window - reserve - counter.framing.request - givenTokens
  const { tools: _, previous: __, signal, ...extra } = request
  if (signal?.aborted) throw aborted(signal)
  const { message, session } = checked
  const question = message ? { query: textOf(message), session } : await openQuestion(session, deadline, signal)
  const shared: SharedRequest = { ...extra, ...checked, ...question, tools: given, count: counter.content }
  const maxOf = (layer: Layer): number | undefined =>
    layer.budget?.max === undefined ? undefined : parseSize(layer.budget.max, window)
  const limitOf = (layer: Layer): number => Math.max(0, Math.min(maxOf(layer) ?? room, room))

  const measure = (source: Collected, followed = false): MeasuredLayer => {
    const measured = measureLayer(source, settings, window, followed)
    const whole = composeWhole(measured, counter)
    // A layer that cannot be composed offers nothing to the planner and takes no room from others.
    return whole.failed ? measure(withoutResult(source, whole.failed)) : { measured, whole }
  }
  const loaded = await collect(registry.layers, shared, { limitOf, deadline, signal }, (source) => measure(source))
  if (signal?.aborted) throw aborted(signal)

  const alone = loaded.map((layer) => layer.measured)
  const layers = loaded.map((layer, index) =>
    waitsInVain(alone, index) ? measure(layer.measured.source, true) : layer,
  )
  const measured = layers.map((layer) => layer.measured)
  const wholes = layers.map((layer) => layer.whole)
  const { tools, notices } = collectTools(
    given,
    measured.map((item) => item.source),
    readTool,
  )
  const sizes = { window, reserve, tools: tools === given ? givenTokens : counter.tools(tools) }
  const fitted = fitContext(measured, wholes, counter, sizes)
  const report = createReport(measured, fitted, counter, { tools, toolNotices: notices, previous })
  notify(settings.observers, measured, fitted, report)
  return {
    system: [...fitted.system],
    messages: [...fitted.messages],
    tools,
    parameters: settings.parameters,
    report,
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
