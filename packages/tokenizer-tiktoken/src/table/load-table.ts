import { LamellaError } from '@lamella/core'
import type { TableName } from '../encodings.ts'
import type { Table } from './table.ts'
import { tableFromFile } from './table-file.ts'

/** Returns the bytes of a table's file, such as `o200k_base.bin`. */
export type ReadTable = (file: string) => Uint8Array | ArrayBuffer | Promise<Uint8Array | ArrayBuffer>

/** Present in the built package only: tsup.config.ts defines it and writes the files. */
declare const LAMELLA_TABLES_BUILT: boolean | undefined

/** Literal addresses, so that a bundler finds the files and includes them. They are next to the built modules. */
const addresses: Readonly<Record<TableName, () => URL>> = {
  o200k_base: () => new URL('./o200k_base.bin', import.meta.url),
  cl100k_base: () => new URL('./cl100k_base.bin', import.meta.url),
  p50k_base: () => new URL('./p50k_base.bin', import.meta.url),
  r50k_base: () => new URL('./r50k_base.bin', import.meta.url),
}

/**
 * Loads a table: a single file read, and for the smaller encodings the computation of their lookup.
 *
 * @throws LamellaError `TABLE_UNREADABLE`
 */
export async function loadTable(name: TableName, read?: ReadTable): Promise<Table> {
  // The sources have no table files: there the table is computed from the tokens, which takes a second.
  if (typeof LAMELLA_TABLES_BUILT === 'undefined' && read === undefined) {
    const { computeNamedTable } = await import('../../scripts/compute-named-table.ts')
    return computeNamedTable(name)
  }
  const file = `${name}.bin`
  let bytes: unknown
  try {
    bytes = await (read === undefined ? readAddress(addresses[name]()) : read(file))
  } catch (cause) {
    throw unreadable(file, 'could not be read', cause)
  }
  const table = isBytes(bytes) ? tableFromFile(aligned(bytes)) : undefined
  if (table === undefined) throw unreadable(file, 'is not a table of this version')
  return table
}

/** Reads from disk if possible, otherwise over the network. */
async function readAddress(address: URL): Promise<Uint8Array | ArrayBuffer> {
  // Loaded through `process`, so that bundlers for browsers find no import of Node's modules.
  const fs = typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:fs')
  if (address.protocol === 'file:' && fs !== undefined) return fs.readFileSync(address)
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return response.arrayBuffer()
}

function isBytes(value: unknown): value is Uint8Array | ArrayBuffer {
  return value instanceof Uint8Array || value instanceof ArrayBuffer
}

/**
 * Words are read in place, so they must start at a multiple of four. Otherwise, and for shared memory, the bytes are
 * copied.
 */
function aligned(bytes: Uint8Array | ArrayBuffer): ArrayBuffer {
  if (bytes instanceof ArrayBuffer) return bytes
  const { buffer, byteOffset, byteLength } = bytes
  const isWhole = byteOffset === 0 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer
  return isWhole ? buffer : new Uint8Array(bytes).buffer
}

function unreadable(file: string, problem: string, cause?: unknown): LamellaError {
  return new LamellaError({
    code: 'TABLE_UNREADABLE',
    what: `The table '${file}' ${problem}.`,
    fix: 'Ship it next to the program (it is in dist/ of @lamella/tokenizer-tiktoken), or pass the option readTable.',
    details: { file },
    cause,
  })
}
