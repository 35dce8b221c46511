import type { Message, Notice, Scope } from '@lamella/core'
import { throwIfAborted } from '@lamella/core/plugin'
import { withoutReservedMarks } from '../check/marks.ts'
import { sessionConflict } from '../check/store-errors.ts'
import type { SessionStore } from '../contract/session-store.ts'
import type { SessionPage } from '../contract/session-values.ts'

/** Reads ranges of one session, and caches the sizes before the messages it has read. */
export interface RangeReader {
  /** The revision of the whole session. */
  readonly size: number
  /** Returns every position of a range, from `start` to `end`. */
  read(start: number, end: number, signal: AbortSignal): Promise<readonly Message[]>
  /** Reads enough to know the size before a position. */
  learnSize(position: number, signal: AbortSignal): Promise<void>
  sizeBefore(position: number): number | undefined
  notices(): readonly Notice[]
}

/** Creates a placeholder for a message that the store can no longer read. */
const lostMessage = (): Message => ({
  role: 'assistant',
  content: '[The message that stood here could not be read.]',
  providerOptions: { lamella: { lost: true } },
})

/** @param end The last page of the session. Its messages are returned once without reading the store again. */
export function createRangeReader(store: SessionStore, scope: Scope, id: string, end: SessionPage): RangeReader {
  const newest = end.messages.at(-1)
  const size = newest === undefined ? 0 : newest.sizeBefore + JSON.stringify(newest.message).length
  const held = new Map(end.messages.map(({ position, message }) => [position, withoutReservedMarks(message)]))
  const sizes = new Map([[0, 0]])
  for (const { position, sizeBefore } of end.messages) sizes.set(position, sizeBefore)
  const lost = new Set<number>()
  const noted = new Map<string, Notice>()
  const note = (notices: readonly Notice[]): void => {
    // Every page repeats the notices about the session as a whole.
    for (const notice of notices) noted.set(JSON.stringify([notice.code, notice.what, notice.from]), notice)
  }
  note(end.notices)

  /**
   * Returns messages of the last page, if the whole range is still there. Callers may change them, so each is returned
   * only once.
   */
  const take = (start: number, stop: number): readonly Message[] | undefined => {
    const taken: Message[] = []
    for (let at = start; at < stop; at++) {
      const message = held.get(at)
      if (message === undefined) return undefined
      taken.push(message)
    }
    for (let at = start; at < stop; at++) held.delete(at)
    return taken
  }

  async function read(start: number, stop: number, signal: AbortSignal): Promise<readonly Message[]> {
    throwIfAborted(signal, 'Reading the session')
    if (newest && start === newest.position && stop === start + 1)
      return [structuredClone(withoutReservedMarks(newest.message))]
    const taken = take(start, stop)
    if (taken) return taken
    // A page, not a range, because a page also reports damage.
    const page = await store.page(scope, id, { before: stop, messages: stop - start })
    // A session only grows, so this is another session of the same name.
    if (page.revision < end.revision) throw sessionConflict(id, end.revision, page.revision)
    note(page.notices)
    const found: Message[] = []
    let at = start
    // If messages are lost, the size before them is that before the last existing one. It depends on the session alone,
    // since a page continues with messages before `start` instead.
    let known = 0
    const skipTo = (position: number): void => {
      for (; at < position; at++) {
        sizes.set(at, known)
        lost.add(at)
        found.push(lostMessage())
      }
    }
    for (const { position, message, sizeBefore } of page.messages) {
      skipTo(Math.min(position, stop))
      known = sizeBefore
      if (position !== at) continue
      sizes.set(at++, sizeBefore)
      found.push(withoutReservedMarks(message))
    }
    skipTo(stop)
    return found
  }

  return {
    size,
    read,
    learnSize: async (position, signal) => {
      if (!sizes.has(position)) await read(position, position + 1, signal)
    },
    sizeBefore: (position) => sizes.get(position),
    notices: () => (lost.size === 0 ? [...noted.values()] : [...noted.values(), lostNotice(id, lost.size)]),
  }
}

function lostNotice(session: string, count: number): Notice {
  return {
    code: 'SESSION_MESSAGE_LOST',
    what: `${count} messages cannot be read; a marker replaces each.`,
    fix: 'Verify the session, and restore it from a copy.',
    from: session,
  }
}
