import type { Notice } from '@lamella/core'
import type { Compaction } from '@lamella/core/store'
import { createDamageLog } from './damage.ts'
import type { OpenedSession } from './open-session.ts'
import { type Piece, piecesForward } from './pieces.ts'
import type { SessionPlace } from './places.ts'
import { toCompaction } from './plan-change.ts'

/** The compactions of a session, oldest first, and what could not be read. */
export async function readCompactions(
  place: SessionPlace,
  session: OpenedSession,
): Promise<{ readonly compactions: readonly Compaction[]; readonly notices: readonly Notice[] }> {
  return (await followed(session)) ?? searched(place, session)
}

/** By the chain: each record says where the last compaction before it is. `undefined` where the chain is broken. */
async function followed({
  window,
  tail,
}: OpenedSession): Promise<{ readonly compactions: readonly Compaction[]; readonly notices: [] } | undefined> {
  // Behind the last record that can be read there may have been one.
  if (tail.damaged > 0) return undefined
  const compactions: Compaction[] = []
  for (let at = tail.comp; at !== undefined; ) {
    const { record } = (await pieceAt({ window, tail }, at)) ?? {}
    if (!record?.compaction || (record.comp !== undefined && record.comp >= at)) return undefined
    compactions.push(toCompaction(record, record.compaction))
    at = record.comp
  }
  return { compactions: compactions.reverse(), notices: [] }
}

async function pieceAt(
  { window, tail }: Pick<OpenedSession, 'window' | 'tail'>,
  at: number,
): Promise<Piece | undefined> {
  for await (const piece of piecesForward(window, at, tail.end)) return piece
  return undefined
}

/** By going through the whole file. */
async function searched(
  place: SessionPlace,
  { window, tail }: OpenedSession,
): Promise<{ readonly compactions: readonly Compaction[]; readonly notices: readonly Notice[] }> {
  const log = createDamageLog(place)
  const compactions: Compaction[] = []
  for await (const piece of piecesForward(window, 0, tail.end)) {
    log.see(piece)
    const { record } = piece
    if (record?.compaction) compactions.push(toCompaction(record, record.compaction))
  }
  return { compactions, notices: log.notices() }
}
