import type { Notice } from '@lamella/core'
import { notice } from '../notices.ts'
import type { OpenedSession } from './open-session.ts'
import type { Piece } from './pieces.ts'
import type { SessionPlace } from './places.ts'

/** Notes damaged pieces of a file, and tells stretches of them that lie together as one. */
export interface DamageLog {
  /** The next piece, in the one direction or in the other. */
  see(piece: Piece): void
  /** What was damaged, in the order of the file. */
  notices(): readonly Notice[]
}

interface Stretch {
  start: number
  end: number
  /** Position behind the last message before it, and of the first behind it, where they are known. */
  from: number | undefined
  to: number | undefined
}

/** Stretches that are told one by one; the others are counted. */
const maxTold = 20

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

  /** A record beside a stretch tells which messages are missing in it. */
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
      const told = sorted.slice(0, maxTold).map((stretch) => damageNotice(place, stretch))
      const more = sorted.length - told.length
      if (more === 0) return told
      const what = `${more} more stretches of the file cannot be read.`
      return [...told, notice('SESSION_RECORD_DAMAGED', [what, restore], place.shown, { more })]
    },
  }
}

const restore = 'Restore them from a copy.'

function damageNotice(place: SessionPlace, { start, end, from, to }: Stretch): Notice {
  const what = `Bytes ${start} to ${end} of the session's file are damaged: ${lost(from, to)}`
  return notice('SESSION_RECORD_DAMAGED', [`${what} Everything else was read.`, restore], `${place.shown}:${start}`, {
    start,
    end,
  })
}

function lost(from: number | undefined, to: number | undefined): string {
  if (from === undefined) return to === undefined ? 'what they said is not known.' : `what they said is lost.`
  if (to === undefined) return `messages from position ${from} on are lost.`
  if (to === from) return 'no message is lost.'
  return to === from + 1 ? `the message at position ${from} is lost.` : `messages ${from} to ${to - 1} are lost.`
}

/** What a file's end says of an append that was never finished; nothing while somebody is writing. */
export function tornNotices({ tail, writing }: OpenedSession, place: SessionPlace): readonly Notice[] {
  const bytes = tail.size - tail.end
  return bytes === 0 || writing ? [] : [tornNotice(place, bytes)]
}

/**
 * The notice for bytes of an append that was never finished.
 *
 * @param movedTo The file that they were moved to. Without it, the next append moves them.
 */
export function tornNotice(place: SessionPlace, bytes: number, movedTo?: string): Notice {
  const cause = `The last ${bytes} bytes of the session's file belong to an append that was never finished`
  if (movedTo === undefined) {
    const what = `${cause}, and are left out. The next append moves them to another file.`
    return notice('SESSION_TAIL_TORN', [what], place.shown, { bytes })
  }
  return notice('SESSION_TAIL_TORN', [`${cause}. They were moved to ${movedTo}.`], place.shown, {
    bytes,
    file: movedTo,
  })
}
