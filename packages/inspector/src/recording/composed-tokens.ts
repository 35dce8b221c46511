import type { Plan } from '@lamella/core'
import { createPlanner } from '@lamella/core/plan'
import type { OfferedLayer } from '@lamella/core/plugin'

/** What the text of a layer takes, and what it was counted for. */
export interface Composed {
  readonly n: number
  readonly layer: OfferedLayer
  /** The numbers of its units. */
  readonly units: string
  readonly tokens: readonly number[]
}

/** The most tokens that are counted for one layer: its whole text, times the blocks of its steps. */
const mostTokens = 200_000

/**
 * Whether the sizes of a layer are those that were counted before.
 *
 * @param whole Its tokens with everything kept, if that is how it was sent: a text that another `compose` has made is seen by it.
 */
export function isComposed(
  known: Composed | undefined,
  { policy, composedAt }: OfferedLayer,
  units: string,
  whole: number | undefined,
): boolean {
  if (!known || !composedAt) return known === undefined && composedAt === undefined
  if (known.units !== units || known.layer.policy !== policy) return false
  return whole === undefined || known.tokens.length === 0 || known.tokens[0] === whole
}

/**
 * Counts the text of a layer with everything kept, and after each block of its steps: joined text has other tokens than its parts, and
 * only the layer can compose it. Empty if that would take long, if the layer cannot be composed so, or if it has pages, whose blocks
 * depend on the minimum.
 */
export function composedTokens(layer: OfferedLayer): readonly number[] {
  const { units, composedAt } = layer
  if (!composedAt || units.some(({ page }) => page !== undefined)) return []
  try {
    const { blocks, plan } = createPlanner([{ ...layer, units, frame: layer.frame, min: 0, max: undefined }])
    const after = (count: number): Plan => plan(count, Number.MAX_SAFE_INTEGER)
    if (after(0).asked * blocks > mostTokens) return []
    return Array.from({ length: blocks + 1 }, (_, count) => composedAt(after(count).rungs[0] as Int32Array))
  } catch {
    return []
  }
}
