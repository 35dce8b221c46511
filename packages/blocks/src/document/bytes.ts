import { type LoroDoc, VersionVector } from 'loro-crdt'
import { blockError } from '../errors.ts'

/** What an import did. */
export interface Imported {
  /** Whether there was anything new in it. */
  readonly changed: boolean
  /** Whether some updates wait for others that came before them, and are not to be seen yet. */
  readonly waiting: boolean
}

/** What the updates of peers that wait would lead to: the end of them by peer. */
export type Waiting = Map<string, number>

/**
 * Takes in snapshots and updates, in whatever order.
 *
 * @throws LamellaError `BLOCK_BYTES_INVALID` for what is neither. Of several, others may have been taken in then, which does no
 * harm: it does not matter that they come once more.
 */
export function importBytes(doc: LoroDoc, all: readonly unknown[], waiting: Waiting): boolean {
  const checked = all.map((bytes, index) => mustBeBytes(all.length === 1 ? 'bytes' : `bytes[${index}]`, bytes))
  let isChanged = false
  try {
    // One by one: the library's importBatch() takes half as long again, however many there are.
    for (const bytes of checked) {
      const { success, pending } = doc.import(bytes)
      isChanged ||= success.size > 0
      for (const [peer, { end }] of pending ?? []) waiting.set(peer, Math.max(end, waiting.get(peer) ?? 0))
    }
  } catch (cause) {
    if (typeof cause !== 'string') throw cause
    throw badBytes('bytes', cause, cause)
  }
  return isChanged
}

/** Whether some of what was imported still waits for what came before it. */
export function isWaiting(doc: LoroDoc, waiting: Waiting): boolean {
  if (waiting.size === 0) return false
  const version = doc.version()
  const reached = version.toJSON() as ReadonlyMap<string, number>
  version.free()
  for (const [peer, end] of waiting) if ((reached.get(peer) ?? 0) >= end) waiting.delete(peer)
  return waiting.size > 0
}

/** All that is new since a version, or `undefined` where nothing is. @throws LamellaError `BLOCK_BYTES_INVALID` */
export function exportSince(doc: LoroDoc, since: unknown): Uint8Array | undefined {
  const from = since === undefined ? new VersionVector(null) : decodeVersion(since)
  const updates = isBeyond(doc, from) ? doc.export({ mode: 'update', from }) : undefined
  from.free()
  return updates
}

/** Whether anything is new since a version. */
export function hasNewsSince(doc: LoroDoc, since: Uint8Array): boolean {
  const from = decodeVersion(since)
  const isNew = isBeyond(doc, from)
  from.free()
  return isNew
}

function isBeyond(doc: LoroDoc, from: VersionVector): boolean {
  const now = doc.version()
  // 0: the same, less: all that is here is there, too.
  const order = now.compare(from)
  now.free()
  return order === undefined || order > 0
}

export function versionBytes(doc: LoroDoc): Uint8Array {
  const version = doc.version()
  const bytes = version.encode()
  version.free()
  return bytes
}

function decodeVersion(bytes: unknown): VersionVector {
  const checked = mustBeBytes('since', bytes)
  try {
    return VersionVector.decode(checked)
  } catch (cause) {
    throw badBytes('since', 'is no version of a document', cause)
  }
}

function mustBeBytes(what: string, bytes: unknown): Uint8Array {
  // By name, so that those of other realms are taken, too; and no view of wider numbers is.
  if (!ArrayBuffer.isView(bytes) || Object.prototype.toString.call(bytes) !== '[object Uint8Array]') {
    throw badBytes(what, 'is not a Uint8Array')
  }
  if (bytes.byteLength === 0) throw badBytes(what, 'is empty')
  return bytes as Uint8Array
}

function badBytes(what: string, problem: string, cause?: unknown): Error {
  return blockError(
    'BLOCK_BYTES_INVALID',
    `${what} cannot be read: ${problem.replace(/\.$/, '')}.`,
    'Give bytes as exportSnapshot(), exportUpdates() and version() make them.',
    { what, problem },
    cause,
  )
}
