import type { LoroDoc } from 'loro-crdt'
import { atVersion } from './bytes.ts'

/** The identity of a replica in the history of a document. */
export interface Peer {
  readonly id: `${number}`
  /** The number of operations it has made. */
  readonly end: number
}

export function peerOf(doc: LoroDoc): Peer {
  const id = doc.peerIdStr
  return { id, end: endOf(doc, id) }
}

/**
 * Continues as an earlier replica, if the document has exactly that replica's operations. Two operations of a replica
 * must never have the same number, so no other document may continue as it
 * (https://loro.dev/docs/concepts/peerid_management).
 */
export function takeOver(doc: LoroDoc, { id, end }: Peer): boolean {
  if (endOf(doc, id) !== end) return false
  doc.setPeerId(id)
  return true
}

function endOf(doc: LoroDoc, id: `${number}`): number {
  return atVersion(doc, (version) => version.get(id) ?? 0)
}
