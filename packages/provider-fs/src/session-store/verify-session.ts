import type { Notice } from '@lamella/core'
import { openIfThere } from '../disk/durable.ts'
import { notice } from '../notices.ts'
import { createDamageLog, restore, tornNotices } from './damage.ts'
import type { OpenedSession } from './open-session.ts'
import { piecesForward } from './pieces.ts'
import type { SessionPlace } from './places.ts'
import type { SessionRecord } from './record.ts'
import { readRunFile } from './run-file.ts'
import { checkHeader } from './session-file.ts'

/** Checks a whole file and reports losses and data moved to another file. */
export async function verifySession(place: SessionPlace, session: OpenedSession): Promise<readonly Notice[]> {
  const { window, tail } = session
  const log = createDamageLog(place)
  const gaps: Notice[] = []
  let before: SessionRecord | undefined
  let header: SessionRecord['header']
  let isIntact = true
  for await (const piece of piecesForward(window, 0, tail.end)) {
    log.see(piece)
    const { record } = piece
    if (!record) {
      isIntact = false
      continue
    }
    header ??= record.header
    // Between two adjacent undamaged records, nothing may be missing.
    if (isIntact && !follows(before, record)) {
      const what = `Records are missing before byte ${piece.start} of the session's file, or do not belong there.`
      const details = { start: piece.start }
      gaps.push(notice('SESSION_RECORD_DAMAGED', [what, restore], `${place.shown}:${piece.start}`, details))
    }
    before = record
    isIntact = true
  }
  checkHeader(place, header, tail)
  return [
    ...log.notices(),
    ...gaps,
    ...tornNotices(session, place),
    ...(await tornFileNotices(place)),
    ...(await verifyRun(place, tail.seq > 0)),
  ]
}

/** Checks that nothing is missing between a record and the previous one. */
export function follows(before: SessionRecord | undefined, { seq, pos, before: size }: SessionRecord): boolean {
  if (before === undefined) return seq === 0
  const next = before.pos + (before.message ? 1 : 0)
  return seq === before.seq + 1 && pos === next && size === before.before + before.size
}

async function tornFileNotices({ tornPath, shown }: SessionPlace): Promise<readonly Notice[]> {
  const file = await openIfThere(tornPath, 'r')
  if (!file) return []
  await file.close()
  const what = `'${tornPath}' holds bytes of incomplete appends.`
  return [notice('SESSION_TAIL_TORN', [what, 'Delete the file if you do not need it.'], shown, { file: tornPath })]
}

/** Reports a state of a run that is damaged, or whose session is missing. */
export async function verifyRun(place: SessionPlace, isSession: boolean): Promise<readonly Notice[]> {
  const notices: Notice[] = []
  const found = await readRunFile(place, (one) => notices.push(one))
  if (!found || isSession) return notices
  const { runPath, shown } = place
  const what = `The file '${runPath}' has the state of a run, but its session is missing.`
  return [notice('SESSION_RUN_DAMAGED', [what, 'Delete the session to remove it.'], shown, { file: runPath })]
}
