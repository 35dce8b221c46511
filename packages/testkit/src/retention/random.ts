/** A source of numbers that depends on its seed alone. */
export interface Random {
  /** A whole number from 0 to below `end`. */
  below(end: number): number
  /** One of the items; the list must not be empty. */
  pick<Item>(items: readonly Item[]): Item
}

/** Creates a generator (mulberry32) for a seed, and optionally a text that tells apart what is generated from it. */
export function createRandom(seed: number, label = ''): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ hashOf(label)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const below = (end: number): number => Math.floor(next() * end)
  return { below, pick: (items) => items[below(items.length)] as (typeof items)[number] }
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash
}
