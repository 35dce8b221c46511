import type { CharClasses } from '../split/char-class.ts'

/** What a table is made from, and what each file holds. */
export interface TableCore {
  /** The id of every single byte. */
  readonly byteIds: Int32Array
  /** The two tokens that an id is merged from, both of them lower ids, or -1 twice for a single byte and an unused id. */
  readonly halves: Int32Array
  /** For each id, the start of its bytes in `pool`, with one extra entry at the end. An unused id has no bytes. */
  readonly starts: Int32Array
  /** Bits for the places in a text that some token spans. See seams.ts. */
  readonly seams: Int32Array
  readonly classes: CharClasses
}

/** What follows from the core of a table: the file of a large one holds it, too. */
export interface TableLookup {
  readonly pool: Uint8Array
  /** Tokens of up to 4 bytes by their bytes: one word of bytes, then `id << 4 | length`. See token-lookup.ts. */
  readonly tinySlots: Int32Array
  /** Tokens of 5 to 8 bytes: two words of bytes, then `id << 4 | length`. */
  readonly shortSlots: Int32Array
  /** Longer tokens by their bytes: hash, then id + 1. */
  readonly longSlots: Int32Array
  /** What two adjacent tokens merge into: bits of a hash, then id + 1. See pair-lookup.ts. */
  readonly pairSlots: Int32Array
}

/** Everything that counting in one encoding needs, in typed arrays. An id is also the rank. */
export interface Table extends TableCore, TableLookup {
  /** The bytes of `pool`, for reading four of them at a time; up to eight bytes past the last token may be read. */
  readonly poolView: DataView
}

/**
 * The length in bytes of the longest token in `tinySlots` (one word) and in `shortSlots` (two words). Slots of longer
 * tokens have a hash.
 */
export const tinyToken = 4
export const shortToken = 8

/** The length in bytes of the longest token in any encoding: runs of one character. */
export const longestToken = 128

/** Returns empty arrays with room for the tokens between these starts. */
export function emptyLookup(starts: Int32Array): TableLookup {
  const ids = starts.length - 1
  let [tiny, short, long] = [0, 0, 0]
  for (let id = 0; id < ids; id++) {
    const length = (starts[id + 1] as number) - (starts[id] as number)
    if (length === 0) continue
    if (length <= tinyToken) tiny++
    else if (length <= shortToken) short++
    else long++
  }
  return {
    // Eight extra bytes, since tokens are read four bytes at a time.
    pool: new Uint8Array((starts[ids] as number) + 8),
    tinySlots: new Int32Array(2 * slotsFor(tiny)),
    shortSlots: new Int32Array(3 * slotsFor(short)),
    longSlots: new Int32Array(2 * slotsFor(long)),
    pairSlots: new Int32Array(slotsFor(tiny + short + long)),
  }
}

/** Room to spare, so that a search ends after a few steps. */
function slotsFor(count: number): number {
  return Math.ceil(count / 0.7) + 1
}

export function toTable(core: TableCore, lookup: TableLookup): Table {
  const { pool } = lookup
  return { ...core, ...lookup, poolView: new DataView(pool.buffer, pool.byteOffset, pool.byteLength) }
}
