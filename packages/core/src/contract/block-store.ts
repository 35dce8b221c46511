import type { PutOptions } from './memory-store.ts'
import type { JsonValue } from './message.ts'
import type { Scope } from './scope.ts'
import type { SearchHit, SearchRequest } from './search.ts'

/**
 * Keeps memory blocks: documents that several programs edit at the same time and that merge, such as those of a CRDT. To a
 * store they are bytes: a snapshot, and updates that came after it, for which it does not matter that one comes twice. A block
 * belongs to one scope (tenant, user, agent) and is never given to another one; it has an id, and a label that no other block
 * of its scope has.
 *
 * An id is for one block only: after a deletion the next one needs another id, since a program that knew the old block would
 * read on in the new one. Labels can be given again.
 *
 * The revision of a block is 1 at first, and one more for each update and each change of what is known of it. A new snapshot
 * and a new text follow from what is there, and are no change.
 *
 * Every method throws `SCOPE_INVALID` for a scope without a tenant, and `STORE_VALUE_INVALID` for an id or a value that
 * cannot be kept as it is.
 *
 * A store that can share blocks has the methods of `BlockSharing` beside these.
 */
export interface BlockStore {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  /**
   * Makes a block. After a lost answer it can be asked for again: `BLOCK_EXISTS` with the block's own id says that it is there.
   *
   * @throws LamellaError `BLOCK_EXISTS` when the scope has a block of that id or of that label
   */
  create(scope: Scope, block: NewBlock, options?: BlockCreateOptions): Promise<StoredBlock>
  /**
   * Adds an update. Cost follows the update, not the block. Whoever else appends at the same time does not matter, unless
   * `expectedRevision` says so.
   *
   * @throws LamellaError `BLOCK_MISSING`, `BLOCK_CONFLICT` when the block is not at `expectedRevision`
   */
  append(scope: Scope, id: string, update: Uint8Array, options?: BlockAppendOptions): Promise<BlockAppended>
  /**
   * Changes what is known of a block: what is not given stays. The same once more changes nothing, the revision included.
   *
   * @throws LamellaError `BLOCK_MISSING`, `BLOCK_CONFLICT` when the block is not at `expectedRevision`, `BLOCK_EXISTS` when
   * another one has the label
   */
  change(scope: Scope, id: string, change: BlockChange, options?: PutOptions): Promise<StoredBlock>
  /**
   * Puts a snapshot in the place of the one that is there and of the updates up to a revision, all of which it must have in
   * it. Updates that came later stay. Where somebody else has gone further already, nothing is changed.
   *
   * @param upTo The revision that `read` gave with what the snapshot was made of.
   * @throws LamellaError `BLOCK_MISSING`
   */
  compact(scope: Scope, id: string, snapshot: Uint8Array, upTo: number): Promise<BlockInfo>
  /**
   * Says what a block says now, for search and for readers that have no use for bytes. Where there is a text of a later
   * revision already, nothing is changed. Cost follows the text.
   *
   * @param upTo The revision that `read` gave with what the text was made of.
   * @throws LamellaError `BLOCK_MISSING`
   */
  setText(scope: Scope, id: string, text: string, upTo: number): Promise<BlockInfo>
  /** The bytes of a block, or only the changes after `since`; `undefined` where there is none. */
  read(scope: Scope, id: string, since?: number): Promise<BlockContent | undefined>
  /** What is known of a block, and what it says. */
  get(scope: Scope, id: string): Promise<StoredBlock | undefined>
  /** The same by its label, without its text: cost does not follow the block. */
  find(scope: Scope, label: string): Promise<BlockInfo | undefined>
  /** Blocks of exactly this scope, by id in code unit order, without their texts. */
  list(scope: Scope, request?: BlockListRequest): Promise<BlockList>
  /**
   * Removes a block with all that was derived from it; whether there was one. Its bytes are gone when this resolves.
   *
   * @throws LamellaError `BLOCK_CONFLICT` when the block is not at `expectedRevision` (0: not there)
   */
  delete(scope: Scope, id: string, options?: PutOptions): Promise<boolean>
  /** The best blocks for a question in plain language, by their texts and labels, best first. */
  search?(scope: Scope, request: SearchRequest): Promise<readonly SearchHit<StoredBlock>[]>
  /**
   * Removes everything of a scope and of the narrower ones in it: `{ tenant }` is the whole tenant, `{ tenant, agent }` that
   * agent of every user. Gives how many blocks.
   */
  erase?(scope: Scope): Promise<number>
  close?(): Promise<void>
}

/** What is known of a block: JSON, at most 100,000 UTF-16 units of it. Properties that are `undefined` are left out. */
export type BlockMeta = { readonly [key: string]: JsonValue | undefined }

/** A block to be made. Any field that is not here is refused. */
export interface NewBlock {
  /** A name for this block alone, such as a UUID. */
  readonly id: string
  /** What it is called in its scope. Of the same form as an id. */
  readonly label: string
  /** What sort of block it is, such as `core` or `archival`. Of the same form as an id. */
  readonly kind: string
  /** Such as a description, a schema, a permission. Default: nothing. */
  readonly meta?: BlockMeta
  /** What it says. Without one it says nothing yet. */
  readonly text?: string
  /** 1 to 268,435,456 bytes, as every snapshot and update. Without one it is made of its updates alone. */
  readonly snapshot?: Uint8Array
}

/** What is to be different. */
export interface BlockChange {
  readonly label?: string
  readonly kind?: string
  /** All of it: nothing of the old one stays. */
  readonly meta?: BlockMeta
}

export interface BlockCreateOptions {
  /** When it happened. Stores read no clock. */
  readonly at?: Date
}

export interface BlockAppendOptions {
  /** The revision the caller has seen. Default: any. */
  readonly expectedRevision?: number
  /**
   * A name for this update, unique in the block. The same one again changes nothing and gives the first answer once more,
   * whatever `expectedRevision` it has, after a compaction, too. At most 200 characters. One that was another update is
   * `STORE_VALUE_INVALID`.
   */
  readonly operation?: string
  /** When it happened. Stores read no clock. */
  readonly at?: Date
}

/** What an append did. */
export interface BlockAppended {
  /** Of the block after it. */
  readonly revision: number
  /** Whether `operation` had been done before, so that nothing was changed now. */
  readonly repeated: boolean
}

/** A block from the outside. */
export interface BlockInfo {
  readonly id: string
  readonly label: string
  readonly kind: string
  readonly meta: BlockMeta
  readonly revision: number
  /** The revision of the last update; 1 where there was none. */
  readonly contentRevision: number
  /** Which revision the text shows; 0 where there never was one. Below `contentRevision` it is out of date. */
  readonly textRevision: number
  /** Bytes of the snapshot; 0 where there is none. */
  readonly snapshotSize: number
  /** Updates that are not in the snapshot, and their bytes: when they are many, it is time to compact. */
  readonly updates: number
  readonly updatesSize: number
  /** ISO 8601 instants of the first change and of the last one that had one. */
  readonly createdAt?: string
  readonly updatedAt?: string
}

/** A block with its text. */
export interface StoredBlock extends BlockInfo {
  /** As it was given with `create` or `setText`; '' where there never was one. */
  readonly text: string
}

/** What a block is made of. The snapshot first, then the updates. */
export interface BlockContent {
  /** Of the block: what is given back as `since` the next time, and to `compact` and `setText`. */
  readonly revision: number
  /** Absent where there is none, and where the updates alone are enough for who has seen the revision `since`. */
  readonly snapshot?: Uint8Array
  /** Oldest first. */
  readonly updates: readonly Uint8Array[]
}

export interface BlockListRequest {
  readonly filter?: BlockFilter
  /** Continue behind this id, whether or not it is there. */
  readonly after?: string
  /** At most so many, 1 or more. Default 100. */
  readonly limit?: number
}

/** Which blocks are meant. What is not given does not matter. */
export interface BlockFilter {
  /** One of them. None: no block at all. */
  readonly kinds?: readonly string[]
  /** What the label begins with. */
  readonly labelPrefix?: string
  /** Whether the text is out of date. */
  readonly stale?: boolean
}

export interface BlockList {
  readonly blocks: readonly BlockInfo[]
  /** Whether there are more. */
  readonly more: boolean
}
