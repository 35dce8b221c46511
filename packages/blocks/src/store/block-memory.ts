import type { Scope } from '@lamella/core'
import type { OperationName } from '../document/operations.ts'
import type { StructuredDocument } from '../document/structured-document.ts'
import type { MemoryPermission } from '../permissions/permission.ts'
import type { BlockSchema } from '../schema/block-schema.ts'
import type { BlockType } from './block-type.ts'
import type { BlockMetadata } from './metadata.ts'
import type { ArchivalResults, MemorySearchResults, NewArchival, SearchAgents, SearchOptions } from './search-result.ts'

/** Options of `createBlock`. */
export interface CreateBlockOptions {
  readonly type: BlockType
  /** Default: a text. */
  readonly schema?: BlockSchema
  /** Default `ReadWrite`. */
  readonly permission?: MemoryPermission
  /** Shown to the model with the content. */
  readonly description?: string
  /** Whether a working block is in every context. Default false. */
  readonly pinned?: boolean
  /** Characters of the rendered content. Content over the limit is marked, not cut. Default: no limit. */
  readonly limit?: number
  /** The first content of a text block. Blocks of other schemas start empty. */
  readonly content?: string
  /** Makes a retry safe: `BLOCK_EXISTS` with this id means that the first call succeeded. Default: a new id. */
  readonly id?: string
}

/** Options of calls that permissions apply to. */
export interface CallerOptions {
  /** Whether the caller is the program itself, which permissions and read-only marks do not restrict. Default false. */
  readonly system?: boolean
}

/** Options of calls that also work on shared blocks. */
export interface BlockOptions extends CallerOptions {
  /** The owner of a shared block, as the name of an agent or a scope. Default: the agent itself. */
  readonly owner?: string | Scope
}

/** Options of `getRenderedContent`. */
export interface RenderedContentOptions extends BlockOptions {
  /** Whether content over the limit of its block ends with a mark. Default true. */
  readonly limitMark?: boolean
}

/** Options of `changeBlock`. */
export interface ChangeOptions extends BlockOptions {
  /** The section of a composite block. Default: the whole block. */
  readonly section?: string
}

/** Options of `shareBlock`. */
export interface ShareOptions extends CallerOptions {
  /** At most the permission of the block. Lowering that later also lowers the share's. */
  readonly permission: MemoryPermission
}

/** A block that another agent shares. Its permission is that of the share. */
export interface SharedBlockInfo extends BlockMetadata {
  readonly owner: Scope
  /** The owner as the model sees it. */
  readonly sharedFrom: string
}

/** A share of a block. */
export interface ShareInfo {
  readonly scope: Scope
  readonly permission: MemoryPermission
}

/**
 * The memory of agents: blocks, and entries of an archive. All agents belong to one tenant, and to one user if `scope`
 * has one. Each call is for one agent, which reaches only its own blocks and those shared with it.
 *
 * A call that changes a block resolves when the change is durable. Changes of a document from `getBlock` are durable after
 * `persistBlock`, or after the next change of the block. Calls on one block run in order.
 *
 * Changes by an agent need the permission of the block; without it they throw `BLOCK_FORBIDDEN` or
 * `BLOCK_CONSENT_NEEDED`. Calls throw `BLOCK_MISSING` if the block does not exist, `BLOCK_META_INVALID` if it is
 * unreadable, `BLOCK_UNSAVED` if the store refused a change that is now in memory only, and `BLOCK_MEMORY_CLOSED`.
 */
export interface BlockMemory {
  /** The tenant of all agents, and their user if they belong to one. Layers reject requests of others. */
  readonly scope: Scope
  /** Creates a block and returns its id. @throws LamellaError `BLOCK_EXISTS`, `BLOCK_SCHEMA_INVALID`, `OPTION_INVALID` */
  createBlock(agent: string, label: string, options: CreateBlockOptions): Promise<string>
  /**
   * Returns the document of a block as the store has it now, or `undefined`. Callers share it as long as one of them
   * holds it, and every call on the block updates it. After `close()`, the next call returns a new document.
   */
  getBlock(agent: string, label: string): Promise<StructuredDocument | undefined>
  /** Returns the metadata of a block as the store has it now. */
  getBlockMetadata(agent: string, label: string, options?: BlockOptions): Promise<BlockMetadata | undefined>
  /** Returns all blocks of the agent, by id in code unit order. */
  listBlocks(agent: string): Promise<readonly BlockMetadata[]>
  listBlocksByType(agent: string, type: BlockType): Promise<readonly BlockMetadata[]>
  /** Removes a block, its shares and all derived data. Returns whether the block existed. Needs `delete`, which is `Admin`. */
  deleteBlock(agent: string, label: string, options?: CallerOptions): Promise<boolean>
  /** Returns the content as the model reads it, without the tag. */
  getRenderedContent(agent: string, label: string, options?: RenderedContentOptions): Promise<string | undefined>
  /** Replaces the text of a block. Needs `overwrite`. */
  updateBlockText(agent: string, label: string, text: string, options?: BlockOptions): Promise<void>
  /** Appends to the text of a block. Needs `append`. */
  appendToBlock(agent: string, label: string, content: string, options?: BlockOptions): Promise<void>
  /** Replaces the first occurrence of `old`. Returns whether there was one. Needs `overwrite`. */
  replaceInBlock(
    agent: string,
    label: string,
    old: string,
    replacement: string,
    options?: BlockOptions,
  ): Promise<boolean>
  /**
   * Performs any operation of the block's document, after requesting the consent it needs, and saves the change.
   *
   * @example
   * await memory.changeBlock('entropy', 'tasks', 'pushItem', [{ task: 'Review' }])
   */
  changeBlock(
    agent: string,
    label: string,
    operation: OperationName,
    args: readonly unknown[],
    options?: ChangeOptions,
  ): Promise<unknown>
  /** Saves the changes of a document from `getBlock`. */
  persistBlock(agent: string, label: string, options?: BlockOptions): Promise<void>

  /** Stores a text in the archive and returns its id. @throws LamellaError `BLOCK_UNSUPPORTED` without `archive`, as the next two do */
  insertArchival(agent: string, content: string, more?: NewArchival): Promise<string>
  /** Returns the best entries for a query in plain language, best first. @param limit Default 10. */
  searchArchival(agent: string, query: string, limit?: number): Promise<ArchivalResults>
  /** Removes an entry of the agent. Returns whether the entry existed. */
  deleteArchival(agent: string, id: string): Promise<boolean>

  /** Whether the archive, and any content at all, can be searched. Absent: both can. */
  readonly searches?: { readonly archive: boolean; readonly any: boolean }
  /**
   * Searches the agent's own content and, if the store has `searchShared`, the blocks shared with it. Best first.
   *
   * @throws LamellaError `BLOCK_UNSUPPORTED` for content that no store can search; `OPTION_INVALID`
   */
  search(agent: string, query: string, options?: SearchOptions): Promise<MemorySearchResults>
  /** Searches for several agents, and returns each block once. */
  searchAll(query: string, options: SearchOptions & SearchAgents): Promise<MemorySearchResults>

  /** Returns the blocks shared with the agent. */
  listSharedBlocks(agent: string): Promise<readonly SharedBlockInfo[]>
  /** Returns the document of a shared block, with the permission of the share; `undefined` if it is not shared. */
  getSharedBlock(requester: string, owner: string | Scope, label: string): Promise<StructuredDocument | undefined>
  /**
   * Shares a block with another agent of the tenant, or changes the share. Needs `delete`, which is `Admin`.
   *
   * @throws LamellaError `BLOCK_FORBIDDEN` for a permission that allows more than the block's own, even for the system;
   * `BLOCK_UNSUPPORTED`
   */
  shareBlock(agent: string, label: string, grantee: string | Scope, options: ShareOptions): Promise<void>
  /** Ends a share. Returns whether the share existed. Needs `delete`. */
  unshareBlock(agent: string, label: string, grantee: string | Scope, options?: CallerOptions): Promise<boolean>
  /** Returns the shares of a block. */
  listShares(agent: string, label: string): Promise<readonly ShareInfo[]>

  /** Needs `overwrite`. */
  setBlockPinned(agent: string, label: string, pinned: boolean, options?: CallerOptions): Promise<void>
  /** Needs `overwrite`. */
  setBlockType(agent: string, label: string, type: BlockType, options?: CallerOptions): Promise<void>
  /**
   * Changes the schema of a block. Needs `delete`, which is `Admin`; only the system can add or remove read-only marks.
   *
   * @throws LamellaError `BLOCK_SCHEMA_LOSES` if the new schema has no place of the same name and type for some of the content
   */
  updateBlockSchema(agent: string, label: string, schema: BlockSchema, options?: CallerOptions): Promise<void>

  /**
   * Saves all changes and closes all documents. The stores stay open.
   *
   * @throws LamellaError `BLOCK_UNSAVED` if a store refused changes. The memory then stays open, and `close()` can be
   * called again
   */
  close(): Promise<void>
}
