import type { ConformanceCase } from './rule.ts'

/** The two functions of a test runner: vitest's, jest's, mocha's and `node:test`'s fit. */
export interface Runner {
  readonly describe: (name: string, body: () => void) => unknown
  readonly it: (name: string, body: () => Promise<void>) => unknown
}

/**
 * Makes each case a test of the given runner, in one group.
 *
 * @example
 * import { describe, it } from 'node:test'
 * registerSuite({ describe, it }, 'charTokenizer', tokenizerSuite(() => charTokenizer))
 */
export function registerSuite(runner: Runner, name: string, cases: readonly ConformanceCase[]): void {
  runner.describe(name, () => {
    for (const { name: title, code, run } of cases) runner.it(`${title} (${code})`, run)
  })
}
