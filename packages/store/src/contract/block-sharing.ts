import type { Scope } from '@lamella/core'
import type { BlockAppended, BlockAppendOptions, BlockContent, BlockInfo, StoredBlock } from './block-store.ts'
import type { SearchRequest, SearchResult } from './search.ts'

/**
 * Shares blocks with other scopes of the same tenant; each block stays its owner's. Access across owners requires a
 * share, which each such method checks in the same transaction. Deleting a block removes its shares; erasing a scope
 * removes the shares it granted and received.
 *
 * Every method throws `SCOPE_INVALID` for a scope without a tenant, and `STORE_VALUE_INVALID` for an id or a value that
 * cannot be stored unchanged.
 */
export interface BlockSharing {
  /**
   * Shares a block, or changes an existing share. The meaning of a permission is up to the caller: a store only knows
   * who may write.
   *
   * @param grantee Exactly this tenant, user and agent: never a narrower scope.
   * @throws LamellaError `BLOCK_MISSING`, `STORE_VALUE_INVALID` for a grantee of another tenant, and for the owner itself
   */
  share(scope: Scope, id: string, grantee: Scope, options: BlockShareOptions): Promise<BlockShare>
  /** Ends a share; returns whether it existed. */
  unshare(scope: Scope, id: string, grantee: Scope): Promise<boolean>
  /** Lists with whom a block is shared, by user and agent in code unit order. */
  shares(scope: Scope, id: string): Promise<readonly BlockShare[]>
  /** Lists the blocks that others share with exactly this scope, by user, agent and block id in code unit order. */
  listShared(scope: Scope): Promise<readonly SharedBlock[]>
  /** Returns one of these blocks by its owner's label; `undefined` if it does not exist or is not shared. */
  findShared(scope: Scope, owner: Scope, label: string): Promise<SharedBlock | undefined>
  /** Like `read`; `undefined` if the block does not exist or is not shared with this scope. */
  readShared(scope: Scope, owner: Scope, id: string, since?: number): Promise<BlockContent | undefined>
  /**
   * Like `append`.
   *
   * @throws LamellaError `BLOCK_NOT_SHARED` if this scope may not write the block, whether or not it exists
   */
  appendShared(
    scope: Scope,
    owner: Scope,
    id: string,
    update: Uint8Array,
    options?: SharedAppendOptions,
  ): Promise<BlockAppended>
  /**
   * Searches what others share with exactly this scope in plain language, by texts and labels, best first. Scores
   * depend only on what is shared: the owners' other blocks make no difference.
   */
  searchShared?(scope: Scope, request: SearchRequest): Promise<SearchResult<SharedBlock<StoredBlock>>>
}

export interface BlockShareOptions {
  /** What the grantee may do, in the owner's own terms. Same form as an id. */
  readonly permission: string
  /** Whether the grantee may append updates. Default false: read only. */
  readonly write?: boolean
}

/** With whom a block is shared. */
export interface BlockShare {
  /** The scope that it is shared with. */
  readonly scope: Scope
  readonly permission: string
  readonly write: boolean
}

/** A block shared by another scope. */
export interface SharedBlock<Block extends BlockInfo = BlockInfo> {
  /** The owner's scope. */
  readonly owner: Scope
  readonly block: Block
  readonly permission: string
  readonly write: boolean
}

export interface SharedAppendOptions extends BlockAppendOptions {
  /** The permission that the writer relied on. `BLOCK_NOT_SHARED` if the share now has another one. Default: any. */
  readonly permission?: string
}
