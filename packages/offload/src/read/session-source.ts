import type { Message, Part } from '@lamella/core'
import type { SessionStore } from '@lamella/core/store'
import { isText } from '../aside/content.ts'
import type { Place } from '../aside/put-aside.ts'
import { handleIn } from '../heads/closing-line.ts'
import { type Source, sourceOfBlob } from './source.ts'
import { textOfPart } from './text-of-part.ts'

/** The handle of all messages of a session. */
export const wholeSession = 'session'

/** The messages that are read at a time. */
const step = 50

/**
 * Returns all messages of a session as one text, in order, each behind a line with its handle: to search for what is in no
 * request any more. Heads are replaced by their contents.
 */
export function sessionSource(place: Place & { readonly sessions: Pick<SessionStore, 'read'> }): Source {
  const { sessions, scope, session } = place
  async function* parts(): AsyncIterable<string> {
    for (let start = 0; ; start += step) {
      const stored = await sessions.read(scope, session, start, start + step)
      for (const { position, message } of stored) {
        for (const { label, text } of textsOf(message)) {
          yield `[m${position}${label}]\n`
          yield* contentParts(place, text)
          yield '\n'
        }
      }
      if (stored.length < step) return
    }
  }
  return { handle: wholeSession, size: Number.POSITIVE_INFINITY, unit: undefined, parts }
}

/** The parts of a content, if a text is its head; otherwise the text. */
async function* contentParts(place: Place, text: string): AsyncIterable<string> {
  const id = handleIn(text)
  const info = id === undefined ? undefined : await place.blobs.info(place.scope, place.session, id)
  if (info && isText(info.mediaType)) yield* sourceOfBlob(place, info.id, info).parts()
  else yield text
}

function textsOf({ role, content }: Message): readonly { readonly label: string; readonly text: string }[] {
  if (typeof content === 'string') return [{ label: ` ${role}`, text: content }]
  const parts = content as readonly Part[]
  return parts.flatMap((part, index) => {
    const text = textOfPart(part)
    if (text === undefined) return []
    const tool =
      part.type === 'tool-result' || part.type === 'tool-call' ? ` ${part.toolName.replace(/\s+/g, ' ')}` : ''
    return [{ label: `${parts.length > 1 ? `.${index + 1}` : ''} ${role}${tool}`, text }]
  })
}
