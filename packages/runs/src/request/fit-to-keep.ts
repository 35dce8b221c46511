import type { Unit } from '@lamella/core'
import type { Fittable, Fitted, Measured, Stages } from '@lamella/core/plugin'
import { isOverflow } from '@lamella/core/plugin'
import { usedBy } from './counting.ts'

/** The share of the room for the conversation that messages get in any case: a large head must not leave them none. */
const leastOfRoom = 1 / 8

/**
 * Fits a context into a share of the budget, so that the next cut is far away. Only messages of the session give way
 * beyond what the window requires, and they keep an eighth of the room that everything else leaves. The newest exchange stays if
 * the window holds it, whatever its share.
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
  const units = measured.filter((_, index) => conversation[index]).flatMap(({ plan }) => plan.units)
  const pinned = units.filter((unit) => unit.pinned).reduce((sum, { tokens: [full = 0] }) => sum + full, 0)
  const used = usedBy(fitted)
  const others = used - session
  const room = sizes.window - sizes.reserve
  const share = Math.floor(keep * room) - less
  // The planner counts each layer by itself, with its frame.
  const newest = measured.reduce((sum, { plan }) => sum + plan.frame, leastOfNewest(units))
  const holdsNewest = others + pinned + newest <= room
  const least = Math.max(Math.floor(leastOfRoom * (room - others)), holdsNewest ? newest : 0)
  const target = Math.max(share, others + pinned + least)
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
 * Returns the tokens that the newest exchange needs: its messages in their shortest forms. A model that does not see what it has just
 * done does it again.
 */
function leastOfNewest(units: readonly Unit[]): number {
  let [last, least] = [-1, 0]
  for (const { fragments, pinned, tokens } of units) {
    const at = fragments.reduce((most, { position = -1 }) => Math.max(most, position), -1)
    if (at > last) [last, least] = [at, pinned ? 0 : (tokens.at(-1) ?? 0)]
  }
  return least
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
