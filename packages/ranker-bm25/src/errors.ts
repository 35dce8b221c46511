import { errorsOf, type MakeError } from '@lamella/core/plugin'

/** The details of each error of this package. */
export interface RankerErrorDetails {
  /** The bytes are not a saved index, or are truncated or changed. */
  INDEX_DAMAGED: { readonly problem: string }
  /** The index already has a document with that id. */
  INDEX_DOCUMENT_EXISTS: { readonly id: string }
  /** A document cannot be indexed. */
  INDEX_DOCUMENT_INVALID: { readonly key: string; readonly problem: string }
  /** The index has no document with that id. */
  INDEX_DOCUMENT_MISSING: { readonly id: string }
  /** The hit to explain is not from this index, or the index has changed since. */
  INDEX_HIT_UNKNOWN: object
  /** The index was saved with different options. */
  INDEX_OPTIONS_DIFFER: { readonly option: string }
  /** A tool cannot be indexed. */
  INDEX_TOOL_INVALID: { readonly key: string }
  /** The index was saved by an earlier release, in a version that is no longer read: create it anew. */
  INDEX_VERSION: { readonly version: number; readonly supported: number }
}

/** Codes of the errors that this package throws. */
export type RankerErrorCode = keyof RankerErrorDetails

/** Creates an error of this package. */
export const rankerError: MakeError<RankerErrorDetails> = errorsOf<RankerErrorDetails>()
