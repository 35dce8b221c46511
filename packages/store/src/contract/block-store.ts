import type { JsonValue, Scope } from '@lamella/core'
import type { PutOptions } from './memory-store.ts'
import type { SearchRequest, SearchResult } from './search.ts'

/**
 * Keeps memory blocks: documents that several programs edit at the same time and that merge, such as CRDT documents.
 * The store treats them as bytes: a snapshot and later updates, which may safely arrive twice. A block belongs to one
 * scope (tenant, user, agent) and is never returned to another one; it has an id, and a label that is unique in its
 * scope.
 * Optional methods are capabilities: a store that lacks one does not support it.
 *
 * An id is for one block only: after a deletion the next block needs another id, since a program that knew the old
 * block would continue reading in the new one. Labels can be reused.
 *
 * The revision of a block starts at 1 and increases by one for each update and each change of its metadata. A new
 * snapshot or text is derived from existing content and is not a change.
 *
 * Every method throws `SCOPE_INVALID` for a scope without a tenant, and `STORE_VALUE_INVALID` for an id or a value that
 * cannot be stored unchanged.
 *
 * A store that can share blocks also implements `BlockSharing`.
 */
export interface BlockStore {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  /**
   * Creates a block. Can be retried when a response is lost: `BLOCK_EXISTS` with the block's own id means that it
   * exists.
   *
   * @throws LamellaError `BLOCK_EXISTS` when the scope has a block with that id or label
   */
  create(scope: Scope, block: NewBlock, options?: BlockCreateOptions): Promise<StoredBlock>
  /**
   * Adds an update. The cost depends on the update, not the block. Concurrent appends do not matter unless
   * `expectedRevision` is given.
   *
   * @throws LamellaError `BLOCK_MISSING`, `BLOCK_CONFLICT` when the block is not at `expectedRevision`
   */
  append(scope: Scope, id: string, update: Uint8Array, options?: BlockAppendOptions): Promise<BlockAppended>
  /**
   * Changes the metadata of a block: omitted fields stay. Repeating the same change has no effect, not even on the
   * revision.
   *
   * @throws LamellaError `BLOCK_MISSING`, `BLOCK_CONFLICT` when the block is not at `expectedRevision`, `BLOCK_EXISTS`
   * when another block has the label
   */
  change(scope: Scope, id: string, change: BlockChange, options?: PutOptions): Promise<StoredBlock>
  /**
   * Replaces the snapshot and the updates up to a revision with a new snapshot, which must include all of them. Later
   * updates stay. Does nothing if a newer snapshot exists.
   *
   * @param upTo The revision that `read` returned with the data the snapshot was made from.
   * @throws LamellaError `BLOCK_MISSING`
   */
  compact(scope: Scope, id: string, snapshot: Uint8Array, upTo: number): Promise<BlockInfo>
  /**
   * Sets the current text of a block, for search and for readers that cannot use the bytes. Does nothing if a text of a
   * later revision exists. The cost depends on the text.
   *
   * @param upTo The revision that `read` returned with the data the text was made from.
   * @throws LamellaError `BLOCK_MISSING`
   */
  setText(scope: Scope, id: string, text: string, upTo: number): Promise<BlockInfo>
  /** Returns the bytes of a block, or only the changes after `since`; `undefined` if it does not exist. */
  read(scope: Scope, id: string, since?: number): Promise<BlockContent | undefined>
  /** Returns the metadata and text of a block. */
  get(scope: Scope, id: string): Promise<StoredBlock | undefined>
  /** Looks up a block by its label, without its text: the cost does not depend on the block's size. */
  find(scope: Scope, label: string): Promise<BlockInfo | undefined>
  /** Lists the blocks of exactly this scope, by id in code unit order, without their texts. */
  list(scope: Scope, request?: BlockListRequest): Promise<BlockList>
  /**
   * Removes a block with everything derived from it; returns whether it existed. When this resolves, nothing of it
   * can be read through the store, nor any index row or vector made from it. What files, logs and backups still hold is
   * said in the store's README.
   *
   * @throws LamellaError `BLOCK_CONFLICT` when the block is not at `expectedRevision` (0: missing)
   */
  delete(scope: Scope, id: string, options?: PutOptions): Promise<boolean>
  /** Returns the best blocks for a plain-language query, by texts and labels, best first. */
  search?(scope: Scope, request: SearchRequest): Promise<SearchResult<StoredBlock>>
  /**
   * Removes everything of a scope and of narrower scopes: `{ tenant }` is the whole tenant, `{ tenant, agent }` that
   * agent of every user. Returns the number of blocks.
   */
  erase?(scope: Scope): Promise<number>
  /** Closes open resources. Safe to call twice. */
  close?(): Promise<void>
}

/** Metadata of a block: JSON, at most 100,000 UTF-16 units. `undefined` properties are omitted. */
export type BlockMeta = { readonly [key: string]: JsonValue | undefined }

/** A block to create. Unknown fields are rejected. */
export interface NewBlock {
  /** An id unique to this block, such as a UUID. */
  readonly id: string
  /** Its name in the scope. Same form as an id. */
  readonly label: string
  /** The kind of block, such as `core` or `archival`. Same form as an id. */
  readonly kind: string
  /** For example a description, a schema or a permission. Default: nothing. */
  readonly meta?: BlockMeta
  /** Its text. Default: empty. */
  readonly text?: string
  /** 1 to 268,435,456 bytes, as every snapshot and update. Without it the block consists of its updates alone. */
  readonly snapshot?: Uint8Array
}

/** The fields to change. */
export interface BlockChange {
  readonly label?: string
  readonly kind?: string
  /** Replaces the whole old value. */
  readonly meta?: BlockMeta
}

export interface BlockCreateOptions {
  /** When it happened. Stores read no clock. */
  readonly at?: Date
}

export interface BlockAppendOptions {
  /** The revision the caller last saw. Default: any. */
  readonly expectedRevision?: number
  /**
   * A name for this update, unique in the block. Repeating it changes nothing and returns the first result again,
   * whatever its `expectedRevision`, even after a compaction. At most 200 characters. A name that belongs to a
   * different update is `STORE_VALUE_INVALID`.
   */
  readonly operation?: string
  /** When it happened. Stores read no clock. */
  readonly at?: Date
}

/** The result of an append. */
export interface BlockAppended {
  /** The revision of the block after the append. */
  readonly revision: number
  /** Whether `operation` had been applied before, so that this call changed nothing. */
  readonly repeated: boolean
}

/** A block's metadata, without its content. */
export interface BlockInfo {
  readonly id: string
  readonly label: string
  readonly kind: string
  readonly meta: BlockMeta
  readonly revision: number
  /** The revision of the last update; 1 if there was none. */
  readonly contentRevision: number
  /** The revision that the text reflects; 0 if there never was a text. Below `contentRevision` it is out of date. */
  readonly textRevision: number
  /** Bytes of the snapshot; 0 if there is none. */
  readonly snapshotSize: number
  /** Updates that are not in the snapshot, and their bytes: compact when there are many. */
  readonly updates: number
  readonly updatesSize: number
  /** ISO 8601 instants of the first change and of the last change with a time. */
  readonly createdAt?: string
  readonly updatedAt?: string
}

/** A block with its text. */
export interface StoredBlock extends BlockInfo {
  /** As passed to `create` or `setText`; '' if never set. */
  readonly text: string
}

/** The content of a block. Apply the snapshot first, then the updates. */
export interface BlockContent {
  /** The block's revision: pass it as `since` the next time, and to `compact` and `setText`. */
  readonly revision: number
  /** Absent if there is none, and if the updates suffice for a reader at revision `since`. */
  readonly snapshot?: Uint8Array
  /** Oldest first. */
  readonly updates: readonly Uint8Array[]
}

export interface BlockListRequest {
  readonly filter?: BlockFilter
  /** Continue after this id, whether or not it exists. */
  readonly after?: string
  /** The most entries to return, 1 or more. Default 100. */
  readonly limit?: number
}

/** A filter for blocks. Omitted fields match everything. */
export interface BlockFilter {
  /** Any of these. Empty: no block at all. */
  readonly kinds?: readonly string[]
  /** A prefix of the label. */
  readonly labelPrefix?: string
  /** Whether the text is out of date. */
  readonly stale?: boolean
}

export interface BlockList {
  readonly blocks: readonly BlockInfo[]
  /** Whether there are more. */
  readonly more: boolean
}
