import { type ConformanceError, isConformanceError } from './conformance-error.ts'
import type { ConformanceCase } from './rule.ts'

/** How a suite went. */
export interface SuiteResult {
  /** Codes of the cases that passed, in order. */
  readonly passed: readonly string[]
  readonly failed: readonly FailedCase[]
}

/** A case that failed, and why. */
export interface FailedCase {
  readonly code: string
  readonly name: string
  readonly error: ConformanceError
}

/**
 * Runs the cases one after the other, without a test runner. A case that fails does not end the run.
 *
 * @throws whatever a case of your own throws that is not a `ConformanceError`.
 * @example
 * const { passed, failed } = await runSuite(tokenizerSuite(() => charTokenizer))
 * for (const { error } of failed) console.error(error.message)
 * console.log(`${passed.length} passed, ${failed.length} failed`)
 */
export async function runSuite(cases: readonly ConformanceCase[]): Promise<SuiteResult> {
  const passed: string[] = []
  const failed: FailedCase[] = []
  for (const { code, name, run } of cases) {
    try {
      await run()
      passed.push(code)
    } catch (error) {
      if (!isConformanceError(error)) throw error
      failed.push({ code, name, error })
    }
  }
  return { passed, failed }
}
