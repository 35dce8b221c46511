import { sessionExists } from '@lamella/core/store'
import { appending, openIfThere, replaceFile } from '../disk/durable.ts'
import { invalidValue } from '../errors.ts'
import { readCompactions } from './compactions.ts'
import { createOutput, writeCopied } from './copied-session.ts'
import type { OpenedSession } from './open-session.ts'
import { piecesForward } from './pieces.ts'
import type { SessionPlace } from './places.ts'
import { moveTorn, type RepairOptions } from './repair.ts'
import { damaged, inspect } from './session-file.ts'

/**
 * Writes a new session of the messages before `at`, and of the compactions that lie before it. It is there as a whole or not
 * at all. The lock of `into` must be held.
 *
 * @throws LamellaError `SESSION_DAMAGED` when one of those messages cannot be read
 */
export async function forkSession(
  place: SessionPlace,
  session: OpenedSession,
  into: SessionPlace,
  at: number,
  sync: boolean,
): Promise<void> {
  const { compactions } = await readCompactions(place, session)
  await replaceFile(into.path, sync, async (file) => {
    const out = createOutput(file)
    await writeCopied(out, into, {
      forkedFrom: { session: place.id, at },
      messages: messagesBefore(place, session, at),
      compactions: compactions.filter(({ end }) => end <= at),
    })
    await out.flush()
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
  if (next < at) throw damaged(place, 'has damaged messages among those to be forked', 'Fork it before them.')
}

/**
 * How many messages a fork has.
 *
 * @throws LamellaError `STORE_VALUE_INVALID`
 */
export function forkLength(at: number | undefined, length: number): number {
  if (at === undefined) return length
  if (Number.isSafeInteger(at) && at >= 0 && at <= length) return at
  throw invalidValue('at', `is no whole number from 0 to ${length}, the messages of the session`, 'Fork it inside.')
}

/**
 * Makes sure that a place has no session. What an append left there that was never finished is moved aside.
 *
 * @throws LamellaError `SESSION_EXISTS`
 */
export async function mustBeFree(place: SessionPlace, options: RepairOptions): Promise<void> {
  const file = await openIfThere(place.path, appending)
  if (!file) return
  try {
    const { tail } = await inspect(file)
    if (tail.seq > 0) throw sessionExists(place.id)
    if (tail.size > 0) await moveTorn(place, file, tail, options)
  } finally {
    await file.close()
  }
}
