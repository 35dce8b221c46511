import type { BlockAppended, BlockAppendOptions, BlockContent, BlockInfo, StoredBlock } from './block-store.ts'
import type { Scope } from './scope.ts'
import type { SearchHit, SearchRequest } from './search.ts'

/**
 * Lets others of the same tenant have a block that stays its owner's. Nothing is read or written across owners but through a
 * share, and each method that does so looks for the share in the same transaction. A block that is deleted and a scope that is
 * erased take their shares with them, those that they gave and those that they got.
 *
 * Every method throws `SCOPE_INVALID` for a scope without a tenant, and `STORE_VALUE_INVALID` for an id or a value that cannot
 * be kept as it is.
 */
export interface BlockSharing {
  /**
   * Shares a block, or changes the share that is there. What a permission means is the caller's: a store knows only who may
   * write.
   *
   * @param grantee Exactly this tenant, user and agent: never a narrower scope.
   * @throws LamellaError `BLOCK_MISSING`, `STORE_VALUE_INVALID` for a grantee of another tenant, and for the owner itself
   */
  share(scope: Scope, id: string, grantee: Scope, options: BlockShareOptions): Promise<BlockShare>
  /** Ends a share; whether there was one. */
  unshare(scope: Scope, id: string, grantee: Scope): Promise<boolean>
  /** With whom a block is shared, by user and agent in code unit order. */
  shares(scope: Scope, id: string): Promise<readonly BlockShare[]>
  /** What others share with exactly this scope, by user, agent and id of the block in code unit order. */
  listShared(scope: Scope): Promise<readonly SharedBlock[]>
  /** One of these by the label that it has at its owner; `undefined` where there is none, and where it is not shared. */
  findShared(scope: Scope, owner: Scope, label: string): Promise<SharedBlock | undefined>
  /** As `read`; `undefined` where there is no block, and where it is not shared with this scope. */
  readShared(scope: Scope, owner: Scope, id: string, since?: number): Promise<BlockContent | undefined>
  /**
   * As `append`.
   *
   * @throws LamellaError `BLOCK_NOT_SHARED` where this scope may not write it, whether or not there is such a block
   */
  appendShared(
    scope: Scope,
    owner: Scope,
    id: string,
    update: Uint8Array,
    options?: SharedAppendOptions,
  ): Promise<BlockAppended>
  /**
   * The best of what others share with exactly this scope, for a question in plain language, by texts and labels, best first.
   * Scores follow from what is shared alone: nothing else that its owners have makes a difference.
   */
  searchShared?(scope: Scope, request: SearchRequest): Promise<readonly SearchHit<SharedBlock<StoredBlock>>[]>
}

export interface BlockShareOptions {
  /** What the others may do, in the words of who shares. Of the same form as an id. */
  readonly permission: string
  /** Whether they may append updates. Default false: they read only. */
  readonly write?: boolean
}

/** With whom a block is shared. */
export interface BlockShare {
  /** Who can have it. */
  readonly scope: Scope
  readonly permission: string
  readonly write: boolean
}

/** A block that somebody else shares. */
export interface SharedBlock<Block extends BlockInfo = BlockInfo> {
  /** Whose it is. */
  readonly owner: Scope
  readonly block: Block
  readonly permission: string
  readonly write: boolean
}

export interface SharedAppendOptions extends BlockAppendOptions {
  /** The permission that the writer has acted on. `BLOCK_NOT_SHARED` when the share has another one by now. Default: any. */
  readonly permission?: string
}
