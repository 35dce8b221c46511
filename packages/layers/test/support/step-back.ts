import type { Context } from '@lamella/core'
import { parseSize } from '@lamella/core/plugin'
import { buildWhole, kept, type Sizes, type Whole } from './whole-builds.ts'

/** The next thing that more room would bring back. */
export interface StepBack {
  /** Tokens that it takes more. */
  readonly tokens: number
  readonly layers: readonly string[]
  /** Fragments that are longer with it. */
  readonly fragments: readonly string[]
}

/** Sizes that are shares of a window, in tokens. */
export function inTokens(sizes: Sizes, window: number): Sizes {
  return Object.fromEntries(
    Object.entries(sizes).map(([name, budget]) => [
      name,
      Object.fromEntries(Object.entries(budget).map(([key, size]) => [key, parseSize(size, window)])),
    ]),
  )
}

/** The bytes that a request has of the layers. */
export function bytes({ system, messages }: Context): string {
  return JSON.stringify([system, messages])
}

/**
 * The step back of a build: what the smallest larger window brings back that brings back anything. Found by building with larger
 * windows alone, so nothing is assumed of how the planner works but G4. `undefined` if no window brings anything back.
 */
export async function stepBack(
  whole: Whole,
  context: Context,
  { window, most, sizes }: { readonly window: number; readonly most: number; readonly sizes: Sizes },
): Promise<StepBack | undefined> {
  const build = async (size: number): Promise<Context> =>
    (await buildWhole(whole, size, undefined, sizes)) ?? Promise.reject(new Error('a larger window overflows'))
  const before = bytes(context)
  let [same, other] = [window, most]
  let next = await build(other)
  if (bytes(next) === before) return undefined
  while (other - same > 1) {
    const middle = (same + other) >> 1
    const one = await build(middle)
    if (bytes(one) === before) same = middle
    else [other, next] = [middle, one]
  }
  const [now, then] = [kept(whole, context), kept(whole, next)]
  const names = [
    ...[...context.report.rows, ...next.report.rows].map(({ layer, fragment }) => `${layer}/${fragment}`),
    ...whole.messages.map((_, position) => `history/m${position}`),
  ]
  const fragments = [...new Set(names)].filter((name) => now(name) !== then(name))
  const layers = [...new Set(fragments.map((name) => name.split('/')[0] ?? ''))]
  return { tokens: next.report.tokens.total - context.report.tokens.total, layers, fragments }
}
