import type { Reporter, TestModule } from 'vitest/node'

/** How a test file says why it skips tests, such as `skipped: there is no Chromium`. */
const prefix = 'skipped: '

/** Tells in one line at the end how many tests were skipped, and why. */
export class SkippedReporter implements Reporter {
  readonly #reasons = new Set<string>()

  /** Takes the reasons out of what tests print: whether there was nothing else. */
  take(printed: string): boolean {
    const lines = printed.split('\n').filter((line) => line !== '')
    if (lines.length === 0 || !lines.every((line) => line.startsWith(prefix))) return false
    for (const line of lines) this.#reasons.add(line.slice(prefix.length))
    return true
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#reasons.size === 0) return
    const tests = modules.flatMap((one) => Array.from(one.children.allTests('skipped')))
    console.log(`\nSkipped, ${tests.length} tests: ${Array.from(this.#reasons).sort().join('; ')}.`)
  }
}
