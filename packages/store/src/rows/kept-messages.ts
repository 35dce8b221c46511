import type { Message } from '@lamella/core'
import { messageText } from '@lamella/core/plugin'
import type { FoundMessage } from '../contract/search.ts'
import type { StoredMessage } from '../contract/session-values.ts'
import { searchDate } from '../search/dates.ts'
import { fromKept } from '../search/instants.ts'
import type { Findable } from '../search/rank-texts.ts'

/** A time as databases keep it. */
type KeptTime = number | string | null

/** Returns a message of a database in its public form. */
export function keptMessage(position: number, sizeBefore: number, at: KeptTime, message: Message): StoredMessage {
  return at === null ? { position, message, sizeBefore } : { position, message, sizeBefore, at: fromKept(at) }
}

/** Returns a message that a search can find. @throws SyntaxError for damaged JSON */
export function findableMessage(session: string, position: number, at: KeptTime, json: string): Findable<FoundMessage> {
  const message = JSON.parse(json) as Message
  const time = at === null ? undefined : fromKept(at)
  const found = { session, position, message }
  const item = (): FoundMessage => (time === undefined ? found : { ...found, at: time })
  return { date: searchDate(time), text: messageText(message), item }
}

/** What a database indexes of a message. */
interface IndexedMessage {
  readonly text: string
  readonly speaker: string
  readonly voice: string
  /** Milliseconds since 1970. */
  readonly date: number | undefined
}

/**
 * Returns what a database indexes of a message.
 *
 * @param speaker The option of that name.
 * @param makeError Creates the error `SPEAKER_FAILED` of the database's package.
 * @throws LamellaError `SPEAKER_FAILED`; SyntaxError or TypeError for damaged JSON
 */
export function indexedMessage(
  json: string,
  at: KeptTime,
  speaker: (message: Message) => string | undefined,
  makeError: (what: string, fix: string, details: object, cause: unknown) => Error,
): IndexedMessage {
  const message = JSON.parse(json) as Message
  const text = messageText(message)
  let name: string
  try {
    name = String(speaker(message) ?? '')
  } catch (cause) {
    const what = 'The speaker of a message could not be determined.'
    throw makeError(what, 'See the cause.', {}, cause)
  }
  return {
    ...{ text, speaker: name, voice: name || message.role },
    date: at === null ? undefined : Number(at),
  }
}
