import { errorsOf, type MakeError } from '@lamella/core/plugin'

/** The details of each error that this package declares. */
export interface BlocksErrorDetails {
  /** Bytes are damaged, or not a snapshot, update or version of a document. */
  BLOCK_BYTES_INVALID: { readonly what: string; readonly problem: string }
  /** A document was used after it was closed. */
  BLOCK_CLOSED: { readonly label: string }
  /** The operation returns at once, so it cannot wait for the required consent of the partner or a human. */
  BLOCK_CONSENT_NEEDED: {
    readonly label: string
    readonly operation: string
    readonly access: string
    readonly permission: string
    readonly from: 'partner' | 'human'
  }
  /** The CRDT library failed. The document in memory may be incomplete, so load it again. */
  BLOCK_FAILED: { readonly label: string; readonly operation: string }
  /** An operation is not allowed. `needs` is the lowest permission that allows it, or `system`. */
  BLOCK_FORBIDDEN: {
    readonly label: string
    readonly operation: string
    readonly access: string
    readonly permission: string
    readonly needs: string
    readonly reason: 'permission' | 'read-only' | 'refused'
  }
  /** A list has as many items as its schema allows. */
  BLOCK_FULL: { readonly label: string; readonly maxItems: number }
  /** A memory of blocks was used after it was closed. */
  BLOCK_MEMORY_CLOSED: object
  /** A stored block does not have the format that this package writes. */
  BLOCK_META_INVALID: { readonly label: string; readonly problem: string }
  /** An operation does not fit the schema of the block. */
  BLOCK_OPERATION_UNFIT: { readonly label: string; readonly operation: string; readonly type: string }
  /** A schema is invalid. `path` locates the problem. */
  BLOCK_SCHEMA_INVALID: { readonly path: string; readonly problem: string }
  /** A new schema has no place for some of a block's content. `lost` lists it, such as `fields.name`. */
  BLOCK_SCHEMA_LOSES: { readonly label: string; readonly lost: readonly string[] }
  /** The schema has no field or section of that name. */
  BLOCK_TARGET_UNKNOWN: {
    readonly label: string
    readonly kind: 'field' | 'section'
    readonly target: string
    readonly known: readonly string[]
  }
  /** A change was made, but the store refused it. The memory keeps it, and saves it with the next change of the block. */
  BLOCK_UNSAVED: { readonly labels: readonly string[] }
  /** The given stores do not support an operation. */
  BLOCK_UNSUPPORTED: { readonly operation: string }
  /** A value does not match the schema, or cannot be stored. */
  BLOCK_VALUE_INVALID: { readonly what: string; readonly problem: string }
}

/** The codes of the errors that this package declares. It also throws some core errors. */
export type BlocksErrorCode = keyof BlocksErrorDetails

export const blockError: MakeError<BlocksErrorDetails> = errorsOf<BlocksErrorDetails>()

/** Creates the error for an operation that needs another store. */
export function unsupported(operation: string, fix: string): Error {
  return blockError('BLOCK_UNSUPPORTED', `The given stores do not support ${operation}.`, fix, { operation })
}

/** Creates the error for changes that are only in memory. */
export function unsaved(labels: readonly string[], cause: unknown): Error {
  const names = labels.map((label) => `'${label}'`).join(', ')
  return blockError(
    'BLOCK_UNSAVED',
    `The store refused the changes of ${names}, which are kept in memory (see the cause).`,
    'Do not repeat the changes. Call persistBlock() later, or continue: the next change of the block saves them too.',
    { labels },
    cause,
  )
}
