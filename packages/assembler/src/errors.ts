import { LamellaError } from '@lamella/core'
import { errorsOf, type MakeError } from '@lamella/core/plugin'

/** The details of each error of this package. */
export interface AssemblerErrorDetails {
  /** A dependency of the assembler threw. */
  DEPENDENCY_FAILED: { readonly dependency: string; readonly method: string }
  /** A dependency returned a value that violates its contract. */
  DEPENDENCY_INVALID: { readonly dependency: string; readonly method: string; readonly problem: string }
  /** No parameter layer names a model. */
  MODEL_REQUIRED: object
  /** A model parameter is out of range. `layer` names its source. */
  PARAMETER_INVALID: {
    readonly parameter: string
    readonly layer: 'system' | 'agent' | 'session' | 'request'
  }
  /** Exact counts were requested, but the package that counts is not installed. */
  TOKENIZER_MISSING: { readonly package: string }
  /** A folder is to be read by a program that was bundled for a browser. */
  WORKSPACE_UNSUPPORTED: { readonly folder: string }
}

/** Creates an error of this package. */
export const assemblerError: MakeError<AssemblerErrorDetails> = errorsOf<AssemblerErrorDetails>()

/** @param problem The end of a sentence about the option of `what`. */
export function optionInvalid(
  what: string,
  option: string,
  problem: string,
  fix: string,
): LamellaError<'OPTION_INVALID'> {
  const details = { what, option }
  return new LamellaError({ code: 'OPTION_INVALID', what: `${what}: '${option}' ${problem}.`, fix, details })
}
