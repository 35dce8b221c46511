import type { Notice } from '@lamella/core'
import type { Compaction } from '@lamella/store'
import { createDamageLog } from './damage.ts'
import type { OpenedSession } from './open-session.ts'
import { piecesForward, recordAt } from './pieces.ts'
import type { SessionPlace } from './places.ts'
import { toCompaction } from './plan-change.ts'

/** Reads the compactions of a session, oldest first, with notices about damage. */
export async function readCompactions(
  place: SessionPlace,
  session: OpenedSession,
): Promise<{ readonly compactions: readonly Compaction[]; readonly notices: readonly Notice[] }> {
  const chained = await fromChain(session)
  if (chained) return { compactions: chained, notices: [] }
  const log = createDamageLog(place)
  const compactions: Compaction[] = []
  for await (const piece of piecesForward(session.window, 0, session.tail.end)) {
    log.see(piece)
    const { record } = piece
    if (record?.compaction) compactions.push(toCompaction(record, record.compaction))
  }
  return { compactions, notices: log.notices() }
}

/**
 * Follows the chain: each record states the offset of the previous compaction. Returns `undefined` if the chain is
 * broken.
 */
async function fromChain({ window, tail }: OpenedSession): Promise<readonly Compaction[] | undefined> {
  // A compaction may have been among the damaged records at the end.
  if (tail.damaged > 0) return undefined
  const compactions: Compaction[] = []
  for (let at = tail.comp; at !== undefined; ) {
    const record = await recordAt(window, at, tail.end)
    if (!record?.compaction || (record.comp !== undefined && record.comp >= at)) return undefined
    compactions.push(toCompaction(record, record.compaction))
    at = record.comp
  }
  return compactions.reverse()
}
