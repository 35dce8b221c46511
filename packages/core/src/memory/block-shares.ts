import type { BlockShare, BlockSharing, SharedBlock } from '../contract/block-sharing.ts'
import type { BlockInfo } from '../contract/block-store.ts'
import type { Ranker } from '../contract/ranker.ts'
import type { Scope } from '../contract/scope.ts'
import { checkId, type Owner, ownerOf } from '../store/check/check.ts'
import { checkBytes, checkSince } from '../store/check/check-block.ts'
import { checkChange } from '../store/check/check-request.ts'
import { checkShare, compareOwners, scopeOf } from '../store/check/check-share.ts'
import { blockMissing, notShared } from '../store/check/store-errors.ts'
import { appendUpdate, type BlockRecord, blockInfoOf, contentOf, storedBlockOf } from './block-record.ts'
import { searchBlocks } from './search-blocks.ts'

/** Shares in memory, and what removes them. */
export interface BlockShares extends BlockSharing, Required<Omit<BlockSharing, 'searchShared'>> {
  /** Removes those of a block. */
  forget(scope: Scope, id: string): void
  /** Removes those that a scope, or a narrower one, gave or got. */
  erase(scope: Scope): void
}

interface Share {
  readonly owner: Owner
  readonly id: string
  readonly grantee: Owner
  readonly permission: string
  readonly write: boolean
}

/** @param find The block of an owner, by its id. @param ranker For searches; without one there are none. */
export function createBlockShares(
  find: (scope: Scope, id: string) => BlockRecord | undefined,
  ranker: Ranker | undefined,
): BlockShares {
  /** By whom they were given to, and of what: as JSON, so that no name can be put together from the names of others. */
  const received = new Map<string, Map<string, Share>>()
  /** The same by block. */
  const given = new Map<string, Map<string, Share>>()
  const remove = ({ owner, id, grantee }: Share): void => {
    removeFrom(received, keyOf(grantee), keyOf(owner, id))
    removeFrom(given, keyOf(owner, id), keyOf(grantee))
  }
  const shareFor = (scope: Scope, owner: Scope, id: string): Share | undefined =>
    received.get(keyOf(ownerOf(scope)))?.get(keyOf(ownerOf(owner), checkId('id', id)))
  const recordOf = ({ owner, id }: Share): BlockRecord => find(scopeOf(owner), id) as BlockRecord
  const shared = <Block extends BlockInfo>(share: Share, block: Block): SharedBlock<Block> => {
    const { owner, permission, write } = share
    return { owner: scopeOf(owner), block, permission, write }
  }
  const sharedBlock = (share: Share): SharedBlock => shared(share, blockInfoOf(recordOf(share)))
  const ofGrantee = (scope: Scope): readonly Share[] => [...(received.get(keyOf(ownerOf(scope)))?.values() ?? [])]

  return {
    share: async (scope, id, grantee, options) => {
      const share: Share = { id: checkId('id', id), ...checkShare(scope, grantee, options) }
      if (find(scope, id) === undefined) throw blockMissing(id)
      putInto(received, keyOf(share.grantee), keyOf(share.owner, id), share)
      putInto(given, keyOf(share.owner, id), keyOf(share.grantee), share)
      return blockShare(share)
    },
    unshare: async (scope, id, grantee) => {
      const share = shareFor(grantee, scope, id)
      if (share !== undefined) remove(share)
      return share !== undefined
    },
    shares: async (scope, id) => {
      const all = [...(given.get(keyOf(ownerOf(scope), checkId('id', id)))?.values() ?? [])]
      return all.sort((a, b) => compareOwners(a.grantee, b.grantee)).map(blockShare)
    },
    listShared: async (scope) => {
      const all = [...ofGrantee(scope)]
      return all.sort((a, b) => compareOwners(a.owner, b.owner) || (a.id < b.id ? -1 : 1)).map(sharedBlock)
    },
    findShared: async (scope, owner, label) => {
      const [from, checked] = [keyOf(ownerOf(owner)), checkId('label', label)]
      const share = ofGrantee(scope).find((one) => keyOf(one.owner) === from && recordOf(one).label === checked)
      return share && sharedBlock(share)
    },
    readShared: async (scope, owner, id, since) => {
      const share = shareFor(scope, owner, id)
      const seen = checkSince(since)
      return share && contentOf(recordOf(share), seen)
    },
    appendShared: async (scope, owner, id, update, options = {}) => {
      const share = shareFor(scope, owner, id)
      const bytes = checkBytes('update', update)
      const change = checkChange(options)
      const { permission } = options
      if (share?.write !== true || (permission !== undefined && permission !== share.permission)) throw notShared(id)
      return appendUpdate(recordOf(share), bytes, change)
    },
    ...(ranker && {
      searchShared: async (scope, request) => {
        const searched = ofGrantee(scope).map((share) => {
          const record = recordOf(share)
          return { record, id: keyOf(share.owner, share.id), item: () => shared(share, storedBlockOf(record)) }
        })
        return searchBlocks(searched, request, ranker)
      },
    }),
    forget: (scope, id) => {
      for (const share of [...(given.get(keyOf(ownerOf(scope), id))?.values() ?? [])]) remove(share)
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

function keyOf({ tenant, user, agent }: Owner, id = ''): string {
  return JSON.stringify([tenant, user, agent, id])
}

function blockShare({ grantee, permission, write }: Share): BlockShare {
  return { scope: scopeOf(grantee), permission, write }
}

type Index = Map<string, Map<string, Share>>

function putInto(index: Index, outer: string, inner: string, share: Share): void {
  const shares = index.get(outer) ?? new Map<string, Share>()
  index.set(outer, shares.set(inner, share))
}

function removeFrom(index: Index, outer: string, inner: string): void {
  const shares = index.get(outer)
  shares?.delete(inner)
  if (shares?.size === 0) index.delete(outer)
}
