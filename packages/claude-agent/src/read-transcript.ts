import type { SessionInfo, StoredMessage } from '@lamella/store'
import type { Place } from './keys.ts'
import type { Settings } from './options.ts'

/** What is read at once, so that a long session does not keep the program from other work. */
const atOnce = { messages: 500, size: 1_000_000 } as const

/** A transcript, or the end of one. */
export interface Transcript extends Pick<SessionInfo, 'revision' | 'length'> {
  /** What could be read, oldest first. */
  readonly stored: readonly StoredMessage[]
}

/**
 * Reads a transcript from a position to its end, as it is when the call begins.
 *
 * @param since What the caller has read before: only later messages are read if the session still has that one.
 * @throws what the store throws
 */
export async function readTranscript(
  { sessions, onNotice }: Settings,
  { scope, session }: Place,
  since: Pick<SessionInfo, 'revision' | 'length'> = { revision: 0, length: 0 },
): Promise<Transcript & { readonly isNew: boolean }> {
  for (;;) {
    const { revision, length } = (await sessions.info(scope, session)) ?? { revision: 0, length: 0 }
    // A session only grows, so this is another one of the same name.
    const isNew = revision < since.revision || length < since.length
    const from = isNew ? 0 : since.length
    const pages: (readonly StoredMessage[])[] = []
    let end = length
    let isSame = true
    while (isSame && end > from) {
      const messages = Math.min(atOnce.messages, end - from)
      const page = await sessions.page(scope, session, { before: end, messages, size: atOnce.size })
      isSame = page.revision >= revision
      pages.push(page.messages)
      page.notices.forEach(onNotice)
      // A page with nothing in it would never end.
      end = Math.min(page.start, end - 1)
      await new Promise(setImmediate)
    }
    const stored = pages.reverse().flat()
    if (isSame) return { revision, length, isNew, stored: stored.filter(({ position }) => position >= from) }
  }
}
