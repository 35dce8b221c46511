import type { SessionStore, StoredRun } from '@lamella/core/store'
import { expect } from 'vitest'

/**
 * Checks the run of a session whose writer was killed, and returns it: the last state that was acknowledged, or the
 * next one if it was the last thing written; never part of one, and at the session's revision of that time.
 *
 * @param lines What the writer has printed.
 * @param by Its name.
 * @param before The run before it began.
 * @param size The size of the text that it repeats.
 */
export async function runAfter(
  sessions: Required<Pick<SessionStore, 'info' | 'readRun'>>,
  lines: readonly string[],
  by: number,
  before: StoredRun | undefined,
  size: number,
): Promise<StoredRun | undefined> {
  const scope = { tenant: 'acme', user: 'ada' }
  const [, n, revision] = (lines.findLast((line) => line.startsWith('run ')) ?? '').split(' ').map(Number)
  const runOf = (number: number): object => ({
    by: String(by),
    n: number,
    text: `${number} `.repeat((number % 4) * size),
  })
  const last = n === undefined ? before : { run: runOf(n), revision }
  const stored = await sessions.readRun(scope, 's')
  const isLast = stored?.revision === last?.revision
  if (isLast) expect(stored).toEqual(last)
  else {
    const current = (await sessions.info(scope, 's'))?.revision
    expect(stored).toEqual({ run: runOf((n ?? -1) + 1), revision: current })
  }
  return stored
}
