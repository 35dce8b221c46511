import type { FragmentContent, Plan } from '@lamella/core'
import type { RecordedContext, RecordedFragment, RecordedLayer, RecordedUnit } from '../contract/recording.ts'
import { roleOf } from './conversation.ts'

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

/** Returns what a fragment is called by people: who speaks, or where it was read, or its layer. */
export function titleOf({ of, fragment }: FragmentRow, content: FragmentContent | undefined): string {
  return roleOf(content) || fragment.origin?.from || of.name
}

/**
 * Returns the rung of a fragment: in a plan, or as it was recorded. A layer that is left out has no units in a plan, and
 * all of it is dropped.
 */
export function rungOf({ layer, unit, within, fragment }: FragmentRow, planned: Plan | undefined): number {
  return (planned ? planned.rungs[layer]?.[unit] : fragment.kept) ?? within.tokens.length
}

/** Returns what becomes of a fragment: in a plan, or as it was recorded. */
export function fateOf(row: FragmentRow, planned: Plan | undefined): Fate {
  const { tokens } = row.within
  const rung = rungOf(row, planned)
  const state = rung === 0 ? 'kept' : rung < tokens.length ? 'shortened' : 'dropped'
  return { state, rung, tokens: tokens[rung] ?? 0 }
}

/** Returns why a fragment is not kept in full, in words; `undefined` if it is. */
export type ReasonOf = (row: FragmentRow) => string | undefined

/** Returns the reasons as recorded. */
export function recordedReasons({ rows }: Pick<RecordedContext, 'rows'>): ReasonOf {
  const reasons = new Map<string, string>()
  const key = (layer: string, id: string): string => `${layer.length} ${layer}${id}`
  for (const row of rows) {
    const policy = 'policy' in row ? `, chosen by ${row.policy}` : ''
    reasons.set(key(row.layer, row.fragment), `${words[row.reason]}${policy}`)
  }
  return ({ of, fragment }) => reasons.get(key(of.name, fragment.id))
}

/**
 * Returns the reasons of a plan. `unlimited` is the plan of the same layers in a window that holds everything, `free` the one
 * without other limits besides.
 */
export function plannedReasons(planned: Plan, unlimited: Plan, free: Plan = unlimited): ReasonOf {
  return (row) => {
    if (planned.rungs[row.layer]?.length === 0) return 'the layer is left out'
    const rung = rungOf(row, planned)
    if (rung === 0) return undefined
    // What gives way without a window gives way by the maximum of its layer, or by another limit.
    if (rungOf(row, free) === rung) return words['layer-max']
    return words[rungOf(row, unlimited) === rung ? 'limit' : 'window']
  }
}

const words = {
  window: 'did not fit the window',
  'layer-max': "the layer's own maximum",
  limit: 'did not keep a limit other than the window',
  repair: 'a tool call or result has no counterpart',
} as const
