import { setImmediate as rest } from 'node:timers/promises'
import type { SessionInfo } from '@lamella/store'
import { type Carried, readCarriers } from './carrier.ts'
import type { Place } from './keys.ts'
import type { Settings } from './options.ts'

/** What is read at once, so that a long session does not keep the program from other work. */
const atOnce = { messages: 1_000, size: 1_000_000 } as const

/** A transcript, or the end of one. */
export interface Transcript extends Pick<SessionInfo, 'revision' | 'length' | 'updatedAt'> {
  /** What could be read, oldest first. */
  readonly carried: readonly Carried[]
}

/** Reads a transcript from a position to its end, as it is when the call begins. */
export async function readTranscript(settings: Settings, place: Place, from = 0): Promise<Transcript> {
  const { sessions, onNotice } = settings
  const { scope, session } = place
  const info = (await sessions.info(scope, session)) ?? { revision: 0, length: 0 }
  const pages: (readonly Carried[])[] = []
  for (let end = info.length; end > from; ) {
    const messages = Math.min(atOnce.messages, end - from)
    const page = await sessions.page(scope, session, { before: end, messages, size: atOnce.size })
    // A session only grows, so this is another one of the same name.
    if (page.revision < info.revision) return await readTranscript(settings, place, from)
    pages.push(readCarriers(page.messages.filter(({ position }) => position >= from)))
    page.notices.forEach(onNotice)
    // A page with nothing in it would never end.
    end = Math.min(page.start, end - 1)
    await rest()
  }
  return { ...info, carried: pages.reverse().flat() }
}
