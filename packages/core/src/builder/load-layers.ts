import { checkPositions } from '../collect/check-output.ts'
import {
  type Collected,
  collect,
  messageNotTaken,
  sessionNotices,
  takesMessage,
  withoutResult,
} from '../collect/collect.ts'
import type { SharedRequest } from '../collect/load-layer.ts'
import { type ComposedLayer, composeWhole } from '../compose/compose-context.ts'
import type { Sizes } from '../compose/limits.ts'
import { hasFollowedPendingCalls, type Measured, measureLayer } from '../compose/measure-layer.ts'
import type { Layer, LayerRun } from '../contract/layer.ts'
import type { ContextTool, Message } from '../contract/message.ts'
import type { Notice } from '../contract/sources.ts'
import { parseSize } from '../options.ts'
import type { Traces } from '../traced.ts'
import { aborted } from '../with-deadline.ts'
import { collectTools } from './collect-tools.ts'
import type { Budget, Settings } from './settings.ts'

/** All layers, loaded and measured, with the tools of the request. */
export interface LoadedLayers {
  readonly measured: readonly Measured[]
  /** The layers with everything kept. */
  readonly wholes: readonly ComposedLayer[]
  readonly tools: readonly ContextTool[]
  /** By layer, or '' for those of the request: the tools that were duplicates or invalid. */
  readonly toolNotices: ReadonlyMap<string, readonly Notice[]>
  /** About what was given and no layer has read. */
  readonly notices: readonly Notice[]
  readonly sizes: Sizes
}

/** What is loaded, and for which run. */
export interface Loading {
  readonly shared: SharedRequest
  readonly budget: Budget
  /** The tools of the builder and the request, and their tokens. */
  readonly given: readonly ContextTool[]
  readonly givenTokens: number
  /** The messages that were checked already. */
  readonly passed: WeakSet<Message>
  readonly signal: AbortSignal | undefined
  /** What follows the build. */
  readonly traces: Traces
  /** What a layer gets of the run. */
  readonly runOf?: (layer: Layer) => LayerRun
  /** Changes what a layer loaded before it is measured. */
  readonly change?: (collected: Collected) => Collected
}

/** A measured layer, and the layer with everything kept. */
export interface MeasuredLayer {
  readonly measured: Measured
  readonly whole: ComposedLayer
}

/** Measures a layer. One that cannot be composed offers nothing to the planner and takes no room from others. */
export function measureLoaded(settings: Settings, source: Collected, window: number, followed = false): MeasuredLayer {
  const measured = measureLayer(source, settings, window, followed)
  const whole = composeWhole(measured, settings.counter)
  return whole.failed ? measureLoaded(settings, withoutResult(source, whole.failed), window) : { measured, whole }
}

/**
 * Loads and measures all layers.
 *
 * @throws LamellaError of a layer that must not be omitted, `ABORTED`, `REQUEST_INVALID` if no layer shows the new message
 */
export async function loadLayers(settings: Settings, loading: Loading): Promise<LoadedLayers> {
  const { registry, counter, deadline, readTool } = settings
  const { shared, budget, given, givenTokens, passed, signal, traces, runOf, change } = loading
  const { window, reserve } = budget
  const room = window - reserve - counter.framing.request - givenTokens
  const maxOf = (layer: Layer): number | undefined =>
    layer.budget?.max === undefined ? undefined : parseSize(layer.budget.max, window)
  const limitOf = (layer: Layer): number => Math.max(0, Math.min(maxOf(layer) ?? room, room))

  const measure = (source: Collected, followed?: boolean): MeasuredLayer =>
    measureLoaded(settings, source, window, followed)
  const options = { limitOf, deadline, passed, signal, traces, ...(runOf && { runOf }) }
  const collected: Collected[] = []
  const loaded = await collect(registry.layers, shared, options, (source) => {
    collected.push(source)
    return measure(change?.(source) ?? source)
  })
  if (signal?.aborted) throw aborted(signal)
  if (!collected.some((source) => takesMessage(source, shared)) && shared.message !== undefined) throw messageNotTaken()

  const alone = loaded.map((layer) => layer.measured)
  const layers = loaded.map((layer, index) =>
    hasFollowedPendingCalls(alone, index) ? measure(layer.measured.source, true) : layer,
  )
  const measured = layers.map((layer) => layer.measured)
  const sources = measured.map((item) => item.source)
  checkPositions(sources)
  const { tools, notices: toolNotices } = collectTools(given, sources, readTool)
  return {
    measured,
    wholes: layers.map((layer) => layer.whole),
    tools,
    toolNotices,
    notices: [...(toolNotices.get('') ?? []), ...sessionNotices(collected, shared.session)],
    sizes: {
      window,
      reserve,
      tools: tools === given ? givenTokens : counter.tools(tools),
      limits: budget.limits?.of({ tools, parameters: settings.parameters }),
    },
  }
}
