import { errorsOf, type MakeError } from '@lamella/core/plugin'
import type { StoreErrorDetails } from './store/errors.ts'

/** What each error of documents, schemas and permissions tells beside its message. */
interface DocumentErrorDetails {
  /** Bytes are no snapshot, no updates or no version of a document, or are damaged. */
  BLOCK_BYTES_INVALID: { readonly what: string; readonly problem: string }
  /** A document was used after it had been closed. */
  BLOCK_CLOSED: { readonly label: string }
  /** The partner or the human has to be asked first, which an operation that returns at once cannot do. */
  BLOCK_CONSENT_NEEDED: {
    readonly label: string
    readonly operation: string
    readonly access: string
    readonly permission: string
    readonly from: 'partner' | 'human'
  }
  /** The CRDT library failed. What is in the document may be incomplete: load it anew. */
  BLOCK_FAILED: { readonly label: string; readonly operation: string }
  /** An operation is not allowed. `needs` is the least permission that allows it, or `system`. */
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
  /** An operation is not one of the block's schema. */
  BLOCK_OPERATION_UNFIT: { readonly label: string; readonly operation: string; readonly type: string }
  /** A schema is not usable. `path` leads to what is wrong in it. */
  BLOCK_SCHEMA_INVALID: { readonly path: string; readonly problem: string }
  /** The schema has no field or section of that name. */
  BLOCK_TARGET_UNKNOWN: { readonly label: string; readonly target: string; readonly known: readonly string[] }
  /** A value is not what the schema says, or cannot be kept as it is. */
  BLOCK_VALUE_INVALID: { readonly what: string; readonly problem: string }
}

/** What each error that this package declares tells beside its message. */
export interface BlocksErrorDetails extends DocumentErrorDetails, StoreErrorDetails {}

/** Codes of the errors that this package declares. It throws some of the core's, too. */
export type BlocksErrorCode = keyof BlocksErrorDetails

/** Makes an error of a document, a schema or a permission. */
export const blockError: MakeError<DocumentErrorDetails> = errorsOf<DocumentErrorDetails>()
