import type { BlockSharing } from '@lamella/store'
import { lacking } from '../stores/lacking.ts'
import type { TestedBlockStore } from './options.ts'

/** A store that can share blocks. */
export type SharingStore = TestedBlockStore & BlockSharing

/** The required methods of `BlockSharing`. */
export const sharingMethods: readonly Exclude<keyof BlockSharing, 'searchShared'>[] = [
  'share',
  'unshare',
  'shares',
  'listShared',
  'findShared',
  'readShared',
  'appendShared',
]

/** Whether a store can share blocks. */
export function canShare(store: TestedBlockStore): store is SharingStore {
  return sharingMethods.every((method) => typeof store[method] === 'function')
}

/** Returns the store if it can share blocks; otherwise skips the case. */
export function mustShare(store: TestedBlockStore, bench: { skip(reason: string): never }): SharingStore {
  return canShare(store) ? store : bench.skip(lacking(store, ...sharingMethods))
}
