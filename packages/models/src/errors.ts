import { errorsOf, type MakeError } from '@lamella/core/plugin'

/** The details of each error of this package. */
export interface ModelErrorDetails {
  /** A catalogue is not JSON, or is not in a supported format. */
  CATALOGUE_INVALID: { readonly problem: string }
  /** Two of your own models share a name. */
  MODEL_DUPLICATE: { readonly name: string; readonly models: readonly string[] }
  /** No model has this name. `near` lists up to three similar names, closest first. */
  MODEL_UNKNOWN: { readonly model: unknown; readonly known: readonly string[]; readonly near: readonly string[] }
  /** The window of a model is not known, and no option says it. */
  WINDOW_REQUIRED: { readonly model: string | undefined }
}

export const modelError: MakeError<ModelErrorDetails> = errorsOf<ModelErrorDetails>()

/** Formats a value for a message: short, and with everything but text escaped. */
export function shown(value: unknown): string {
  if (typeof value !== 'string') return value === null ? 'null' : typeof value
  // JSON writes lone surrogates and control characters as escapes, so that the message stays well-formed.
  return value.length > 80 ? `${JSON.stringify(value.slice(0, 80))}…` : JSON.stringify(value)
}
