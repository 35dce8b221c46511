import type { Consent } from '../permissions/consent.ts'
import type { MemoryPermission } from '../permissions/permission.ts'
import type { BlockSchema, CompositeSchema } from '../schema/block-schema.ts'
import type { IsAnySchema } from '../schema/infer.ts'
import type { Imported } from './bytes.ts'
import type { BlockContent, DocumentNotice } from './content.ts'
import type { ChangeTarget, DocumentListener } from './document-event.ts'
import type { AnyOperations, PartOperations, SectionOperations } from './operations-contract.ts'

/** What a document is made with. */
export interface DocumentOptions<Schema extends BlockSchema = BlockSchema> {
  readonly schema: Schema
  /** What the block is called: 1 to 100 letters, digits and `_ - . : /`, since it stands in a tag. */
  readonly label: string
  /** What agents may do. Default `ReadWrite`. */
  readonly permission?: MemoryPermission
  /** Told to the model with the content. */
  readonly description?: string
  /** The agent that uses this document: told in events, in consent requests, and in entries of logs. */
  readonly agent?: string
  /** The agent whose block it is, where it is another one's: told to the model. */
  readonly sharedFrom?: string
  /** Asks the partner or a human. Without it nothing can be written under `Partner` and `Human`, except by the system. */
  readonly consent?: Consent
  /**
   * The name of this replica, a whole number from 0 to 2^64 - 2. No two replicas may ever have the same one at the same time,
   * nor one that was lost with changes of its own: give one in tests only. Default: a random one of the CRDT library.
   */
  readonly peer?: bigint | string
}

/** What a document is loaded with. */
export interface LoadOptions<Schema extends BlockSchema = BlockSchema> extends DocumentOptions<Schema> {
  /** As `exportSnapshot` gave it. */
  readonly snapshot?: Uint8Array
  /** As `exportUpdates` gave them, in whatever order. */
  readonly updates?: readonly Uint8Array[]
}

/** When something happened, as it is kept with a commit. */
export interface CommitOptions {
  /** Kept in whole seconds. Documents read no clock: without it a commit has no time. */
  readonly at?: Date
}

/** Who takes in the bytes of other replicas. */
export interface ImportOptions {
  /** The program itself, not an agent. Default false. */
  readonly system?: boolean
}

/** What all documents have, whatever their schema. */
export interface DocumentBase<Schema extends BlockSchema = BlockSchema> {
  readonly schema: Schema
  readonly label: string
  readonly permission: MemoryPermission
  readonly description: string | undefined
  readonly agent: string | undefined
  readonly sharedFrom: string | undefined
  /** What the block says, as plain values. */
  content(): BlockContent
  /** What the block says, as the model reads it, without the tag. */
  render(): string
  /** What in the document is not as its schema says, and updates that wait for others. */
  notices(): readonly DocumentNotice[]
  /**
   * The same document for the program itself, to which permissions and read-only marks do not apply. This is the only way to be
   * the system: no argument of an operation is ever taken for an option, since a model may have written the arguments.
   */
  asSystem(): StructuredDocument<Schema>
  /**
   * Does an operation after asking whoever has to be asked. What is done is what was asked about: arguments are copied first.
   *
   * @throws LamellaError `BLOCK_FORBIDDEN` also where consent is refused, `BLOCK_CONSENT_NEEDED` where there is nobody to ask
   * @example
   * await document.request('appendText', ' More text.')
   */
  request<Name extends OperationOf<Schema>>(
    operation: Name,
    ...args: ArgumentsOf<Schema, Name>
  ): Promise<ResultOf<Schema, Name>>
  /** Ends a change: listeners are told of it, and it is one for other replicas. Exports and imports do so, too. */
  commit(options?: CommitOptions): void
  /** Tells of every change from now on, until the returned function is called. */
  subscribe(listener: DocumentListener): () => void
  /** Tells of the changes of a section, of a field, or of a field of a section. @throws LamellaError `BLOCK_TARGET_UNKNOWN` */
  subscribeTo(target: ChangeTarget, listener: DocumentListener): () => void
  /** All of the document, its history included. */
  exportSnapshot(): Uint8Array
  /** What is new since a version, or `undefined` where nothing is. Without a version: all. @throws LamellaError `BLOCK_BYTES_INVALID` */
  exportUpdates(since?: Uint8Array): Uint8Array | undefined
  /** How far this replica is: for `exportUpdates` of this document and of others of the same block. */
  version(): Uint8Array
  /**
   * Takes in snapshots and updates of other replicas. It is for stores: nobody asks what an agent may do, so that only the
   * system can call it.
   *
   * @throws LamellaError `BLOCK_FORBIDDEN` without `system`, `BLOCK_BYTES_INVALID`
   */
  import(bytes: Uint8Array | readonly Uint8Array[], options: ImportOptions): Imported
  /** Gives back the memory, which is not the garbage collector's. After it every call throws `BLOCK_CLOSED`. Twice is once. */
  close(): void
}

/** The operations of a document, by its schema. */
export type DocumentOperations<Schema extends BlockSchema> =
  IsAnySchema<Schema> extends true
    ? AnyOperations & SectionOperations<CompositeSchema>
    : Schema extends CompositeSchema
      ? SectionOperations<Schema>
      : PartOperations<Schema>

/**
 * A memory block: a document that several programs edit at the same time and that merges, with the operations of its schema,
 * and with permissions that every operation of an agent is held to. Where nothing is known of its schema it has all operations,
 * and those that do not fit throw `BLOCK_OPERATION_UNFIT`.
 *
 * Operations throw `BLOCK_FORBIDDEN`, `BLOCK_CONSENT_NEEDED`, `BLOCK_TARGET_UNKNOWN`, `BLOCK_VALUE_INVALID`, and change nothing
 * then.
 */
export type StructuredDocument<Schema extends BlockSchema = BlockSchema> = DocumentBase<Schema> &
  DocumentOperations<Schema>

/** Operations of a document that `request` can do: those of its schema, by name. */
export type OperationOf<Schema extends BlockSchema> = Exclude<keyof DocumentOperations<Schema>, 'section'> & string

/** What an operation is called with. */
export type ArgumentsOf<Schema extends BlockSchema, Name> = Name extends keyof DocumentOperations<Schema>
  ? DocumentOperations<Schema>[Name] extends (...args: infer Args) => unknown
    ? Args
    : never
  : never

/** What an operation gives. */
export type ResultOf<Schema extends BlockSchema, Name> = Name extends keyof DocumentOperations<Schema>
  ? DocumentOperations<Schema>[Name] extends (...args: never) => infer Result
    ? Result
    : never
  : never
