import type { CharClasses } from '../split/char-class.ts'

/** Everything that counting in one encoding needs, in typed arrays over one buffer. An id is also the rank. */
export interface Table {
  /** For each id, the start of its bytes in `pool`, with one extra entry at the end. An unused id has no bytes. */
  readonly starts: Int32Array
  readonly pool: Uint8Array
  /** The same bytes, for reading four of them at a time; up to eight bytes past the last token may be read. */
  readonly poolView: DataView
  /** The id of every single byte. */
  readonly byteIds: Int32Array
  /** Tokens of up to 4 bytes by their bytes: one word of bytes, then `id << 4 | length`. See token-lookup.ts. */
  readonly tinySlots: Int32Array
  /** Tokens of 5 to 8 bytes: two words of bytes, then `id << 4 | length`. */
  readonly shortSlots: Int32Array
  /** Longer tokens by their bytes: hash, then id + 1. */
  readonly longSlots: Int32Array
  /** What two adjacent tokens merge into: bits of a hash, then id + 1. See pair-lookup.ts. */
  readonly pairSlots: Int32Array
  /** The two tokens that an id is merged from, or -1 twice for a single byte. */
  readonly halves: Int32Array
  /** Bits for the places in a text that some token spans. See seams.ts. */
  readonly seams: Int32Array
  readonly classes: CharClasses
}

/** The length in bytes of the longest token in any encoding: runs of one character. */
export const longestToken = 128

/** The arrays of a table, in file order. */
const order = [
  'starts',
  'byteIds',
  'tinySlots',
  'shortSlots',
  'longSlots',
  'pairSlots',
  'halves',
  'seams',
  'pool',
  'pageOf',
  'pages',
] as const

type Sections = Readonly<Record<(typeof order)[number], Int32Array | Uint8Array>>

/** "LTT1", which also identifies the byte order in which the file was written. */
const magic = 0x3154544c

/** Builds the file of a table: `magic`, the length of each array in bytes, the arrays. Words are little-endian. */
export function tableToFile(table: Table): Uint8Array<ArrayBuffer> {
  const sections: Sections = { ...table, ...table.classes }
  const lengths = order.map((name) => sections[name].byteLength)
  const header = 4 * (1 + order.length)
  const file = new Uint8Array(header + lengths.reduce((sum, length) => sum + padded(length), 0))
  new Int32Array(file.buffer, 0, 1 + order.length).set([magic, ...lengths])
  let at = header
  for (const name of order) {
    const { buffer, byteOffset, byteLength } = sections[name]
    file.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at += padded(byteLength)
  }
  return file
}

/** Creates views of a file without copying it, or returns `undefined` if the bytes are not a table file. */
export function tableFromFile(file: ArrayBuffer): Table | undefined {
  if (file.byteLength < 4 * (1 + order.length)) return undefined
  const [first, ...lengths] = new Int32Array(file, 0, 1 + order.length)
  let at = 4 * (1 + order.length)
  if (first !== magic || at + lengths.reduce((sum, length) => sum + padded(length), 0) !== file.byteLength)
    return undefined
  const places = lengths.map((length) => {
    at += padded(length)
    return [file, at - padded(length), length] as const
  })
  const words = (name: (typeof order)[number]): Int32Array => {
    const [buffer, offset, length] = places[order.indexOf(name)] as (typeof places)[number]
    return new Int32Array(buffer, offset, length / 4)
  }
  const bytes = (name: (typeof order)[number]): Uint8Array =>
    new Uint8Array(...(places[order.indexOf(name)] as (typeof places)[number]))
  const pool = bytes('pool')
  return {
    starts: words('starts'),
    pool,
    poolView: new DataView(pool.buffer, pool.byteOffset, pool.byteLength),
    byteIds: words('byteIds'),
    tinySlots: words('tinySlots'),
    shortSlots: words('shortSlots'),
    longSlots: words('longSlots'),
    pairSlots: words('pairSlots'),
    halves: words('halves'),
    seams: words('seams'),
    classes: { pageOf: bytes('pageOf'), pages: bytes('pages') },
  }
}

function padded(length: number): number {
  return (length + 3) & ~3
}
