import type { ConformanceCase, TestContext } from './rule.ts'

/** The functions of a test runner; those of vitest, jest, mocha and `node:test` fit. */
export interface Runner {
  readonly describe: (name: string, body: () => void) => unknown
  readonly it: (name: string, body: (context?: TestContext) => Promise<void>) => unknown
  /**
   * Receives one line for each case with nothing to check, in runners whose tests cannot skip themselves, such as jest.
   * There the test passes.
   */
  readonly skipped?: (line: string) => void
}

/**
 * Registers each case as a test of the given runner, in one group. A case with nothing to check becomes a skipped test
 * with the reason.
 *
 * @example
 * import { describe, it } from 'node:test'
 * registerSuite({ describe, it }, 'charTokenizer', tokenizerSuite(() => charTokenizer))
 */
export function registerSuite(runner: Runner, name: string, cases: readonly ConformanceCase[]): void {
  runner.describe(name, () => {
    for (const { name: title, code, run } of cases) {
      const skip = (reason: string): void => runner.skipped?.(`${name}: ${code} skipped: ${reason}`)
      runner.it(`${title} (${code})`, (...[context]) => run(typeof context?.skip === 'function' ? context : { skip }))
    }
  })
}
