import type { TruncationPolicy, Unit } from '@lamella/core'
import type { WindowLayer } from './plan-layers.ts'
import { type Planned, planWindow } from './plan-window.ts'

/** A unit of a layer, by position. */
export interface UnitPlace {
  readonly layer: number
  readonly unit: number
}

/** What it would take to keep a unit in full. */
export interface KeepAnswer {
  /** How many tokens more the window would need, with everything else as it is. */
  readonly moreTokens: number
  /** What else would give way in the same window if the unit were pinned; `undefined` if it does not fit even then. */
  readonly instead: readonly UnitPlace[] | undefined
}

/**
 * Returns what it would take to keep a unit that was shortened or dropped.
 *
 * A larger window keeps everything that a smaller one keeps (G4), so the smallest one is found by halving. `undefined`
 * if the layer's own maximum or another limit takes the unit, which no window changes.
 *
 * @param window In which it is not kept.
 */
export function whatKeeps(
  made: Planned,
  layers: readonly WindowLayer[],
  window: number,
  place: UnitPlace,
): KeepAnswer | undefined {
  const isKeptIn = (size: number): boolean =>
    (planWindow(made, layers, size).plan.rungs[place.layer]?.[place.unit] ?? 0) === 0
  if (!isKeptIn(Number.MAX_SAFE_INTEGER)) return undefined
  let [low, high] = [window, window]
  while (!isKeptIn(high)) high *= 2
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isKeptIn(middle)) high = middle
    else low = middle + 1
  }
  return { moreTokens: low - window, instead: goneInstead(made, layers, window, place) }
}

function goneInstead(
  made: Planned,
  layers: readonly WindowLayer[],
  window: number,
  place: UnitPlace,
): readonly UnitPlace[] | undefined {
  const before = planWindow(made, layers, window).plan
  const after = planWindow(made, withPinned(layers, place), window)
  if (after.over > 0 || !after.plan.fits) return undefined
  return after.plan.rungs.flatMap((rungs, layer) =>
    [...rungs].flatMap((rung, unit) => (rung > (before.rungs[layer]?.[unit] ?? 0) ? [{ layer, unit }] : [])),
  )
}

/** Returns the layers with one unit pinned: its policy no longer has steps for it. */
function withPinned(layers: readonly WindowLayer[], { layer, unit }: UnitPlace): readonly WindowLayer[] {
  return layers.map((one, index): WindowLayer => {
    if (index !== layer) return one
    const units = one.units.map((each, position): Unit => (position === unit ? { ...each, pinned: true } : each))
    const steps = one.policy.steps(one.units)
    const policy: TruncationPolicy = {
      name: one.policy.name,
      steps: () => {
        const left = steps.filter((step) => step.unit.position !== unit)
        // A step that was joined to one that is gone ends its joint itself.
        return left.map((step, at) => {
          const { joined, ...rest } = step
          const own = { ...rest, unit: units[step.unit.position] as Unit }
          return joined && at < left.length - 1 ? { ...own, joined } : own
        })
      },
    }
    return { ...one, units, policy, ...(one.composed && { composed: [] }) }
  })
}
