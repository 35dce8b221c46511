import type { Scope } from '@lamella/core'
import type { OperationName } from '../document/operations.ts'
import type { StructuredDocument } from '../document/structured-document.ts'
import type { MemoryPermission } from '../permissions/permission.ts'
import type { BlockSchema } from '../schema/block-schema.ts'
import type { ArchivalEntry, NewArchival } from './archival.ts'
import type { BlockType } from './block-type.ts'
import type { BlockMetadata } from './metadata.ts'
import type { MemorySearchResult, SearchAgents, SearchOptions } from './search-result.ts'

/** A block to be made. */
export interface CreateBlockOptions {
  readonly type: BlockType
  /** Default: a text. */
  readonly schema?: BlockSchema
  /** Default `ReadWrite`. */
  readonly permission?: MemoryPermission
  /** Told to the model with the content. */
  readonly description?: string
  /** Whether a working block is in every context. Default false. */
  readonly pinned?: boolean
  /** Characters of the rendered content: more are kept, and marked. Default: no limit. */
  readonly limit?: number
  /** What a text says at first. Blocks of other schemas begin empty. */
  readonly content?: string
  /** For asking again after a lost answer: `BLOCK_EXISTS` with this id says that it is there. Default: a new one. */
  readonly id?: string
}

/** Who does it. */
export interface CallerOptions {
  /** The program itself, not an agent: permissions and read-only marks are not for it. Default false. */
  readonly system?: boolean
}

/** Who does it, and whose block it is. */
export interface BlockOptions extends CallerOptions {
  /** The agent whose block it is, where it is another one's that is shared; or its scope. Default: the agent itself. */
  readonly owner?: string | Scope
}

/** Options of `changeBlock`. */
export interface ChangeOptions extends BlockOptions {
  /** The section of a composite block. Default: the block itself. */
  readonly section?: string
}

export interface ShareOptions extends CallerOptions {
  /** At most what the block itself allows. Where that becomes less, so does the share. */
  readonly permission: MemoryPermission
}

/** A block that another agent shares. Its permission is what can be done through the share. */
export interface SharedBlockInfo extends BlockMetadata {
  readonly owner: Scope
  /** The owner as the model is told it. */
  readonly sharedFrom: string
}

/** A block with whom it is shared. */
export interface ShareInfo {
  readonly scope: Scope
  readonly permission: MemoryPermission
}

/**
 * What agents remember: blocks, and entries of an archive. It is for the program that runs the agents: all of them are of one
 * tenant, and of one user where it says so, and each call is for one of them. An agent has no block but its own and those that
 * are shared with it.
 *
 * Whatever changes a block resolves when that is durable. What is changed in a document that `getBlock` gave is durable after
 * `persistBlock`, and after any other change of the block here. Calls on one block happen in their order.
 *
 * Operations of an agent are held to the permission of the block: `BLOCK_FORBIDDEN`, `BLOCK_CONSENT_NEEDED`. Those on a block
 * that is not there throw `BLOCK_MISSING`, and all throw `BLOCK_META_INVALID` where what is stored is no block of this
 * package, `BLOCK_UNSAVED` where a change is made and could not be saved yet, and `BLOCK_MEMORY_CLOSED`.
 */
export interface BlockMemory {
  /** The tenant, and the user where there is one, that all agents are of: layers refuse the request of anybody else. */
  readonly scope: Scope
  /** Makes a block, and gives its id. @throws LamellaError `BLOCK_EXISTS`, `BLOCK_SCHEMA_INVALID`, `OPTION_INVALID` */
  createBlock(agent: string, label: string, options: CreateBlockOptions): Promise<string>
  /**
   * The block's document, as it is in the store now; `undefined` where there is none. The same one for all who ask, as long as
   * somebody has it; it gets what others do at every call here. Closing it ends that, and closes nobody else's.
   */
  getBlock(agent: string, label: string): Promise<StructuredDocument | undefined>
  /** What is known of a block, as it is in the store now. */
  getBlockMetadata(agent: string, label: string, options?: BlockOptions): Promise<BlockMetadata | undefined>
  /** All blocks of the agent, by id in code unit order. */
  listBlocks(agent: string): Promise<readonly BlockMetadata[]>
  listBlocksByType(agent: string, type: BlockType): Promise<readonly BlockMetadata[]>
  /** Removes a block, its shares, and what was derived from it; whether there was one. Needs `delete`: `Admin`. */
  deleteBlock(agent: string, label: string, options?: CallerOptions): Promise<boolean>
  /** What the model reads of a block, without the tag; marked where it is over its limit. */
  getRenderedContent(agent: string, label: string, options?: BlockOptions): Promise<string | undefined>
  /** Makes the text of a block another one. Needs `overwrite`. */
  updateBlockText(agent: string, label: string, text: string, options?: BlockOptions): Promise<void>
  /** Adds to the text of a block. Needs `append`. */
  appendToBlock(agent: string, label: string, content: string, options?: BlockOptions): Promise<void>
  /** Puts another text in the place of the first occurrence of `old`; whether there was one. Needs `overwrite`. */
  replaceInBlock(
    agent: string,
    label: string,
    old: string,
    replacement: string,
    options?: BlockOptions,
  ): Promise<boolean>
  /**
   * Does any operation of the block's document, asking whoever has to be asked, and saves it.
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
  /** Saves what was changed in the documents of a block. */
  persistBlock(agent: string, label: string, options?: BlockOptions): Promise<void>

  /** Keeps a text, and gives its id. @throws LamellaError `BLOCK_UNSUPPORTED` without `archive`, as the next two do */
  insertArchival(agent: string, content: string, more?: NewArchival): Promise<string>
  /** The best entries for a question in plain language, best first. Default: at most 10. */
  searchArchival(agent: string, query: string, limit?: number): Promise<readonly ArchivalEntry[]>
  /** Removes an entry of the agent; whether there was one. */
  deleteArchival(agent: string, id: string): Promise<boolean>

  /**
   * The best of what is the agent's own and of the blocks that are shared with it, best first. Those that are shared say whose
   * they are; they are found where the store has `searchShared`.
   *
   * @throws LamellaError `BLOCK_UNSUPPORTED` for what no store can search
   */
  search(agent: string, query: string, options?: SearchOptions): Promise<readonly MemorySearchResult[]>
  /** The best of what several agents have, each block once. */
  searchAll(query: string, options: SearchOptions & SearchAgents): Promise<readonly MemorySearchResult[]>

  /** What others share with the agent. */
  listSharedBlocks(agent: string): Promise<readonly SharedBlockInfo[]>
  /** The document of a block that is shared, with the share's permission; `undefined` where it is not. */
  getSharedBlock(requester: string, owner: string | Scope, label: string): Promise<StructuredDocument | undefined>
  /**
   * Shares a block with another agent of the tenant, or changes the share. For an agent it needs `delete`: `Admin`.
   *
   * @throws LamellaError `BLOCK_FORBIDDEN` for more than the block itself allows, whoever does it; `BLOCK_UNSUPPORTED`
   */
  shareBlock(agent: string, label: string, grantee: string | Scope, options: ShareOptions): Promise<void>
  /** Ends a share; whether there was one. Needs what `shareBlock` does. */
  unshareBlock(agent: string, label: string, grantee: string | Scope, options?: CallerOptions): Promise<boolean>
  /** With whom a block is shared. */
  listShares(agent: string, label: string): Promise<readonly ShareInfo[]>

  /** Needs `overwrite`, as `setBlockType` does. */
  setBlockPinned(agent: string, label: string, pinned: boolean, options?: CallerOptions): Promise<void>
  setBlockType(agent: string, label: string, type: BlockType, options?: CallerOptions): Promise<void>
  /**
   * Gives a block another schema, in which all that it says has a place: a field of the same name and type, and so on. Needs
   * `delete`: `Admin`, for an agent, and no agent can take away or give a read-only mark.
   *
   * @throws LamellaError `BLOCK_SCHEMA_LOSES` that names what would be lost, and changes nothing
   */
  updateBlockSchema(agent: string, label: string, schema: BlockSchema, options?: CallerOptions): Promise<void>

  /**
   * Saves everything, and gives back the memory; documents of it cannot be used any more. The stores stay open.
   *
   * @throws LamellaError `BLOCK_UNSAVED` where that failed: nothing is lost and it is open still, so that it can be tried again
   */
  close(): Promise<void>
}
