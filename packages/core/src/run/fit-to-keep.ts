import type { Counter } from '../contract/counter.ts'
import { isLamellaError } from '../errors.ts'
import type { ComposedLayer } from '../pipeline/compose-context.ts'
import { type Fitted, fitContext } from '../pipeline/fit.ts'
import type { Measured } from '../pipeline/measure-layer.ts'
import { type Sizes, usedBy } from '../pipeline/sizes.ts'
import { positioned } from './extend.ts'
import { recentTurns } from './recent-turns.ts'

/**
 * Fits a context into a share of the budget, so that the next cut is far away. Only messages of the session give way
 * beyond what the window requires: if everything else and what is pinned take more than the share, the session keeps
 * room for one turn in addition.
 *
 * @throws LamellaError `CONTEXT_OVERFLOW` if it does not fit the window
 */
export function fitToKeep(
  measured: readonly Measured[],
  wholes: readonly ComposedLayer[],
  counter: Counter,
  sizes: Sizes,
  keep: number,
): Fitted {
  const fitted = fitContext(measured, wholes, counter, sizes)
  const conversation = measured.map(({ fragments }) => fragments.some(({ position }) => position !== undefined))
  const session = fitted.layers.reduce((sum, { tokens }, index) => sum + (conversation[index] ? tokens : 0), 0)
  const pinned = measured
    .filter((_, index) => conversation[index])
    .flatMap(({ plan }) => plan.units.filter((unit) => unit.pinned))
    .reduce((sum, { tokens: [full = 0] }) => sum + full, 0)
  const turn = recentTurns(positioned(measured), counter).mean
  const used = usedBy(fitted, sizes)
  const share = Math.floor(keep * (sizes.window - sizes.reserve))
  const stays = used - session + pinned
  const target = stays > share ? stays + turn : share
  if (target >= used) return fitted
  try {
    const smaller = { ...sizes, window: target + sizes.reserve }
    // By their minima: those of the conversation give way first, whatever the priorities.
    const yielding = measured.map((item, index) =>
      withMinimum(item, conversation[index] ? 0 : Number.POSITIVE_INFINITY),
    )
    return { ...fitContext(yielding, wholes, counter, smaller), sizes }
  } catch (error) {
    if (isLamellaError(error, 'CONTEXT_OVERFLOW')) return fitted
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
