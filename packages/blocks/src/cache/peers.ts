import { createBoundedMap } from '@lamella/core/plugin'
import type { Peer } from '../document/peer.ts'
import type { Place } from '../store/place.ts'

/**
 * The identities of closed replicas. A block that is loaded again continues as its earlier replica, because every new replica makes
 * the history of the block longer. One replica at a time can have an identity.
 */
export interface Peers {
  /** Keeps the identity of a closed replica. */
  keep(place: Place, block: string, peer: Peer): void
  /** Returns an identity, only once. */
  take(place: Place, block: string): Peer | undefined
}

/** The oldest identities beyond this number are forgotten. */
const mostKept = 10_000

export function createPeers(): Peers {
  const kept = createBoundedMap<string, Peer>(mostKept)
  const keyOf = ({ key }: Place, block: string): string => `${key} ${block}`
  return {
    keep: (place, block, peer) => {
      // A replica without operations is not in the history.
      if (peer.end > 0) kept.set(keyOf(place, block), peer)
    },
    take: (place, block) => {
      const key = keyOf(place, block)
      const peer = kept.get(key)
      kept.delete(key)
      return peer
    },
  }
}
