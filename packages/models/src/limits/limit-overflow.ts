import { LamellaError } from '@lamella/core'
import type { PlanLayer } from '@lamella/core/plan'
import type { LimitRungs, RequestLimits } from '@lamella/core/plugin'

/** How many of the largest pinned fragments an error lists. */
const named = 5

const units: Readonly<Record<LimitRungs['name'], (amount: number) => string>> = {
  bytes: (amount) => `up to ${amount} bytes`,
  images: (amount) => `${amount} images`,
  imageBytes: (amount) => `an image of ${amount} bytes`,
}

/**
 * Creates the error for a build whose pinned fragments exceed a limit other than the window.
 *
 * @param fixed What tools and parameters take of it.
 */
export function limitOverflow(
  layers: readonly PlanLayer[],
  { name, left }: LimitRungs,
  fixed: number,
  most: RequestLimits,
): LamellaError<'LIMIT_OVERFLOW'> {
  const largest = layers
    .flatMap((layer) => layer.units.filter((unit) => unit.pinned).map((unit) => ({ layer: layer.name, unit })))
    .map(({ layer, unit }) => ({ layer, fragment: unit.id, amount: unit.amounts?.[0]?.[name] ?? 0 }))
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => b.amount - a.amount)
    .slice(0, named)
  const value = most[name] ?? 0
  const smallest = left + fixed
  const list = largest.map(({ layer, fragment, amount }) => `${layer}/${fragment} ${amount}`).join(', ')
  return new LamellaError({
    code: 'LIMIT_OVERFLOW',
    what:
      `Required content has ${units[name](smallest)}, but the limit '${name}' is ${value}. ` +
      `The smallest limit that works is ${smallest}. Largest pinned fragments: ${list || 'none'}.`,
    fix: 'Send images and files by URL or file id, make them smaller, or pin less.',
    details: { limit: name, value, smallest, largest },
  })
}
