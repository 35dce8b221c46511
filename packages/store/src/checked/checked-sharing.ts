import { type Owner, ownerOf } from '../check/check.ts'
import { checkBytes } from '../check/check-block.ts'
import { type Change, checkChange, whole } from '../check/check-request.ts'
import { type CheckedSearch, checkSearch } from '../check/check-search.ts'
import { checkShare, compareOwners, type Grant, scopeOf } from '../check/check-share.ts'
import { notShared } from '../check/store-errors.ts'
import type { BlockSharing, SharedBlock } from '../contract/block-sharing.ts'
import type { BlockAppended, BlockContent, BlockInfo, StoredBlock } from '../contract/block-store.ts'
import type { SearchResult } from '../contract/search.ts'
import { type Awaitable, placeOf } from './values.ts'

/** A block that another owner shares. */
export interface Granted<Block extends BlockInfo = BlockInfo> {
  readonly owner: Owner
  readonly block: Block
  readonly permission: string
  readonly write: boolean
}

/** The options of an append to a shared block. */
export interface SharedChange extends Change {
  /** The permission that the share must have. */
  readonly permission: string | undefined
}

/** The methods of `BlockSharing`, called with valid values only: owner and grantee are of one tenant. */
export interface RawSharing {
  share(owner: Owner, id: string, grant: Grant): Awaitable<void>
  unshare(owner: Owner, id: string, grantee: Owner): Awaitable<boolean>
  /** In any order. */
  shares(owner: Owner, id: string): Awaitable<readonly Grant[]>
  /** In any order. */
  listShared(grantee: Owner): Awaitable<readonly Granted[]>
  findShared(grantee: Owner, owner: Owner, label: string): Awaitable<Granted | undefined>
  readShared(grantee: Owner, owner: Owner, id: string, since: number): Awaitable<BlockContent | undefined>
  appendShared(
    grantee: Owner,
    owner: Owner,
    id: string,
    update: Uint8Array,
    change: SharedChange,
  ): Awaitable<BlockAppended>
  /** Whether `searchShared` compares vectors too. Default `false`: a request for it is refused. */
  readonly hasVectors?: boolean
  searchShared?(grantee: Owner, request: CheckedSearch): Awaitable<SearchResult<Granted<StoredBlock>>>
}

/** The methods of `BlockSharing` of a store, with its search if it has one. */
export type CheckedSharing<Raw extends RawSharing> = BlockSharing &
  ('searchShared' extends keyof Raw ? Required<BlockSharing> : BlockSharing)

/** Creates the methods with which a block store shares blocks, checking what they are given. */
export function checkedSharing<Raw extends RawSharing>(raw: Raw): CheckedSharing<Raw> {
  const searchShared = raw.searchShared?.bind(raw)
  const store: BlockSharing = {
    share: async (scope, id, grantee, options) => {
      const place = placeOf(scope, 'id', id)
      const grant = checkShare(place[0], grantee, options)
      await raw.share(...place, grant)
      return { scope: scopeOf(grant.grantee), permission: grant.permission, write: grant.write }
    },
    unshare: async (scope, id, grantee) => {
      const [[owner, block], other] = [placeOf(scope, 'id', id), ownerOf(grantee)]
      return owner.tenant === other.tenant && raw.unshare(owner, block, other)
    },
    shares: async (scope, id) => {
      const all = await raw.shares(...placeOf(scope, 'id', id))
      return all
        .toSorted((a, b) => compareOwners(a.grantee, b.grantee))
        .map(({ grantee, permission, write }) => ({ scope: scopeOf(grantee), permission, write }))
    },
    listShared: async (scope) => {
      const all = await raw.listShared(ownerOf(scope))
      return all
        .toSorted((a, b) => compareOwners(a.owner, b.owner) || (a.block.id < b.block.id ? -1 : 1))
        .map(sharedBlock)
    },
    findShared: async (scope, owner, label) => {
      const [grantee, place] = [ownerOf(scope), placeOf(owner, 'label', label)]
      const found = isOneTenant(grantee, place[0]) ? await raw.findShared(grantee, ...place) : undefined
      return found && sharedBlock(found)
    },
    readShared: async (scope, owner, id, since = 0) => {
      const [grantee, place, seen] = [ownerOf(scope), placeOf(owner, 'id', id), whole('since', since, 0)]
      return isOneTenant(grantee, place[0]) ? raw.readShared(grantee, ...place, seen) : undefined
    },
    appendShared: async (scope, owner, id, update, options) => {
      const [grantee, place] = [ownerOf(scope), placeOf(owner, 'id', id)]
      const bytes = checkBytes('update', update)
      const change = { ...checkChange(options, 'shared'), permission: options?.permission }
      if (!isOneTenant(grantee, place[0])) throw notShared(id)
      return raw.appendShared(grantee, ...place, bytes, change)
    },
    ...(searchShared && {
      searchShared: async (scope, request) => {
        const found = await searchShared(ownerOf(scope), checkSearch(request, 'blocks', raw.hasVectors))
        return { ...found, hits: found.hits.map((hit) => ({ ...hit, item: sharedBlock(hit.item) })) }
      },
    }),
  }
  return store as Required<BlockSharing>
}

function sharedBlock<Block extends BlockInfo>({ owner, ...granted }: Granted<Block>): SharedBlock<Block> {
  return { owner: scopeOf(owner), ...granted }
}

function isOneTenant(one: Owner, other: Owner): boolean {
  return one.tenant === other.tenant
}
