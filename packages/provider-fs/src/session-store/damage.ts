import type { Notice } from '@lamella/core'
import { known } from '../json.ts'
import { notice } from '../notices.ts'
import type { OpenedSession } from './open-session.ts'
import type { Piece } from './pieces.ts'
import type { SessionPlace } from './places.ts'

/** Collects damaged pieces of a file and reports adjacent ones as one section. */
export interface DamageLog {
  /** Processes the next piece, in either direction. */
  see(piece: Piece): void
  /** Notices about the damage, in file order. */
  notices(): readonly Notice[]
}

interface Stretch {
  start: number
  end: number
  /** Positions after the last message before the damage and of the first message after it, if known. */
  from: number | undefined
  to: number | undefined
}

/** The maximum number of sections to report individually; the others are counted. */
const maxListed = 20

export function createDamageLog(place: SessionPlace): DamageLog {
  const stretches: Stretch[] = []
  let open: Stretch | undefined
  let last: Piece | undefined

  function begin(piece: Piece): Stretch {
    const stretch = { start: piece.start, end: piece.end, from: undefined, to: undefined }
    stretches.push(stretch)
    if (last?.record) touch(stretch, last)
    return stretch
  }

  /** Derives the missing messages from a record next to the damage. */
  function touch(stretch: Stretch, { start, record }: Piece): void {
    if (!record) return
    if (start > stretch.start) stretch.to = record.pos
    else stretch.from = record.pos + (record.message ? 1 : 0)
  }

  return {
    see(piece) {
      if (piece.record === undefined) {
        open ??= begin(piece)
        open.start = Math.min(open.start, piece.start)
        open.end = Math.max(open.end, piece.end)
      } else if (open) {
        touch(open, piece)
        open = undefined
      }
      last = piece
    },
    notices() {
      const sorted = stretches.toSorted((a, b) => a.start - b.start)
      const listed = sorted.slice(0, maxListed).map((stretch) => damageNotice(place, stretch))
      const more = sorted.length - listed.length
      if (more === 0) return listed
      const what = `${more} more sections of the file cannot be read.`
      return [...listed, notice('SESSION_RECORD_DAMAGED', [what, restore], place.shown, { more })]
    },
  }
}

/** What to do about damage. */
export const restore = 'Restore them from a copy.'

function damageNotice(place: SessionPlace, { start, end, from, to }: Stretch): Notice {
  const what = `Bytes ${start} to ${end} of the session's file are damaged: ${lost(from, to)}`
  return notice('SESSION_RECORD_DAMAGED', [`${what} Everything else was read.`, restore], `${place.shown}:${start}`, {
    start,
    end,
  })
}

function lost(from: number | undefined, to: number | undefined): string {
  if (from === undefined) return to === undefined ? 'their content is unknown.' : `their content is lost.`
  if (to === undefined) return `messages from position ${from} on are lost.`
  if (to === from) return 'no message is lost.'
  return to === from + 1 ? `the message at position ${from} is lost.` : `messages ${from} to ${to - 1} are lost.`
}

/** Returns a notice about an incomplete append at the end of a file; none while another process is writing. */
export function tornNotices({ tail, writing }: OpenedSession, place: SessionPlace): readonly Notice[] {
  const bytes = tail.size - tail.end
  return bytes === 0 || writing ? [] : [tornNotice(place, bytes)]
}

/**
 * Creates the notice about bytes of an incomplete append.
 *
 * @param movedTo The file that the bytes were moved to. If absent, the next append moves them.
 */
export function tornNotice(place: SessionPlace, bytes: number, movedTo?: string): Notice {
  const cause = `The last ${bytes} bytes of the session's file belong to an incomplete append`
  const after =
    movedTo === undefined
      ? ' and are ignored. The next append moves them to another file.'
      : `. They were moved to ${movedTo}.`
  return notice('SESSION_TAIL_TORN', [cause + after], place.shown, known({ bytes, file: movedTo }))
}
