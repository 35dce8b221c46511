import type { SessionStore, StoredRun } from '@lamella/store'
import { expect } from 'vitest'

/**
 * Checks the run of a session whose writer was killed, and returns it: the last state that was acknowledged, or the
 * next one if it was the last thing written; never part of one.
 *
 * @param lines What the writer has printed.
 * @param by Its name.
 * @param before The run before it began.
 * @param size The size of the text that it repeats.
 */
export async function runAfter(
  sessions: Required<Pick<SessionStore, 'runs'>>,
  lines: readonly string[],
  by: number,
  before: StoredRun | undefined,
  size: number,
): Promise<StoredRun | undefined> {
  const scope = { tenant: 'acme', user: 'ada' }
  const [, n, version] = (lines.findLast((line) => line.startsWith('run ')) ?? '').split(' ').map(Number)
  const runOf = (number: number): object => ({
    by: String(by),
    n: number,
    text: `${number} `.repeat((number % 4) * size),
  })
  const last = n === undefined ? before : { run: runOf(n), version }
  const stored = await sessions.runs.read(scope, 's')
  const isLast = stored?.version === last?.version
  if (isLast) expect(stored).toEqual(last)
  else expect(stored).toEqual({ run: runOf((n ?? -1) + 1), version: (last?.version ?? 0) + 1 })
  return stored
}
