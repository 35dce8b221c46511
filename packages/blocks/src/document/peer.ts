import type { LoroDoc } from 'loro-crdt'

/** A replica as others know it. */
export interface Peer {
  readonly id: `${number}`
  /** How many operations it has made. */
  readonly end: number
}

export function peerOf(doc: LoroDoc): Peer {
  const id = doc.peerIdStr
  return { id, end: endOf(doc, id) }
}

/**
 * Two operations of one replica must never have the same number. So a document goes on as a replica only where it has exactly
 * what that one has made, and nobody else may be that replica at the same time (https://loro.dev/docs/concepts/peerid_management).
 */
export function takeOver(doc: LoroDoc, { id, end }: Peer): boolean {
  if (endOf(doc, id) !== end) return false
  doc.setPeerId(id)
  return true
}

function endOf(doc: LoroDoc, id: `${number}`): number {
  const version = doc.version()
  const end = version.get(id) ?? 0
  version.free()
  return end
}
