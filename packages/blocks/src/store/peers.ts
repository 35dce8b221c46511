import { createBoundedMap } from '@lamella/core/plugin'
import type { Peer } from '../document/peer.ts'
import type { Place } from './place.ts'

/**
 * The replicas that documents of a memory have been. A document that is loaded again goes on as the one that was closed: a new
 * replica each time would make the block longer for ever. Each is taken by one document at a time.
 */
export interface Peers {
  /** Takes what a document has been that is closed now. */
  keep(place: Place, block: string, peer: Peer): void
  /** Gives it, to one who asks alone. */
  take(place: Place, block: string): Peer | undefined
}

/** Blocks of which it is known: of older ones it is forgotten. */
const most = 10_000

export function createPeers(): Peers {
  const kept = createBoundedMap<string, Peer>(most)
  const keyOf = ({ key }: Place, block: string): string => `${key} ${block}`
  return {
    keep: (place, block, peer) => {
      // One that has done nothing is in no document.
      if (peer.end === 0) return
      kept.set(keyOf(place, block), peer)
    },
    take: (place, block) => {
      const key = keyOf(place, block)
      const peer = kept.get(key)
      kept.delete(key)
      return peer
    },
  }
}
