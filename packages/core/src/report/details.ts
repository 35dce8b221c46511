import { isTextLayer } from '../collect/check-output.ts'
import { composePlanned } from '../compose/compose-context.ts'
import { plannedFraming } from '../compose/fit.ts'
import type { Fitted } from '../compose/limits.ts'
import type { Measured } from '../compose/measure-layer.ts'
import type { BuildDetails, OfferedLayer, RequestLayout } from '../contract/build-details.ts'
import type { Kept } from '../contract/fragment.ts'
import type { Report } from '../contract/report.ts'
import type { Counter } from '../contract/tokenizer.ts'
import type { PlanLayer } from '../contract/truncation.ts'
import { unitOf } from '../plan/units.ts'

/** What a report keeps of its build. */
export interface BuiltParts {
  readonly measured: readonly Measured[]
  readonly fitted: Fitted
  readonly counter: Counter
  readonly layout: () => RequestLayout
}

/**
 * Returns what every layer offered to a build, with the tokens of each rung, and the place of each part in the request.
 *
 * @example
 * const { layers, available } = detailsOf(context.report) // a context of `build`
 * const smaller = plan(layers, available - 4_000) // from '@lamella/core/plan': what would be shortened or dropped
 */
export function detailsOf({ built }: Required<Pick<Report, 'built'>>): BuildDetails {
  const { measured, fitted, counter, layout } = built() as BuiltParts
  const { sizes, layers: composed, limited } = fitted
  const layers = measured.map((item, index) => {
    return offeredLayer(item, composed[index]?.kept ?? [], counter, limited?.layers[index])
  })
  const available = sizes.window - sizes.reserve - sizes.tools - plannedFraming(measured, counter)
  const { request: around, message, systemSeparator } = counter.framing
  const framing = { request: around, system: message, separator: counter.text(systemSeparator) }
  return { layers, available, framing, ...(limited && { limits: limited.room }), layout: layout() }
}

/** Where the plan was not needed for the build, it is made when somebody reads it. */
function offeredLayer(
  item: Measured,
  kept: readonly Kept[],
  counter: Counter,
  limited: PlanLayer | undefined,
): OfferedLayer {
  const { source, policy, min, max } = item
  const { name, priority, order, stability, placement, budget } = source.layer
  return {
    ...{ name, priority, order, stability, placement, policy, min, max, kept, budget },
    get units() {
      return (limited ?? item.plan).units
    },
    get frame() {
      return item.wrapping.frame
    },
    get groups() {
      return item.groups
    },
    tokensOf: (group) => unitOf(group, 0, counter.content, item.wrapping.each).tokens,
    ...(isTextLayer(source.layer) && { composedAt: (rungs) => composePlanned(item, rungs, counter).tokens }),
  }
}
