import type { Owner } from '../check/check.ts'
import type { Grant } from '../check/check-share.ts'
import { notShared } from '../check/store-errors.ts'
import type { Granted, RawSharing } from '../checked/checked-sharing.ts'
import type { BlockInfo } from '../contract/block-store.ts'
import { appendUpdate, type BlockRecord, type BlockRecords, blockInfoOf, contentOf } from './block-record.ts'

/** One block that is shared with one scope. */
export interface Share extends Grant {
  readonly owner: Owner
  readonly id: string
}

/** The shares of a store, used by its methods. */
export interface ShareRecords {
  add(share: Share): void
  remove(share: Share): void
  /** Returns the share of a block of `owner` with `grantee`. */
  find(grantee: Owner, owner: Owner, id: string): Share | undefined
  /** Returns all shares that an owner received. */
  gotBy(grantee: Owner): readonly Share[]
  /** Returns all shares that an owner granted of a block. */
  givenOf(owner: Owner, id: string): readonly Share[]
  /** Returns the block of a share. */
  recordOf(share: Share): BlockRecord
  /** Removes the shares of a block. */
  forget(owner: Owner, id: string): void
  /** Removes the shares that an owner, or a narrower one, granted or received. */
  erase(owner: Owner): void
}

/** @param find Finds the block of an owner by its id. */
export function createShareRecords(find: (owner: Owner, id: string) => BlockRecord | undefined): ShareRecords {
  /** Shares by grantee, and then by block. */
  const received: Index = new Map()
  /** Shares by block, and then by grantee. */
  const given: Index = new Map()
  const remove = ({ owner, id, grantee }: Share): void => {
    removeFrom(received, keyOf(grantee), keyOf(owner, id))
    removeFrom(given, keyOf(owner, id), keyOf(grantee))
  }
  const givenOf = (owner: Owner, id: string): readonly Share[] => valuesOf(given, keyOf(owner, id))
  return {
    add: (share) => {
      const { owner, id, grantee } = share
      putInto(received, keyOf(grantee), keyOf(owner, id), share)
      putInto(given, keyOf(owner, id), keyOf(grantee), share)
    },
    remove,
    find: (grantee, owner, id) => received.get(keyOf(grantee))?.get(keyOf(owner, id)),
    gotBy: (grantee) => valuesOf(received, keyOf(grantee)),
    givenOf,
    recordOf: ({ owner, id }) => find(owner, id) as BlockRecord,
    forget: (owner, id) => {
      for (const share of givenOf(owner, id)) remove(share)
    },
    erase: ({ tenant, user, agent }) => {
      const isWithin = (owner: Owner): boolean =>
        owner.tenant === tenant && (user === '' || owner.user === user) && (agent === '' || owner.agent === agent)
      for (const shares of [...given.values()]) {
        for (const share of [...shares.values()]) if (isWithin(share.owner) || isWithin(share.grantee)) remove(share)
      }
    },
  }
}

/** The methods of sharing. */
export function sharingOf(
  records: BlockRecords,
  shares: ShareRecords,
): Omit<RawSharing, 'hasVectors' | 'searchShared'> {
  return {
    share(owner, id, grant) {
      records.mustFind(owner, id)
      shares.add({ owner, id, ...grant })
    },
    unshare(owner, id, grantee) {
      const share = shares.find(grantee, owner, id)
      if (share !== undefined) shares.remove(share)
      return share !== undefined
    },
    shares: shares.givenOf,
    listShared: (grantee) => shares.gotBy(grantee).map((share) => grantedInfo(shares, share)),
    findShared(grantee, owner, label) {
      const isWanted = (one: Share): boolean =>
        keyOf(one.owner) === keyOf(owner) && shares.recordOf(one).label === label
      const share = shares.gotBy(grantee).find(isWanted)
      return share && grantedInfo(shares, share)
    },
    readShared(grantee, owner, id, since) {
      const share = shares.find(grantee, owner, id)
      return share && contentOf(shares.recordOf(share), since)
    },
    appendShared(grantee, owner, id, update, change) {
      const share = shares.find(grantee, owner, id)
      const accepts = change.permission === undefined || change.permission === share?.permission
      if (share?.write !== true || !accepts) throw notShared(id)
      return appendUpdate(shares.recordOf(share), update, change)
    },
  }
}

/** Returns a key as JSON, so that different names cannot join to the same key. */
export function keyOf({ tenant, user, agent }: Owner, id = ''): string {
  return JSON.stringify([tenant, user, agent, id])
}

/** Returns a share as its grantee sees it. */
export function granted<Block extends BlockInfo>({ owner, permission, write }: Share, block: Block): Granted<Block> {
  return { owner, block, permission, write }
}

/** The same, without the text. */
function grantedInfo(shares: ShareRecords, share: Share): Granted {
  return granted(share, blockInfoOf(shares.recordOf(share)))
}

type Index = Map<string, Map<string, Share>>

function valuesOf(index: Index, outer: string): readonly Share[] {
  return [...(index.get(outer)?.values() ?? [])]
}

function putInto(index: Index, outer: string, inner: string, share: Share): void {
  const shares = index.get(outer) ?? new Map<string, Share>()
  index.set(outer, shares.set(inner, share))
}

function removeFrom(index: Index, outer: string, inner: string): void {
  const shares = index.get(outer)
  shares?.delete(inner)
  if (shares?.size === 0) index.delete(outer)
}
