import type { Unit } from '@lamella/core'
import type { Amounts, PlanLayer } from '@lamella/core/plan'
import { type ComposedLayer, isTextLayer, type Measured } from '@lamella/core/plugin'
import { type AmountCounter, aroundText, noAmounts, sumOf } from './amounts.ts'
import { jsonBytes } from './json-bytes.ts'

/** A layer with what its units take of the limits. */
export interface LimitedLayer {
  readonly layer: PlanLayer
  /** Bytes of its wrapping. */
  readonly frame: number
}

/**
 * Adds to the units of a layer what each rung takes of the limits.
 *
 * @param whole The layer with everything kept.
 */
export function withAmounts(measured: Measured, whole: ComposedLayer, amounts: AmountCounter): LimitedLayer {
  const units = measured.plan.units.map((unit) => ({ ...unit, amounts: rungAmounts(unit, amounts) }))
  const layer = { ...measured.plan, units }
  if (!isTextLayer(measured.source.layer)) return { layer, frame: 0 }
  const parts = units.reduce((sum, unit) => sum + (unit.amounts[0]?.bytes ?? 0), 0)
  return { layer, frame: aroundText + Math.max(0, jsonBytes(whole.text) - parts) }
}

/** A rung counts for as much as any shorter one, so that a limit that holds at one rung holds at all further ones. */
function rungAmounts({ fragments, tokens }: Unit, counter: AmountCounter): readonly Amounts[] {
  const all: Amounts[] = []
  let least = noAmounts
  for (let rung = tokens.length - 1; rung >= 0; rung--) {
    const own = fragments.map(({ content, shorter = [] }) =>
      counter.content(shorter[Math.min(rung, shorter.length) - 1] ?? content),
    )
    least = largerOf(sumOf(own), least)
    all[rung] = least
  }
  return all
}

function largerOf(one: Amounts, other: Amounts): Amounts {
  return {
    bytes: Math.max(one.bytes, other.bytes),
    media: Math.max(one.media, other.media),
    images: Math.max(one.images, other.images),
    imageBytes: Math.max(one.imageBytes, other.imageBytes),
  }
}
