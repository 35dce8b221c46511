import { errorsOf, type MakeError } from '@lamella/core/plugin'

/** What each error of this package tells beside its message. */
export interface ModelErrorDetails {
  /** A catalogue is not JSON, or is in neither of the formats that can be read. */
  CATALOGUE_INVALID: { readonly problem: string }
  /** Two of one's own models go by one name. */
  MODEL_DUPLICATE: { readonly name: string; readonly models: readonly string[] }
  /** No model goes by that name. `near` are names that it may have been meant to be, nearest first. */
  MODEL_UNKNOWN: { readonly model: unknown; readonly known: readonly string[]; readonly near: readonly string[] }
}

export const modelError: MakeError<ModelErrorDetails> = errorsOf<ModelErrorDetails>()

/** What a value looks like in a message: short, and with nothing in it that is not text. */
export function shown(value: unknown): string {
  if (typeof value !== 'string') return value === null ? 'null' : typeof value
  // JSON writes lone surrogates and control characters as escapes, so that the message stays well-formed.
  return value.length > 80 ? `${JSON.stringify(value.slice(0, 80))}…` : JSON.stringify(value)
}
