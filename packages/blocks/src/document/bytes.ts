import { type LoroDoc, VersionVector } from 'loro-crdt'
import { blockError } from '../errors.ts'

/** The result of an import. */
export interface Imported {
  /** Whether the bytes held anything new. */
  readonly changed: boolean
  /** Whether some updates have no effect yet because earlier ones are missing. */
  readonly waiting: boolean
}

/** Updates that wait for earlier ones: the number of waiting operations per peer. */
export type Waiting = Map<string, number>

/**
 * Imports snapshots and updates, in any order. Returns whether they held anything new.
 *
 * @throws LamellaError `BLOCK_BYTES_INVALID`. Some of the bytes may have been imported by then; importing them again is harmless.
 */
export function importBytes(doc: LoroDoc, all: readonly unknown[], waiting: Waiting): boolean {
  const checked = all.map((bytes, index) => mustBeBytes(all.length === 1 ? 'bytes' : `bytes[${index}]`, bytes))
  let isChanged = false
  try {
    // One at a time: the library's importBatch() takes 50% longer, regardless of their number.
    for (const bytes of checked) {
      const { success, pending } = doc.import(bytes)
      isChanged ||= success.size > 0
      for (const [peer, { end }] of pending ?? []) waiting.set(peer, Math.max(end, waiting.get(peer) ?? 0))
    }
  } catch (cause) {
    if (typeof cause !== 'string') throw cause
    throw badBytes('bytes', 'are damaged or not from a document', cause)
  }
  return isChanged
}

/** Whether some imported updates still need earlier ones. */
export function isWaiting(doc: LoroDoc, waiting: Waiting): boolean {
  if (waiting.size === 0) return false
  const reached = atVersion(doc, (version) => version.toJSON() as ReadonlyMap<string, number>)
  for (const [peer, end] of waiting) if ((reached.get(peer) ?? 0) >= end) waiting.delete(peer)
  return waiting.size > 0
}

/** Returns everything new since a version, or `undefined`. @throws LamellaError `BLOCK_BYTES_INVALID` */
export function exportSince(doc: LoroDoc, since: unknown): Uint8Array | undefined {
  const from = since === undefined ? new VersionVector(null) : decodeVersion(since)
  const updates = isBeyond(doc, from) ? doc.export({ mode: 'update', from }) : undefined
  from.free()
  return updates
}

function isBeyond(doc: LoroDoc, from: VersionVector): boolean {
  // `undefined`: each has something the other lacks. 0 or less: the version has everything that the document has.
  const order = atVersion(doc, (now) => now.compare(from))
  return order === undefined || order > 0
}

export function versionBytes(doc: LoroDoc): Uint8Array {
  return atVersion(doc, (version) => version.encode())
}

/** Reads the version of a document, which must be freed. */
export function atVersion<Result>(doc: LoroDoc, read: (version: VersionVector) => Result): Result {
  const version = doc.version()
  const result = read(version)
  version.free()
  return result
}

function decodeVersion(bytes: unknown): VersionVector {
  const checked = mustBeBytes('since', bytes)
  try {
    return VersionVector.decode(checked)
  } catch (cause) {
    throw badBytes('since', 'is not a version of a document', cause)
  }
}

function mustBeBytes(what: string, bytes: unknown): Uint8Array {
  // Checked by name, which also recognizes an array of another realm and rejects views of other types.
  if (!ArrayBuffer.isView(bytes) || Object.prototype.toString.call(bytes) !== '[object Uint8Array]') {
    throw badBytes(what, 'is not a Uint8Array')
  }
  if (bytes.byteLength === 0) throw badBytes(what, 'is empty')
  return bytes as Uint8Array
}

function badBytes(what: string, problem: string, cause?: unknown): Error {
  return blockError(
    'BLOCK_BYTES_INVALID',
    `${what} ${problem}.`,
    'Pass bytes that exportSnapshot(), exportUpdates() or version() returned.',
    { what, problem },
    cause,
  )
}
