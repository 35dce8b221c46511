import { deriveTable } from './derive-table.ts'
import { packHalves, unpackHalves } from './packed-halves.ts'
import { type Table, toTable } from './table.ts'

/** The arrays of a file, in order. Those of the lookup are last, and empty in the file of a small table. */
const coreArrays = ['byteIds', 'halves', 'seams', 'pageOf', 'pages'] as const
const lookupArrays = ['pool', 'tinySlots', 'shortSlots', 'longSlots', 'pairSlots'] as const
const order = [...coreArrays, ...lookupArrays] as const

type ArrayName = (typeof order)[number]

/** "LTT2", which also identifies the byte order in which the file was written. */
const magic = 0x3254544c

/**
 * Tables with more tokens are written with their lookup, which is then only read. Of the tables there are, that is o200k_base:
 * it has twice as many tokens as the next, and most programs load no other. The lookups of the rest would add 5 MB.
 */
const largestComputed = 150_000

/** Builds the file of a table: `magic`, the length of each array in bytes, the arrays. Words are little-endian. */
export function tableToFile(table: Table): Uint8Array<ArrayBuffer> {
  const isLarge = table.starts.length - 1 > largestComputed
  const arrays: Record<ArrayName, Int32Array | Uint8Array> = {
    ...table,
    ...table.classes,
    halves: packHalves(table.halves),
  }
  if (!isLarge) for (const name of lookupArrays) arrays[name] = new Uint8Array(0)
  const lengths = order.map((name) => arrays[name].byteLength)
  const header = 4 * (1 + order.length)
  const file = new Uint8Array(header + lengths.reduce((sum, length) => sum + padded(length), 0))
  new Int32Array(file.buffer, 0, 1 + order.length).set([magic, ...lengths])
  let at = header
  for (const name of order) {
    const { buffer, byteOffset, byteLength } = arrays[name]
    file.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at += padded(byteLength)
  }
  return file
}

/** Returns the table of a file, with views of the file for what it holds, or `undefined` if the bytes are not a table file. */
export function tableFromFile(file: ArrayBuffer): Table | undefined {
  const header = 4 * (1 + order.length)
  if (file.byteLength < header) return undefined
  const [first, ...lengths] = new Int32Array(file, 0, 1 + order.length)
  if (first !== magic || header + lengths.reduce((sum, length) => sum + padded(length), 0) !== file.byteLength)
    return undefined
  let at = header
  const places = lengths.map((length) => {
    at += padded(length)
    return [file, at - padded(length), length] as const
  })
  const bytes = (name: ArrayName): Uint8Array =>
    new Uint8Array(...(places[order.indexOf(name)] as (typeof places)[number]))
  const words = (name: ArrayName): Int32Array => {
    const { byteOffset, byteLength } = bytes(name)
    return new Int32Array(file, byteOffset, byteLength / 4)
  }
  const byteIds = words('byteIds')
  const core = {
    byteIds,
    ...unpackHalves(bytes('halves'), byteIds),
    seams: words('seams'),
    classes: { pageOf: bytes('pageOf'), pages: bytes('pages') },
  }
  const pool = bytes('pool')
  if (pool.length === 0) return deriveTable(core)
  return toTable(core, {
    pool,
    tinySlots: words('tinySlots'),
    shortSlots: words('shortSlots'),
    longSlots: words('longSlots'),
    pairSlots: words('pairSlots'),
  })
}

function padded(length: number): number {
  return (length + 3) & ~3
}
