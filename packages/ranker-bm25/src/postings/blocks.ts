import { Entries } from './entries.ts'

/** Block sizes, each 1.33 or 1.5 times the previous one: 1, 2, 3, 4, 6, 8, 12, 16, 24 ... */
const sizes: readonly number[] = Array.from({ length: 60 }, (_, i) =>
  i % 2 === 0 ? 2 ** (i / 2) : 1.5 * 2 ** ((i - 1) / 2),
).filter(Number.isInteger)

/** Returns the smallest kind of block for the given number of entries. */
export function kindFor(length: number): number {
  let kind = 0
  while ((sizes[kind] as number) < length) kind++
  return kind
}

export function sizeOf(kind: number): number {
  return sizes[kind] as number
}

/**
 * Entries in blocks of a few sizes, all in one pair of arrays: as separate arrays, hundreds of thousands of small lists
 * would take several times the memory of their contents. Freed blocks are reused for lists of the same size.
 */
export class Blocks extends Entries {
  /** The first free block of each kind; each block stores the next one. */
  readonly #free = new Int32Array(sizes.length).fill(-1)
  #end = 0

  constructor() {
    super(new Int32Array(0))
  }

  /** Returns the start of a new block. */
  take(kind: number): number {
    const free = this.#free[kind] as number
    if (free >= 0) {
      this.#free[kind] = this.numbers[free] as number
      return free
    }
    const start = this.#end
    this.#end += sizeOf(kind)
    this.makeRoom(this.#end)
    return start
  }

  give(start: number, kind: number): void {
    this.numbers[start] = this.#free[kind] as number
    this.#free[kind] = start
  }
}
