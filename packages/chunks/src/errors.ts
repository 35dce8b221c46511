import { errorsOf, type MakeError } from '@lamella/core/plugin'

/** The details of each error of this package. */
export interface ChunkErrorDetails {
  /** A chunk does not match its type, or cannot be written. */
  CHUNK_INVALID: { readonly chunk: string; readonly problem: string }
  /** A state has no usable list of chunks. */
  STATE_INVALID: { readonly problem: string }
}

export const chunkError: MakeError<ChunkErrorDetails> = errorsOf<ChunkErrorDetails>()
