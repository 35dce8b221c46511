import { type Plan, type PlanLayer, plan, type TruncationPolicy, type Unit } from '@lamella/core'
import type { ContentLimits } from '@lamella/core/plugin'

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
 * A larger budget keeps everything that a smaller one keeps (G4), so the smallest one is found by halving. `undefined`
 * if the layer's own maximum or another limit takes the unit, which no window changes.
 *
 * @param limits As the planner had them.
 */
export function whatKeeps(
  layers: readonly PlanLayer[],
  available: number,
  place: UnitPlace,
  limits: ContentLimits = {},
): KeepAnswer | undefined {
  const isKept = ({ rungs }: Plan): boolean => (rungs[place.layer]?.[place.unit] ?? 0) === 0
  const asked = plan(layers, Number.MAX_SAFE_INTEGER, limits)
  if (!isKept(asked)) return undefined
  let [low, high] = [available, Math.max(available, asked.tokens)]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isKept(plan(layers, middle, limits))) high = middle
    else low = middle + 1
  }
  return { moreTokens: low - available, instead: goneInstead(layers, available, place, limits) }
}

function goneInstead(
  layers: readonly PlanLayer[],
  available: number,
  place: UnitPlace,
  limits: ContentLimits,
): readonly UnitPlace[] | undefined {
  const before = plan(layers, available, limits)
  const after = plan(withPinned(layers, place), available, limits)
  if (!after.fits) return undefined
  return after.rungs.flatMap((rungs, layer) =>
    [...rungs].flatMap((rung, unit) => (rung > (before.rungs[layer]?.[unit] ?? 0) ? [{ layer, unit }] : [])),
  )
}

/** Returns the layers with one unit pinned: its policy no longer has steps for it. */
function withPinned(layers: readonly PlanLayer[], { layer, unit }: UnitPlace): readonly PlanLayer[] {
  return layers.map((one, index): PlanLayer => {
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
    return { ...one, units, policy }
  })
}
