import type { ExportedRun } from '@lamella/core/store'
import type { Locks } from '../lock/locks.ts'
import { type OpenedSession, openSession } from './open-session.ts'
import type { SessionPlace } from './places.ts'
import { readRunFile } from './run-file.ts'
import { damaged } from './session-file.ts'

/** A session file that is open for reading, and its run at the same revision. */
export interface SessionWithRun extends OpenedSession {
  /** `undefined` if there is none. */
  readonly run: ExportedRun | undefined
  /** Whether there is one that cannot be read. */
  readonly isRunLost: boolean
}

/**
 * Opens a session together with its run, without a lock. A writer may replace the run in between: the session is then
 * opened again. The caller closes the file.
 */
export async function openWithRun(place: SessionPlace, locks: Locks): Promise<SessionWithRun | undefined> {
  let missing: string | undefined
  for (;;) {
    const session = await openSession(place, locks)
    if (!session) return undefined
    try {
      const { run } = session.tail
      if (!run) return { ...session, run, isRunLost: false }
      const text = await readRunFile(place, run)
      if (text !== undefined) return { ...session, run: { text, revision: run.revision }, isRunLost: false }
      const wanted = `${run.revision} ${run.sum}`
      // Nobody has replaced it since.
      if (missing === wanted) return { ...session, run: undefined, isRunLost: true }
      missing = wanted
    } catch (error) {
      await session.file.close()
      throw error
    }
    await session.file.close()
  }
}

/**
 * Runs a task with a session and its run; `undefined` when the session does not exist.
 *
 * @throws LamellaError `SESSION_DAMAGED` when the run cannot be read
 */
export async function readingWithRun<Result>(
  place: SessionPlace,
  locks: Locks,
  task: (session: SessionWithRun) => Promise<Result>,
): Promise<Result | undefined> {
  const session = await openWithRun(place, locks)
  if (!session) return undefined
  try {
    if (session.tail.seq === 0) return undefined
    mustHaveRun(place, session)
    return await task(session)
  } finally {
    await session.file.close()
  }
}

/** @throws LamellaError `SESSION_DAMAGED` */
export function mustHaveRun(place: SessionPlace, { isRunLost }: SessionWithRun): void {
  if (isRunLost) throw damaged(place, 'names a run that cannot be read', 'Write a new one with `writeRun()`.')
}
