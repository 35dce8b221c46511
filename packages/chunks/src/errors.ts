import { errorsOf, type MakeError } from '@lamella/core/plugin'

/** What each error of this package tells beside its message. */
export interface ChunkErrorDetails {
  /** A chunk is not what its type says, or cannot be written. */
  CHUNK_INVALID: { readonly chunk: string; readonly problem: string }
  /** A state has no usable list of chunks. */
  STATE_INVALID: { readonly problem: string }
}

export const chunkError: MakeError<ChunkErrorDetails> = errorsOf<ChunkErrorDetails>()
