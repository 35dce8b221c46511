import { isLamellaError, LamellaError } from '@lamella/core'

/** The details of a failed case, in addition to its message. */
export interface ConformanceDetails {
  /** The case that failed, such as `TOKENIZER_EMPTY`. */
  readonly rule: string
  readonly expected: string
  readonly seen: string
  /** The line of the contract that is broken: its place and its text. */
  readonly contract: ContractLine
}

/** The place of a line of the contract (`Tokenizer.count`), and its text, word for word. */
export type ContractLine = readonly [where: string, says: string]

/** The error that a failed case throws. Detect it with `isConformanceError`. */
export type ConformanceError = LamellaError<'CONFORMANCE_FAILED'> & { readonly details: ConformanceDetails }

/**
 * Returns whether a thrown value is a failed case rather than a mistake in the test around it.
 *
 * @example
 * try {
 *   await tokenizerSuite(() => charTokenizer)[0]?.run()
 * } catch (error) {
 *   if (isConformanceError(error)) console.log(error.details.rule, error.details.seen)
 *   else throw error
 * }
 */
export function isConformanceError(value: unknown): value is ConformanceError {
  return isLamellaError(value, 'CONFORMANCE_FAILED')
}

/** Handles the rejection of a promise: passes over an error of the subject, but not a case that has failed. */
export function ignored(error: unknown): undefined {
  if (isConformanceError(error)) throw error
  return undefined
}

/** Creates the error of one failed case: what was expected, what was seen, and which line of the contract it breaks. */
export function conformanceError(
  rule: string,
  contract: ContractLine,
  found: { readonly expected: string; readonly seen: string; readonly cause?: unknown },
): ConformanceError {
  const { expected, seen, cause } = found
  const details: ConformanceDetails = { rule, expected, seen, contract }
  return new LamellaError({
    code: 'CONFORMANCE_FAILED',
    what: `${rule}: expected ${expected}, but saw ${seen}.`,
    fix: `The contract, ${contract[0]}: "${contract[1]}"`,
    details,
    cause,
  }) as ConformanceError
}
