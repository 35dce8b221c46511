import type { Amounts, ContentLimits, PlanLayer, Unit } from '../contract/truncation.ts'
import type { Schedule } from './schedule.ts'

/** How far everything has to go down for one limit alone. */
export interface LimitRungs {
  readonly name: keyof ContentLimits
  /** Whether what is left keeps the limit. If not, the pinned content alone is more. */
  readonly fits: boolean
  /** What is left. */
  readonly left: number
  /** The rung of every unit, by layer and position. */
  readonly rungs: readonly Int32Array[]
}

/**
 * Takes the steps that save something of one limit, in the order of the schedule, until what is left keeps it: first those that
 * shorten images and files, then all. The order depends on no limit and on no other limit's steps, so that a larger limit keeps
 * everything that a smaller one keeps. O(n) in the number of steps.
 *
 * @param start The rungs that the layers' own maxima require.
 */
export function limitRungs(
  layers: readonly PlanLayer[],
  whole: Schedule,
  start: readonly Int32Array[],
  name: keyof ContentLimits,
  limit: number,
): LimitRungs {
  const rungs = start.map((list) => list.slice())
  if (name === 'imageBytes') return smallImages(layers, rungs, limit)
  let left = 0
  for (const [index, { units }] of layers.entries()) {
    for (const unit of units) left += amountAt(unit, rungs[index]?.[unit.position] ?? 0)[name]
  }
  walk(name === 'bytes' ? 'media' : 'images', false)
  walk(name, true)
  return { name, fits: left <= limit, left, rungs }

  function walk(saving: 'bytes' | 'media' | 'images', drops: boolean): void {
    for (const { layer, from, to } of whole.runs) {
      const { ends = [] } = whole.layers[layer] ?? {}
      for (let block = from; block < to; block++) {
        if (left <= limit) return
        take(layer, ends[block - 1] ?? 0, ends[block] ?? 0, saving, drops)
      }
    }
    // Last steps that save no tokens are in no block.
    for (const [layer, { ends, positions }] of whole.layers.entries()) {
      if (left > limit) take(layer, ends.at(-1) ?? 0, positions.length, saving, drops)
    }
  }

  /** Takes the steps of a block that save something. What is dropped together is dropped together for every limit. */
  function take(layer: number, first: number, end: number, saving: 'bytes' | 'media' | 'images', drops: boolean): void {
    const { positions = [], rungs: targets = [] } = whole.layers[layer] ?? {}
    const units = layers[layer]?.units ?? []
    const own = rungs[layer] as Int32Array
    let dropsAll = false
    for (let step = first; step < end && drops; step++) {
      const unit = units[positions[step] ?? 0] as Unit
      if (isDrop(unit, targets[step]) && amountAt(unit, own[unit.position] ?? 0)[saving] > 0) dropsAll = true
    }
    for (let step = first; step < end; step++) {
      const unit = units[positions[step] ?? 0] as Unit
      const [now, rung] = [own[unit.position] ?? 0, targets[step] ?? 0]
      if (rung <= now) continue
      const [before, after] = [amountAt(unit, now), amountAt(unit, rung)]
      if (isDrop(unit, rung) ? !dropsAll : after[saving] >= before[saving]) continue
      own[unit.position] = rung
      left -= before[name] - after[name]
    }
  }
}

/** An image that is too large can be nowhere: its units go to their first rung without one. */
function smallImages(layers: readonly PlanLayer[], rungs: readonly Int32Array[], limit: number): LimitRungs {
  let left = 0
  for (const [index, { units }] of layers.entries()) {
    const own = rungs[index] as Int32Array
    for (const unit of units) {
      let rung = own[unit.position] ?? 0
      while (!unit.pinned && amountAt(unit, rung).imageBytes > limit) rung++
      own[unit.position] = rung
      left = Math.max(left, amountAt(unit, rung).imageBytes)
    }
  }
  return { name: 'imageBytes', fits: left <= limit, left, rungs }
}

const none: Amounts = { bytes: 0, media: 0, images: 0, imageBytes: 0 }

/** Returns what a unit takes at a rung; nothing once it is dropped. */
function amountAt({ amounts }: Unit, rung: number): Amounts {
  return amounts?.[rung] ?? none
}

function isDrop({ tokens }: Unit, rung: number | undefined): boolean {
  return rung === tokens.length
}
