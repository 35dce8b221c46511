import type { Consent } from '../permissions/consent.ts'
import type { MemoryPermission } from '../permissions/permission.ts'
import type { BlockSchema } from '../schema/block-schema.ts'
import type { Imported } from './bytes.ts'
import type { BlockContent, DocumentNotice } from './content.ts'
import type { ChangeTarget, DocumentListener } from './document-event.ts'
import type { DocumentOperations } from './operations-contract.ts'

/** Options of `createDocument`. */
export interface DocumentOptions<Schema extends BlockSchema = BlockSchema> {
  readonly schema: Schema
  /** The name of the block, which is part of a tag: 1 to 100 letters, digits and `_ - . : /`. */
  readonly label: string
  /** What agents may do. Default `ReadWrite`. */
  readonly permission?: MemoryPermission
  /** Shown to the model with the content. */
  readonly description?: string
  /** The agent that uses this document. Appears in events, consent requests and log entries. */
  readonly agent?: string
  /** The owner of a shared block, as the model sees it. */
  readonly sharedFrom?: string
  /** Requests consent from the partner or a human. Without it, only the system can write under `Partner` and `Human`. */
  readonly consent?: Consent
  /**
   * The identity of this replica, a whole number from 0 to 2^64 - 2. Two replicas must never share one, so set it in tests only.
   * Default: a random one.
   */
  readonly peer?: bigint | string
}

/** Options of `loadDocument`. */
export interface LoadOptions<Schema extends BlockSchema = BlockSchema> extends DocumentOptions<Schema> {
  /** From `exportSnapshot`. */
  readonly snapshot?: Uint8Array
  /** From `exportUpdates`, in any order. */
  readonly updates?: readonly Uint8Array[]
}

/** Options of `commit`. */
export interface CommitOptions {
  /** The time of the commit, in whole seconds. Documents read no clock, so without this a commit has no time. */
  readonly at?: Date
}

/** Options of `import`. */
export interface ImportOptions {
  /** Whether the caller is the program itself, not an agent. Default false. */
  readonly system?: boolean
}

/** The members of every document, whatever its schema. */
interface DocumentBase<Schema extends BlockSchema = BlockSchema> {
  readonly schema: Schema
  readonly label: string
  readonly permission: MemoryPermission
  readonly description: string | undefined
  readonly agent: string | undefined
  readonly sharedFrom: string | undefined
  /** The content as plain values. */
  content(): BlockContent
  /** The content as the model reads it, without the tag. */
  render(): string
  /** Everything in the document that does not match its schema, and whether updates are missing. */
  notices(): readonly DocumentNotice[]
  /**
   * Returns the same document for the program itself, which permissions and read-only marks do not restrict. This is
   * the only way to act as the system: no argument of an operation is an option, because a model may have written the
   * arguments.
   */
  asSystem(): StructuredDocument<Schema>
  /** Ends a change and calls the listeners. Exports and imports also commit. */
  commit(options?: CommitOptions): void
  /**
   * Calls the listener for every change, or for the changes of a section or field. The returned function removes the
   * listener.
   *
   * @throws LamellaError `BLOCK_TARGET_UNKNOWN`
   */
  subscribe(listener: DocumentListener, target?: ChangeTarget): () => void
  /** Exports the whole document, including its history. */
  exportSnapshot(): Uint8Array
  /**
   * Exports everything new since a version, or `undefined`. Without a version, exports everything. @throws LamellaError
   * `BLOCK_BYTES_INVALID`
   */
  exportUpdates(since?: Uint8Array): Uint8Array | undefined
  /** Returns the version of this replica, for `exportUpdates` of any document of the block. */
  version(): Uint8Array
  /**
   * Merges snapshots and updates of other replicas. Permissions do not restrict their content, so only the system can
   * call it.
   *
   * @throws LamellaError `BLOCK_FORBIDDEN` without `system`, `BLOCK_BYTES_INVALID`
   */
  import(bytes: Uint8Array | readonly Uint8Array[], options: ImportOptions): Imported
  /** Frees the memory earlier than the garbage collector would. Every later call throws `BLOCK_CLOSED`. */
  close(): void
}

/**
 * A memory block: a document that several programs can edit at the same time and that merges. It has the operations of
 * its schema, each restricted by the block's permission. If the compiler does not know the schema, it has all
 * operations; those that do not fit throw `BLOCK_OPERATION_UNFIT`.
 *
 * An operation that throws (`BLOCK_FORBIDDEN`, `BLOCK_CONSENT_NEEDED`, `BLOCK_TARGET_UNKNOWN`, `BLOCK_VALUE_INVALID`) changes
 * nothing.
 */
export type StructuredDocument<Schema extends BlockSchema = BlockSchema> = DocumentBase<Schema> &
  DocumentOperations<Schema>
