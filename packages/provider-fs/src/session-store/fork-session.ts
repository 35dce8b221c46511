import type { FileHandle } from 'node:fs/promises'
import { sessionExists } from '@lamella/store'
import { appending, openIfThere, replaceFile } from '../disk/durable.ts'
import { copyRun } from './change-run.ts'
import { readCompactions } from './compactions.ts'
import { createOutput, writeCopied } from './copied-session.ts'
import type { OpenedSession } from './open-session.ts'
import { piecesForward } from './pieces.ts'
import type { SessionPlace } from './places.ts'
import { moveTorn, type RepairOptions } from './repair.ts'
import { damaged, inspect } from './session-file.ts'

/**
 * Writes a new session with the messages and compactions before `at`, and the state of the run. The write is atomic. The
 * lock of `into` must be held.
 *
 * @throws LamellaError `SESSION_DAMAGED` when one of those messages cannot be read
 */
export async function forkSession(
  place: SessionPlace,
  session: OpenedSession,
  into: SessionPlace,
  { at, ...writing }: RepairOptions & { readonly at: number },
): Promise<void> {
  const { compactions } = await readCompactions(place, session)
  const write = async (file: FileHandle): Promise<void> => {
    const out = createOutput(file)
    await writeCopied(out, into, {
      forkedFrom: { session: place.id, at },
      messages: messagesBefore(place, session, at),
      compactions: compactions.filter(({ end }) => end <= at),
    })
    await out.flush()
  }
  await replaceFile(into.path, writing.sync, write, async () => {
    await copyRun(place, into, writing)
    return true
  })
}

async function* messagesBefore(
  place: SessionPlace,
  { window, tail }: OpenedSession,
  at: number,
): AsyncGenerator<{ readonly text: string; readonly at: string | undefined }, void, undefined> {
  let next = 0
  for await (const { record } of at === 0 ? [] : piecesForward(window, 0, tail.end)) {
    if (!record?.message) continue
    if (record.pos !== next) break
    yield { text: JSON.stringify(record.message), at: record.at }
    if (++next === at) return
  }
  if (next < at) throw damaged(place, 'has damaged messages in the range to fork', 'Fork before the damage.')
}

/**
 * Checks that a place has no session. Remains of an incomplete append are moved to another file.
 *
 * @throws LamellaError `SESSION_EXISTS`
 */
export async function mustBeFree(place: SessionPlace, options: RepairOptions): Promise<void> {
  const file = await openIfThere(place.path, appending)
  if (!file) return
  try {
    const { tail } = await inspect(place, file)
    if (tail.seq > 0) throw sessionExists(place.id)
    if (tail.size > 0) await moveTorn(place, file, tail, options)
  } finally {
    await file.close()
  }
}
