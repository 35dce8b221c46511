import { errorsOf, type MakeError } from '@lamella/core/plugin'

/** What each error of this package tells beside its message. */
export interface RankerErrorDetails {
  /** Bytes of a saved index are cut short, changed, or none at all. */
  INDEX_DAMAGED: { readonly problem: string }
  /** A document of that id is in the index already. */
  INDEX_DOCUMENT_EXISTS: { readonly id: string }
  /** A document is not one that can be indexed. */
  INDEX_DOCUMENT_INVALID: { readonly key: string; readonly problem: string }
  /** There is no document of that id in the index. */
  INDEX_DOCUMENT_MISSING: { readonly id: string }
  /** What is to be explained was not found by this index, or the index has changed since. */
  INDEX_HIT_UNKNOWN: object
  /** An index was saved with other options than it is loaded with. */
  INDEX_OPTIONS_DIFFER: { readonly option: string }
  /** A saved index is of a version that this release does not read. */
  INDEX_VERSION: { readonly version: number; readonly supported: number }
}

/** Codes of the errors that this package throws. */
export type RankerErrorCode = keyof RankerErrorDetails

/** Makes an error of this package. */
export const rankerError: MakeError<RankerErrorDetails> = errorsOf<RankerErrorDetails>()
