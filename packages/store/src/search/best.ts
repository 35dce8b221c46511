import type { Scores } from './scores.ts'

/** A hit and its score. */
export interface Ranked<Item> {
  readonly id: number
  readonly item: Item
  readonly score: number
}

/**
 * Work that asks for items by number and receives those that can be read. The caller reads them, at once or after a
 * wait (see `runSteps`).
 */
export type Steps<Item, Result> = Generator<readonly number[], Result, ReadonlyMap<number, Item>>

/** The number of items per read after the first, which reads as many as are wanted. It doubles with each. */
const step = 128

/**
 * Returns the best items by score times weight. Reads items in order of score, and only until no later one can be among
 * the best. A weight of 0 leaves an item out. Equal items are ordered by number.
 *
 * @param highest No weight is higher.
 */
export function* best<Item>(
  scores: Scores,
  count: number,
  weigh: (item: Item) => number,
  highest = 1,
): Steps<Item, readonly Ranked<Item>[]> {
  const kept: Ranked<Item>[] = []
  for (let [from, size] = [0, count]; from < scores.size; from += size, size = Math.max(step, 2 * size)) {
    // One more than is read: its score says whether a later item could be among the best.
    const order = scores.top(from + size + 1)
    const part = order.slice(from, from + size)
    const items = yield part.map(([id]) => id)
    for (const [id, score] of part) {
      // It may be damaged.
      const item = items.get(id)
      const weight = item === undefined ? 0 : weigh(item)
      if (item !== undefined && weight > 0) kept.push({ id, item, score: score * weight })
    }
    kept.sort((a, b) => b.score - a.score || a.id - b.id)
    if (kept.length > count) kept.length = count
    const next = order[from + size]?.[1] ?? 0
    if (kept.length === count && (kept.at(-1)?.score ?? 0) >= next * highest) break
  }
  return kept
}

/** Runs steps with items that are read at once. */
export function runSteps<Asked, Answer, Result>(
  steps: Generator<Asked, Result, Answer>,
  load: (asked: Asked) => Answer,
): Result {
  let next = steps.next()
  while (next.done !== true) next = steps.next(load(next.value))
  return next.value
}
