import type { Fittable, Fitted, Measured, Stages } from '@lamella/core/plugin'
import { isOverflow } from '@lamella/core/plugin'
import { usedBy } from './counting.ts'

/** The share of the room for the conversation that messages get in any case: a large head must not leave them none. */
const leastOfRoom = 1 / 8

/**
 * Fits a context into a share of the budget, so that the next cut is far away. Only messages of the session give way
 * beyond what the window requires, and they keep an eighth of the room that everything else leaves.
 *
 * @param less Tokens of the share that stay free.
 *
 * @throws LamellaError `CONTEXT_OVERFLOW` if it does not fit the window
 */
export function fitToKeep(stages: Pick<Stages, 'fit'>, layers: Fittable, keep: number, less = 0): Fitted {
  const { measured, sizes } = layers
  const fitted = stages.fit(layers)
  const conversation = measured.map(({ fragments }) => fragments.some(({ position }) => position !== undefined))
  const session = fitted.layers.reduce((sum, { tokens }, index) => sum + (conversation[index] ? tokens : 0), 0)
  const pinned = measured
    .filter((_, index) => conversation[index])
    .flatMap(({ plan }) => plan.units.filter((unit) => unit.pinned))
    .reduce((sum, { tokens: [full = 0] }) => sum + full, 0)
  const used = usedBy(fitted)
  const others = used - session
  const room = sizes.window - sizes.reserve
  const share = Math.floor(keep * room) - less
  const target = Math.max(share, others + pinned + Math.floor(leastOfRoom * (room - others)))
  if (target >= used) return fitted
  try {
    const smaller = { ...sizes, window: target + sizes.reserve }
    // By their minima: those of the conversation give way first, whatever the priorities.
    const yielding = measured.map((item, index) =>
      withMinimum(item, conversation[index] ? 0 : Number.POSITIVE_INFINITY),
    )
    return { ...stages.fit({ ...layers, measured: yielding, sizes: smaller }), sizes }
  } catch (error) {
    if (isOverflow(error)) return fitted
    throw error
  }
}

/**
 * Fits a context into a share of the limits beside the window, so that the next cut for one of them is far away; into the limits
 * themselves if what is required takes more.
 *
 * @throws LamellaError `CONTEXT_OVERFLOW`, `LIMIT_OVERFLOW`
 */
export function fitToShareOfLimits(stages: Pick<Stages, 'fit'>, layers: Fittable, keep: number): Fitted {
  const { sizes } = layers
  try {
    return stages.fit({ ...layers, sizes: { ...sizes, limits: sizes.limits?.share(keep) } })
  } catch (error) {
    if (isOverflow(error)) return stages.fit(layers)
    throw error
  }
}

function withMinimum(item: Measured, min: number): Measured {
  return {
    ...item,
    get plan() {
      return { ...item.plan, min }
    },
  }
}
