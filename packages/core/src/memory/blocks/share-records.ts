import type { BlockShare, SharedBlock } from '../../contract/block-sharing.ts'
import type { BlockInfo } from '../../contract/block-store.ts'
import type { Scope } from '../../contract/scope.ts'
import { checkId, type Owner, ownerOf } from '../../store/check/check.ts'
import { scopeOf } from '../../store/check/check-share.ts'
import { type BlockRecord, blockInfoOf } from './block-record.ts'

/** One block that is shared with one scope. */
export interface Share {
  readonly owner: Owner
  readonly id: string
  readonly grantee: Owner
  readonly permission: string
  readonly write: boolean
}

/** The shares of a store, which its methods share. */
export interface ShareRecords {
  add(share: Share): void
  remove(share: Share): void
  /** The share of a block of `owner` with `scope`. @throws LamellaError `SCOPE_INVALID`, `STORE_VALUE_INVALID` */
  find(scope: Scope, owner: Scope, id: string): Share | undefined
  /** All that a scope got. */
  gotBy(scope: Scope): readonly Share[]
  /** All that a scope gave of a block. */
  givenOf(scope: Scope, id: string): readonly Share[]
  /** The block of a share. */
  recordOf(share: Share): BlockRecord
  /** Removes those of a block. */
  forget(scope: Scope, id: string): void
  /** Removes those that a scope, or a narrower one, gave or got. */
  erase(scope: Scope): void
}

/** @param find The block of an owner, by its id. */
export function createShareRecords(find: (scope: Scope, id: string) => BlockRecord | undefined): ShareRecords {
  /** By whom they were given to, and of what. */
  const received: Index = new Map()
  /** The same by block. */
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
      // Both keys first: a bad owner or id is refused even where nothing is shared.
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

/** As JSON, so that no name can be put together from the names of others. */
export function keyOf({ tenant, user, agent }: Owner, id = ''): string {
  return JSON.stringify([tenant, user, agent, id])
}

/** What the owner of a block is told of a share. */
export function blockShare({ grantee, permission, write }: Share): BlockShare {
  return { scope: scopeOf(grantee), permission, write }
}

/** What the scope that got it is told. */
export function sharedBlock<Block extends BlockInfo>(share: Share, block: Block): SharedBlock<Block> {
  const { owner, permission, write } = share
  return { owner: scopeOf(owner), block, permission, write }
}

/** The same, without the text. */
export function sharedInfo(shares: ShareRecords, share: Share): SharedBlock {
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
