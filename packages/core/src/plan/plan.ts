import type { ContentLimits, PlanLayer, Unit } from '../contract/truncation.ts'
import { type LimitRungs, limitRungs } from './limit-rungs.ts'
import { blocksTaken, fewestBlocks, type Schedule, schedule } from './schedule.ts'

/** The outcome of one unit. */
export interface UnitFate {
  readonly layer: string
  readonly unit: Unit
  /** `unit.tokens.length` is dropped. */
  readonly rung: number
  /** `limit`: only because of a limit other than the tokens. */
  readonly reason: 'window' | 'layer-max' | 'limit'
  /** Which one, if the reason is `limit`. */
  readonly limit?: keyof ContentLimits
  /** Tokens saved compared with rung 0. */
  readonly saved: number
}

/** The steps that are taken. A pure value. */
export interface Plan {
  /** Whether the rest fits the budget and the limits. If not, the pinned content alone is larger. */
  readonly fits: boolean
  /** Tokens of all layers with everything kept. */
  readonly asked: number
  /** The tokens of the kept content. */
  readonly tokens: number
  /** Whether any unit is not kept in full. */
  readonly truncated: boolean
  /** Units that are not kept in full, in context order. */
  readonly fates: readonly UnitFate[]
  /** The rung of every unit, by layer and position. */
  readonly rungs: readonly Int32Array[]
}

/**
 * Decides what is kept, shortened and dropped so that the layers fit `budget` tokens: the shortest prefix of the
 * schedule after which everything fits. O(n log n) in the number of units. Runs anywhere, including in a browser.
 *
 * Each limit beside the tokens has a prefix of its own, of the steps that save something of it, and a unit goes as far down as the
 * farthest of them: no limit gives away what another one made free, so that the plan is monotone in each.
 *
 * @param limits What the units' `amounts` may add up to. Default: none.
 * @throws LamellaError `LAYER_OVERFLOW`, `POLICY_INVALID`
 * @example
 * const { fates, tokens } = plan([{ name: 'notes', priority: 10, units, policy: lowestRankFirst, frame: 0, min: 0,
 *   max: undefined }], 1_000)
 */
export function plan(layers: readonly PlanLayer[], budget: number, limits: ContentLimits = {}): Plan {
  const whole = schedule(layers)
  return planPrefix(layers, whole, fewestBlocks(whole, budget), budget, rungsByLimit(layers, whole, limits))
}

const limitNames = ['images', 'imageBytes', 'bytes'] as const satisfies readonly (keyof ContentLimits)[]

/** Returns how far each limit takes everything down, for the limits that there are. */
export function rungsByLimit(
  layers: readonly PlanLayer[],
  whole: Schedule,
  limits: ContentLimits,
): readonly LimitRungs[] {
  if (limitNames.every((name) => limits[name] === undefined)) return []
  const start = layers.map(({ units }, index) => rungsAfter(whole, index, units.length, whole.forced[index] ?? 0))
  return limitNames.flatMap((name) => {
    const limit = limits[name]
    return limit === undefined ? [] : limitRungs(layers, whole, start, name, limit)
  })
}

/** Creates the plan that takes the first `k` blocks of a schedule. Its fates are computed on first read. */
export function planPrefix(
  layers: readonly PlanLayer[],
  whole: Schedule,
  k: number,
  budget: number,
  limited: readonly LimitRungs[] = [],
): Plan {
  const taken = blocksTaken(whole, k)
  const byTokens = layers.map((layer, index) => rungsAfter(whole, index, layer.units.length, taken[index] ?? 0))
  const rungs = limited.length === 0 ? byTokens : byTokens.map((own, index) => lowest(own, index, limited))
  const tokens = limited.length === 0 ? whole.asked - (whole.saved[k] ?? 0) : tokensOf(layers, rungs)
  let fates: readonly UnitFate[] | undefined
  return {
    fits: tokens <= budget && limited.every(({ fits }) => fits),
    asked: whole.layers.reduce((sum, layer) => sum + layer.asked, 0),
    tokens,
    rungs,
    truncated: taken.some((count) => count > 0) || rungs.some((own, index) => own !== byTokens[index]),
    get fates() {
      fates ??= layers.flatMap((layer, index) =>
        fatesOf(layer, rungs[index] as Int32Array, {
          max: rungsAfter(whole, index, layer.units.length, whole.forced[index] ?? 0),
          tokens: byTokens[index] as Int32Array,
          limited: limited.map(({ name, rungs: all }) => [name, all[index] as Int32Array] as const),
        }),
      )
      return fates
    },
  }
}

/** The same list if no limit takes anything further down. */
function lowest(own: Int32Array, index: number, limited: readonly LimitRungs[]): Int32Array {
  const lists = limited.map(({ rungs }) => rungs[index] as Int32Array)
  const merged = own.map((rung, at) => lists.reduce((most, list) => Math.max(most, list[at] ?? 0), rung))
  return merged.some((rung, at) => rung !== own[at]) ? merged : own
}

function tokensOf(layers: readonly PlanLayer[], rungs: readonly Int32Array[]): number {
  let tokens = 0
  for (const [index, { units, frame }] of layers.entries()) {
    const own = rungs[index] as Int32Array
    for (const unit of units) tokens += unit.tokens[own[unit.position] ?? 0] ?? 0
    if (units.some((unit) => (own[unit.position] ?? 0) < unit.tokens.length)) tokens += frame
  }
  return tokens
}

/** How far each reason alone takes the units of a layer down. */
interface Causes {
  readonly max: Int32Array
  readonly tokens: Int32Array
  readonly limited: readonly (readonly [name: keyof ContentLimits, rungs: Int32Array])[]
}

function fatesOf({ name, units }: PlanLayer, rungs: Int32Array, { max, tokens, limited }: Causes): readonly UnitFate[] {
  const fates: UnitFate[] = []
  for (const unit of units) {
    const rung = rungs[unit.position] ?? 0
    if (rung === 0) continue
    const saved = (unit.tokens[0] ?? 0) - (unit.tokens[rung] ?? 0)
    const limit = limited.find(([, list]) => list[unit.position] === rung)?.[0]
    const reason = max[unit.position] === rung ? 'layer-max' : tokens[unit.position] === rung ? 'window' : 'limit'
    fates.push({ layer: name, unit, rung, reason, ...(reason === 'limit' && limit && { limit }), saved })
  }
  return fates
}

function rungsAfter(whole: Schedule, index: number, units: number, taken: number): Int32Array {
  const result = new Int32Array(units)
  const layer = whole.layers[index]
  const end = layer?.ends[taken - 1] ?? 0
  for (let step = 0; step < end; step++) result[layer?.positions[step] ?? 0] = layer?.rungs[step] ?? 0
  return result
}
