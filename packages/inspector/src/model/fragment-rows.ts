import type { Plan } from '@lamella/core/plan'
import type { RecordedContext, RecordedFragment, RecordedLayer, RecordedUnit } from '../contract/recording.ts'

/** A fragment of a recorded build in its place. */
export interface FragmentRow {
  readonly layer: number
  readonly unit: number
  readonly of: RecordedLayer
  readonly within: RecordedUnit
  readonly fragment: RecordedFragment
  /** Whether it is the first one of its unit, with which the tokens of the unit are shown. */
  readonly first: boolean
}

/** What becomes of a fragment. */
export interface Fate {
  readonly state: 'kept' | 'shortened' | 'dropped'
  readonly rung: number
  /** Of its unit, at this rung. */
  readonly tokens: number
}

/** Returns all fragments that layers offered, in context order. */
export function fragmentRows({ layers }: Pick<RecordedContext, 'layers'>): readonly FragmentRow[] {
  return layers.flatMap((of, layer) =>
    of.units.flatMap((within, unit) =>
      within.fragments.map((fragment, index) => ({ layer, unit, of, within, fragment, first: index === 0 })),
    ),
  )
}

/** Returns what becomes of a fragment: in a plan, or as it was recorded. A layer that is left out has no units in it. */
export function fateOf({ layer, unit, within, fragment }: FragmentRow, planned: Plan | undefined): Fate {
  const { tokens } = within
  const dropped = tokens.length
  const rung = planned ? (planned.rungs[layer]?.[unit] ?? dropped) : (fragment.kept ?? dropped)
  const state = rung === 0 ? 'kept' : rung < dropped ? 'shortened' : 'dropped'
  return { state, rung, tokens: tokens[rung] ?? 0 }
}

/** Returns why a fragment is not kept in full, in words, by layer and id; as recorded, or by a plan. */
export function reasonsOf(
  { rows, layers }: Pick<RecordedContext, 'rows' | 'layers'>,
  planned: Plan | undefined,
): (row: FragmentRow) => string | undefined {
  const reasons = new Map<string, string>()
  const key = (layer: string, id: string): string => `${layer.length} ${layer}${id}`
  if (!planned) {
    for (const row of rows) {
      const policy = 'policy' in row ? `, chosen by ${row.policy}` : ''
      reasons.set(key(row.layer, row.fragment), `${words[row.reason]}${policy}`)
    }
    return ({ of, fragment }) => reasons.get(key(of.name, fragment.id))
  }
  for (const { layer, unit, reason } of planned.fates) reasons.set(key(layer, `${unit.position}`), words[reason])
  return ({ layer, unit }) => {
    if (planned.rungs[layer]?.length === 0) return 'the layer is left out'
    return reasons.get(key(layers[layer]?.name ?? '', `${unit}`))
  }
}

const words = {
  window: 'the whole did not fit the window',
  'layer-max': "the layer's own maximum",
  repair: 'a tool call or result has no counterpart',
} as const
