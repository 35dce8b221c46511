import { type ConformanceError, isConformanceError } from './conformance-error.ts'
import type { ConformanceCase } from './rule.ts'

/** The result of a suite. */
export interface SuiteResult {
  /** Codes of the cases that passed, in order. */
  readonly passed: readonly string[]
  readonly failed: readonly FailedCase[]
  /** Cases with nothing to check. */
  readonly skipped: readonly SkippedCase[]
}

/** A failed case, with the reason. */
export interface FailedCase {
  readonly code: string
  readonly name: string
  readonly error: ConformanceError
}

/** A case with nothing to check, with the reason. */
export interface SkippedCase {
  readonly code: string
  readonly name: string
  /** For example `the store has no fork()`. */
  readonly reason: string
}

/**
 * Runs the cases one after the other, without a test runner. A failed case does not end the run.
 *
 * @throws any error of a custom case that is not a `ConformanceError`.
 * @example
 * const { passed, failed, skipped } = await runSuite(tokenizerSuite(() => charTokenizer))
 * for (const { error } of failed) console.error(error.message)
 * for (const { code, reason } of skipped) console.log(`${code} skipped: ${reason}`)
 * console.log(`${passed.length} passed, ${failed.length} failed`)
 */
export async function runSuite(cases: readonly ConformanceCase[]): Promise<SuiteResult> {
  const passed: string[] = []
  const failed: FailedCase[] = []
  const skipped: SkippedCase[] = []
  for (const { code, name, run } of cases) {
    const reasons: string[] = []
    try {
      await run({ skip: (reason) => reasons.push(reason) })
      const [reason] = reasons
      if (reason === undefined) passed.push(code)
      else skipped.push({ code, name, reason })
    } catch (error) {
      if (!isConformanceError(error)) throw error
      failed.push({ code, name, error })
    }
  }
  return { passed, failed, skipped }
}
