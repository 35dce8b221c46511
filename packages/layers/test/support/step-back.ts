import type { Context } from '@lamella/core'
import { parseSize } from '@lamella/core/plugin'
import { buildWhole, kept, type Sizes, type Whole } from './whole-builds.ts'

/** The next thing that a larger window would restore. */
export interface StepBack {
  /** The additional tokens it takes. */
  readonly tokens: number
  readonly layers: readonly string[]
  /** Fragments that become longer with it. */
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

/** Returns the bytes that the layers contribute to a request. */
export function bytes({ system, messages }: Context): string {
  return JSON.stringify([system, messages])
}

/**
 * Returns the step back of a build: what the smallest larger window that restores anything brings back. It is found
 * only by building with larger windows, so nothing is assumed about the planner except G4. Returns `undefined` if no
 * window restores anything.
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
