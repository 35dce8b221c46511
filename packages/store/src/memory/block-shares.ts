import type { Scope } from '@lamella/core'
import { checkId, type Owner, ownerOf } from '../check/check.ts'
import { checkBytes, checkSince } from '../check/check-block.ts'
import { checkChange } from '../check/check-request.ts'
import { checkShare, compareOwners, scopeOf } from '../check/check-share.ts'
import { notShared } from '../check/store-errors.ts'
import type { BlockShare, BlockSharing, SharedBlock } from '../contract/block-sharing.ts'
import type { BlockInfo } from '../contract/block-store.ts'
import { appendUpdate, type BlockRecord, type BlockRecords, blockInfoOf, contentOf } from './block-record.ts'

/** One block that is shared with one scope. */
export interface Share {
  readonly owner: Owner
  readonly id: string
  readonly grantee: Owner
  readonly permission: string
  readonly write: boolean
}

/** The shares of a store, used by its methods. */
export interface ShareRecords {
  add(share: Share): void
  remove(share: Share): void
  /** Returns the share of a block of `owner` with `scope`. @throws LamellaError `SCOPE_INVALID`, `STORE_VALUE_INVALID` */
  find(scope: Scope, owner: Scope, id: string): Share | undefined
  /** Returns all shares that a scope received. */
  gotBy(scope: Scope): readonly Share[]
  /** Returns all shares that a scope granted of a block. */
  givenOf(scope: Scope, id: string): readonly Share[]
  /** Returns the block of a share. */
  recordOf(share: Share): BlockRecord
  /** Removes the shares of a block. */
  forget(scope: Scope, id: string): void
  /** Removes the shares that a scope, or a narrower one, granted or received. */
  erase(scope: Scope): void
}

/** @param find Finds the block of an owner by its id. */
export function createShareRecords(find: (scope: Scope, id: string) => BlockRecord | undefined): ShareRecords {
  /** Shares by grantee, and then by block. */
  const received: Index = new Map()
  /** Shares by block, and then by grantee. */
  const given: Index = new Map()
  const remove = ({ owner, id, grantee }: Share): void => {
    removeFrom(received, keyOf(grantee), keyOf(owner, id))
    removeFrom(given, keyOf(owner, id), keyOf(grantee))
  }
  const givenOf = (scope: Scope, id: string): readonly Share[] => valuesOf(given, keyOf(ownerOf(scope), id))
  return {
    add: (share) => {
      const { owner, id, grantee } = share
      putInto(received, keyOf(grantee), keyOf(owner, id), share)
      putInto(given, keyOf(owner, id), keyOf(grantee), share)
    },
    remove,
    find: (scope, owner, id) => {
      // Both keys first: an invalid owner or id is rejected even if nothing is shared.
      const [grantee, block] = [keyOf(ownerOf(scope)), keyOf(ownerOf(owner), checkId('id', id))]
      return received.get(grantee)?.get(block)
    },
    gotBy: (scope) => valuesOf(received, keyOf(ownerOf(scope))),
    givenOf,
    recordOf: ({ owner, id }) => find(scopeOf(owner), id) as BlockRecord,
    forget: (scope, id) => {
      for (const share of givenOf(scope, id)) remove(share)
    },
    erase: (scope) => {
      const { tenant, user, agent } = ownerOf(scope)
      const isWithin = (owner: Owner): boolean =>
        owner.tenant === tenant && (user === '' || owner.user === user) && (agent === '' || owner.agent === agent)
      for (const shares of [...given.values()]) {
        for (const share of [...shares.values()]) if (isWithin(share.owner) || isWithin(share.grantee)) remove(share)
      }
    },
  }
}

/** The methods of sharing. */
export function sharingOf(records: BlockRecords, shares: ShareRecords): Omit<BlockSharing, 'searchShared'> {
  return {
    share: async (scope, id, grantee, options) => {
      const share: Share = { id: checkId('id', id), ...checkShare(scope, grantee, options) }
      records.mustFind(scope, id)
      shares.add(share)
      return blockShare(share)
    },
    unshare: async (scope, id, grantee) => {
      const share = shares.find(grantee, scope, id)
      if (share !== undefined) shares.remove(share)
      return share !== undefined
    },
    shares: async (scope, id) => {
      const all = [...shares.givenOf(scope, checkId('id', id))]
      return all.sort((a, b) => compareOwners(a.grantee, b.grantee)).map(blockShare)
    },
    listShared: async (scope) => {
      const all = [...shares.gotBy(scope)].sort((a, b) => compareOwners(a.owner, b.owner) || (a.id < b.id ? -1 : 1))
      return all.map((share) => sharedInfo(shares, share))
    },
    findShared: async (scope, owner, label) => {
      const [from, checked] = [keyOf(ownerOf(owner)), checkId('label', label)]
      const isWanted = (one: Share): boolean => keyOf(one.owner) === from && shares.recordOf(one).label === checked
      const share = shares.gotBy(scope).find(isWanted)
      return share && sharedInfo(shares, share)
    },
    readShared: async (scope, owner, id, since) => {
      const share = shares.find(scope, owner, id)
      const seen = checkSince(since)
      return share && contentOf(shares.recordOf(share), seen)
    },
    appendShared: async (scope, owner, id, update, options = {}) => {
      const share = shares.find(scope, owner, id)
      const bytes = checkBytes('update', update)
      const change = checkChange(options, 'shared')
      const { permission } = options
      if (share?.write !== true || (permission !== undefined && permission !== share.permission)) throw notShared(id)
      return appendUpdate(shares.recordOf(share), bytes, change)
    },
  }
}

/** Returns a key as JSON, so that different names cannot join to the same key. */
export function keyOf({ tenant, user, agent }: Owner, id = ''): string {
  return JSON.stringify([tenant, user, agent, id])
}

/** Returns a share as its owner sees it. */
function blockShare({ grantee, permission, write }: Share): BlockShare {
  return { scope: scopeOf(grantee), permission, write }
}

/** Returns a share as its grantee sees it. */
export function sharedBlock<Block extends BlockInfo>(share: Share, block: Block): SharedBlock<Block> {
  const { owner, permission, write } = share
  return { owner: scopeOf(owner), block, permission, write }
}

/** The same, without the text. */
function sharedInfo(shares: ShareRecords, share: Share): SharedBlock {
  return sharedBlock(share, blockInfoOf(shares.recordOf(share)))
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
