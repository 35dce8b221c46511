import type { Message, Part } from '@lamella/core'
import type { SessionStore } from '@lamella/store'
import { isText } from '../aside/content.ts'
import type { MarkedText } from '../aside/head-mark.ts'
import { keyReader, type Place } from '../aside/session-key.ts'
import { countOf } from '../heads/closing-line.ts'
import type { FindContent } from './find-content.ts'
import { contentSource, sessionSource, textOfMessage, wholeSession } from './session-source.ts'
import { type Source, sourceOfBlob, sourceOfText } from './source.ts'
import { textOfPart } from './text-of-part.ts'

/** Where handles are looked up. */
export interface ReadPlace extends Place {
  readonly sessions: Pick<SessionStore, 'read'>
  readonly findContent: FindContent
}

const blobForm = /^blob:[a-z2-7]{26}$/
const messageForm = /^m(\d{1,9})(?:\.(\d{1,4}))?$/

/** Returns what a handle stands for, or a sentence for the model. Only what belongs to the session is found. */
export async function resolveHandle(place: ReadPlace, given: string): Promise<Source | string> {
  const handle = given.trim()
  if (blobForm.test(handle)) {
    // Images and files have no handle: they are in their messages.
    const info = await place.findContent(place, handle)
    return info && isText(info.mediaType) ? sourceOfBlob(place, handle, info) : gone(handle)
  }
  if (handle === wholeSession) return sessionSource(place)
  const [, position, part] = messageForm.exec(handle) ?? []
  if (position === undefined) return unknown(given)
  const [stored] = await place.sessions.read(place.scope, place.session, Number(position), Number(position) + 1)
  if (stored === undefined || stored.position !== Number(position)) return unknown(given)
  return messageSource(place, handle, stored.message, part === undefined ? undefined : Number(part))
}

async function messageSource(
  place: Place,
  handle: string,
  message: Message,
  part: number | undefined,
): Promise<Source | string> {
  const { content } = message
  if (typeof content === 'string') return headSource(place, handle, textOfMessage(message, content))
  const parts = content as readonly Part[]
  const readable = parts.flatMap((one, index) => {
    const text = textOfPart(one)
    return text === undefined ? [] : [{ index: index + 1, text }]
  })
  if (part !== undefined) {
    const chosen = readable.find(({ index }) => index === part)
    if (chosen) return headSource(place, handle, chosen.text)
    return `${handle} has no text. Parts with text: ${readable.map(({ index }) => index).join(', ') || 'none'}.`
  }
  const [first, ...others] = readable
  if (first === undefined) return `${handle} has no text.`
  if (others.length === 0) return headSource(place, handle, first.text)
  const list = readable.map(({ index, text }) => `${handle}.${index} (${countOf(text.text.length, 'character')})`)
  return `${handle} has several parts. Read one of them: ${list.slice(0, 50).join(', ')}.`
}

/** A head stands for its content. */
async function headSource(place: Place, handle: string, head: MarkedText): Promise<Source> {
  const found = await contentSource(place, head, keyReader(place))
  return found ? { ...found, handle } : sourceOfText(handle, head.text)
}

function gone(handle: string): string {
  return `${handle} is not kept in this conversation: it was removed, or the handle was copied wrong. Copy it from the message, or call the tool again that gave the result.`
}

function unknown(handle: string): string {
  return `There is no ${JSON.stringify(handle.slice(0, 60))} in this conversation. A handle is "blob:" with 26 characters, "m" with the number of a message, as it stands in a message, or "session" for all messages.`
}
