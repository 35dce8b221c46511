import type { PlanLayer, Step, Unit } from '@lamella/core'
import type { Amounts } from '@lamella/core/plugin'

/**
 * The planner's contract, literal and slow: at every step it searches all layers for the next block and adds up
 * everything again. No prefix sums, no runs, no search.
 */
export function oraclePlan(layers: readonly PlanLayer[], budget: number): readonly (readonly number[])[] {
  const rungs = layers.map((layer) => layer.units.map(() => 0))
  const total = (): number => layers.reduce((sum, layer, index) => sum + layerSize(layer, rungs[index] ?? []), 0)
  for (const { index, bundle } of oracleBlocks(layers)) {
    if (total() <= budget) break
    rungs[index] = after(rungs[index] as number[], bundle)
  }
  return rungs
}

/** The blocks of all layers in the order in which they give way. */
function oracleBlocks(
  layers: readonly PlanLayer[],
): readonly { readonly index: number; readonly bundle: readonly Step[] }[] {
  const rungs = layers.map((layer) => layer.units.map(() => 0))
  const gives = ({ units }: PlanLayer): boolean => units.some(({ pinned }) => !pinned)
  const queues = layers.map((layer, own) => {
    const othersGive = layers.some((other, index) => index !== own && gives(other))
    return bundles(layer, othersGive ? layer.min : 0).closed
  })
  const taken = layers.map(() => 0)
  const highest = layers.map((layer) => layer.priority)
  const size = (index: number, own: readonly number[]): number => layerSize(layers[index] as PlanLayer, own)
  const blocks: { readonly index: number; readonly bundle: readonly Step[] }[] = []
  for (;;) {
    let best: { index: number; phase: number; priority: number } | undefined
    for (const [index, layer] of layers.entries()) {
      const bundle = queues[index]?.[taken[index] as number]
      if (!bundle) continue
      const phase = size(index, after(rungs[index] as number[], bundle)) >= layer.min ? 0 : 1
      const priority = bundle.reduce(
        (most, step) => Math.max(most, step.priority ?? layer.priority),
        highest[index] ?? 0,
      )
      const wins = !best || phase < best.phase || (phase === best.phase && priority < best.priority)
      if (wins) best = { index, phase, priority }
    }
    if (!best) return blocks
    const bundle = queues[best.index]?.[taken[best.index] as number] as readonly Step[]
    blocks.push({ index: best.index, bundle })
    rungs[best.index] = after(rungs[best.index] as number[], bundle)
    taken[best.index] = (taken[best.index] ?? 0) + 1
    highest[best.index] = best.priority
  }
}

/** What the units of a layer take of a limit at their rungs. */
export function layerAmount({ units }: PlanLayer, rungs: readonly number[], name: keyof Amounts): number {
  return units.reduce((sum, { amounts, position }) => sum + (amounts?.[rungs[position] ?? 0]?.[name] ?? 0), 0)
}

/** What one limit alone requires, literally: images and files are shortened before anything else gives way for it. */
export function oracleLimit(
  layers: readonly PlanLayer[],
  name: 'bytes' | 'images',
  limit: number,
): readonly (readonly number[])[] {
  const rungs = layers.map((layer) => layer.units.map(() => 0))
  const total = (): number =>
    layers.reduce((sum, layer, index) => sum + layerAmount(layer, rungs[index] ?? [], name), 0)
  const amount = ({ amounts }: Unit, rung: number, of: keyof Amounts): number => amounts?.[rung]?.[of] ?? 0
  const known = oracleBlocks(layers)
  // Last steps that save no tokens are in no block.
  const gives = ({ units }: PlanLayer): boolean => units.some(({ pinned }) => !pinned)
  const last = layers.map((layer, index) => {
    const othersGive = layers.some((other) => other !== layer && gives(other))
    return { index, bundle: bundles(layer, othersGive ? layer.min : 0).open }
  })
  const blocks = [...known, ...last]
  for (const { index, bundle } of blocks) {
    if (total() <= limit) return rungs
    const own = rungs[index] as number[]
    const media = name === 'bytes' ? 'media' : 'images'
    for (const { unit, rung } of bundle) {
      const now = own[unit.position] ?? 0
      if (rung < unit.tokens.length && rung > now && amount(unit, rung, media) < amount(unit, now, media)) {
        own[unit.position] = rung
      }
    }
  }
  for (const { index, bundle } of blocks) {
    if (total() <= limit) return rungs
    const own = rungs[index] as number[]
    const isDrop = ({ unit, rung }: Step): boolean => rung === unit.tokens.length
    const dropsAll = bundle.some((step) => isDrop(step) && amount(step.unit, own[step.unit.position] ?? 0, name) > 0)
    for (const step of bundle) {
      const now = own[step.unit.position] ?? 0
      const saves = amount(step.unit, step.rung, name) < amount(step.unit, now, name)
      if (step.rung > now && (isDrop(step) ? dropsAll : saves)) own[step.unit.position] = step.rung
    }
  }
  return rungs
}

export function layerSize(layer: PlanLayer, rungs: readonly number[]): number {
  const kept = layer.units.filter((unit) => (rungs[unit.position] ?? 0) < unit.tokens.length)
  const frame = kept.length > 0 ? layer.frame : 0
  return kept.reduce((sum, unit) => sum + (unit.tokens[rungs[unit.position] ?? 0] ?? 0), frame)
}

/**
 * Steps that go together: to the end of a page (down to the layer's minimum, for the benefit of other layers), of a
 * joint, and until something is saved.
 */
function bundles(
  layer: PlanLayer,
  min: number,
): { readonly closed: readonly (readonly Step[])[]; readonly open: readonly Step[] } {
  const result: Step[][] = []
  let rungs: readonly number[] = layer.units.map(() => 0)
  let open: Step[] = []
  const isDropped = (unit: Unit): boolean => rungs[unit.position] === unit.tokens.length
  let before = layerSize(layer, rungs)
  const close = (): void => {
    result.push(open)
    open = []
    before = layerSize(layer, rungs)
  }
  for (const step of layer.policy.steps(layer.units)) {
    if (isDropped(step.unit)) {
      if (!step.joined && open.length > 0 && layerSize(layer, rungs) < before) close()
      continue
    }
    const { unit: dropping, rung } = step
    // A page whose drop would leave less than the minimum is split.
    const page = layer.units.filter((unit) => unit.page === dropping.page && !unit.pinned)
    const gone = page.map((unit) => ({ unit, rung: unit.tokens.length }))
    const isWhole = layerSize(layer, after(rungs, gone)) >= min
    open.push(step)
    rungs = after(rungs, [step])
    if (rung === dropping.tokens.length && dropping.page !== undefined && isWhole) {
      for (const unit of layer.units) {
        if (unit.page !== step.unit.page || unit.pinned || isDropped(unit)) continue
        const drop = { ...step, unit, rung: unit.tokens.length }
        open.push(drop)
        rungs = after(rungs, [drop])
      }
    }
    if (!step.joined && layerSize(layer, rungs) < before) close()
  }
  return { closed: result, open }
}

function after(rungs: readonly number[], steps: readonly Step[]): number[] {
  const result = [...rungs]
  for (const { unit, rung } of steps) result[unit.position] = rung
  return result
}
