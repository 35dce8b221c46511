import type { Notice } from '@lamella/core'
import { openIfThere } from '../disk/durable.ts'
import { notice } from '../notices.ts'
import { createDamageLog, tornNotices } from './damage.ts'
import type { SessionWithRun } from './open-with-run.ts'
import { piecesForward } from './pieces.ts'
import type { SessionPlace } from './places.ts'
import type { SessionRecord } from './record.ts'
import { checkHeader } from './session-file.ts'

/** Checks a whole file and reports losses and data moved to another file. */
export async function verifySession(place: SessionPlace, session: SessionWithRun): Promise<readonly Notice[]> {
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
    if (isIntact && !follows(before, record)) gaps.push(gapNotice(place, piece.start))
    before = record
    isIntact = true
  }
  checkHeader(place, header, tail)
  return [
    ...log.notices(),
    ...gaps,
    ...runNotices(place, session),
    ...tornNotices(session, place),
    ...(await tornFileNotices(place)),
  ]
}

/** Checks that nothing is missing between a record and the previous one. */
export function follows(before: SessionRecord | undefined, { seq, pos, before: size }: SessionRecord): boolean {
  if (before === undefined) return seq === 0
  const next = before.pos + (before.message ? 1 : 0)
  return seq === before.seq + 1 && pos === next && size === before.before + before.size
}

function gapNotice({ shown }: SessionPlace, at: number): Notice {
  const what = `Records are missing before byte ${at} of the session's file, or do not belong there.`
  return notice('SESSION_RECORD_DAMAGED', [what, 'Restore them from a copy.'], `${shown}:${at}`, { start: at })
}

function runNotices({ shown }: SessionPlace, { isRunLost, tail }: SessionWithRun): readonly Notice[] {
  if (!isRunLost) return []
  const what = `The state of the run that the session's file names cannot be read. No message is lost.`
  const fix = 'Write a new one with `writeRun()`, or restore the file from a copy.'
  return [notice('SESSION_RECORD_DAMAGED', [what, fix], shown, { start: tail.lastAt })]
}

async function tornFileNotices({ tornPath, shown }: SessionPlace): Promise<readonly Notice[]> {
  const file = await openIfThere(tornPath, 'r')
  if (!file) return []
  await file.close()
  const what = `'${tornPath}' holds bytes of incomplete appends.`
  return [notice('SESSION_TAIL_TORN', [what, 'Delete the file if you do not need it.'], shown, { file: tornPath })]
}
