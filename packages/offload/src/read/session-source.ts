import type { Message, Part } from '@lamella/core'
import type { SessionStore } from '@lamella/store'
import { isText } from '../aside/content.ts'
import { contentOfHead, type MarkedText } from '../aside/head-mark.ts'
import { type KeyReader, keyReader, type Place } from '../aside/session-key.ts'
import { type Source, sourceOfBlob } from './source.ts'
import { textOfPart } from './text-of-part.ts'

/** The handle of all messages of a session. */
export const wholeSession = 'session'

/** The messages that are read at a time. */
const step = 50

/**
 * Returns all messages of a session as one text, in order, each after a line with its handle: to search for what is in no
 * request any more. Heads are replaced by their contents.
 */
export function sessionSource(place: Place & { readonly sessions: Pick<SessionStore, 'read'> }): Source {
  const { sessions, scope, session } = place
  const key = keyReader(place)
  async function* parts(): AsyncIterable<string> {
    for (let start = 0; ; start += step) {
      const stored = await sessions.read(scope, session, start, start + step)
      for (const { position, message } of stored) {
        for (const { label, text } of textsOf(message)) {
          yield `[m${position}${label}]\n`
          const content = await contentSource(place, text, key)
          if (content) yield* content.parts()
          else yield text.text
          yield '\n'
        }
      }
      if (stored.length < step) return
    }
  }
  return { handle: wholeSession, size: Number.POSITIVE_INFINITY, unit: undefined, parts }
}

/** Returns the content of a head, if it is a text that is kept; otherwise `undefined`. */
export async function contentSource(place: Place, head: MarkedText, key: KeyReader): Promise<Source | undefined> {
  const id = await contentOfHead(head, key)
  const info = id === undefined ? undefined : await place.blobs.info(place.scope, place.session, id)
  return info && isText(info.mediaType) ? sourceOfBlob(place, info.id, info) : undefined
}

function textsOf(message: Message): readonly { readonly label: string; readonly text: MarkedText }[] {
  const { role, content } = message
  if (typeof content === 'string') return [{ label: ` ${role}`, text: textOfMessage(message, content) }]
  const parts = content as readonly Part[]
  return parts.flatMap((part, index) => {
    const text = textOfPart(part)
    if (text === undefined) return []
    const tool =
      part.type === 'tool-result' || part.type === 'tool-call' ? ` ${part.toolName.replace(/\s+/g, ' ')}` : ''
    return [{ label: `${parts.length > 1 ? `.${index + 1}` : ''} ${role}${tool}`, text }]
  })
}

/** The text of a message whose content is one, with the mark of a head. */
export function textOfMessage({ providerOptions: options }: Message, text: string): MarkedText {
  return { text, options }
}
