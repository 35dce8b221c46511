import { errorsOf, type MakeError } from '@lamella/core/plugin'

/** What each error of this package tells beside its message. */
export interface AssemblerErrorDetails {
  /** A session cannot be compacted: its store keeps no summaries, or nobody can write one. */
  COMPACTION_UNSUPPORTED: { readonly missing: 'store' | 'summarize' }
  /** Something that the assembler works with threw. */
  DEPENDENCY_FAILED: { readonly dependency: string; readonly method: string }
  /** A dependency returned a value that violates its contract. */
  DEPENDENCY_INVALID: { readonly dependency: string; readonly method: string; readonly problem: string }
  /** No layer of parameters names a model. */
  MODEL_REQUIRED: object
  /** A parameter of a model is out of its range. `layer` says who gave it. */
  PARAMETER_INVALID: {
    readonly parameter: string
    readonly layer: 'system' | 'agent' | 'session' | 'request'
  }
  /** Exact counts were asked for, and the package that counts is not installed. */
  TOKENIZER_MISSING: { readonly package: string }
}

/** Makes an error of this package. */
export const assemblerError: MakeError<AssemblerErrorDetails> = errorsOf<AssemblerErrorDetails>()
