import { Entries } from './entries.ts'

/** Sizes of blocks, each 1.33 or 1.5 times the one before: 1, 2, 3, 4, 6, 8, 12, 16, 24 ... */
const sizes: readonly number[] = Array.from({ length: 60 }, (_, i) =>
  i % 2 === 0 ? 2 ** (i / 2) : 1.5 * 2 ** ((i - 1) / 2),
).filter(Number.isInteger)

/** The smallest kind of block that holds so many entries. */
export function kindFor(length: number): number {
  let kind = 0
  while ((sizes[kind] as number) < length) kind++
  return kind
}

export function sizeOf(kind: number): number {
  return sizes[kind] as number
}

/**
 * Entries in blocks of a few sizes, all in one pair of arrays: hundreds of thousands of small lists would cost several
 * times their contents as arrays of their own. A block that is given back is taken again for the next list of its size.
 */
export class Blocks extends Entries {
  /** The first free block of each kind; the next one is noted in the block itself. */
  readonly #free = new Int32Array(sizes.length).fill(-1)
  #end = 0

  constructor() {
    super(new Int32Array(0))
  }

  /** Where a new block begins. */
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
