import type { Message } from '@lamella/core'
import { messageText } from '@lamella/core/plugin'
import { sqliteError } from '../errors.ts'
import type { Settings } from '../options.ts'
import { placeOf } from '../sessions/keys.ts'
import type { NewText } from './add-texts.ts'
import { storeTerms } from './terms.ts'

/** A message to index. */
export interface MessageRow {
  readonly key: number
  readonly at: number | null
  readonly json: string
}

/**
 * Returns a message in its indexed form.
 *
 * @param before The message before it in its session.
 * @throws LamellaError `SPEAKER_FAILED`
 */
export type IndexMessage = (row: MessageRow, before: NewText | undefined) => NewText

export function createIndexMessage(speaker: Settings['speaker']): IndexMessage {
  return ({ key, json, at }, before) => {
    const found = readable(json)
    const name = found && nameOf(speaker, found.message)
    const text = {
      text: found?.text ?? '',
      speaker: name,
      voice: name || found?.message.role,
      date: found && at !== null ? at : undefined,
    }
    return { id: key, group: placeOf(key).session, counted: storeTerms().count(text, before?.counted) }
  }
}

/** Returns a message, or `undefined` if it is damaged: search continues without it, and verify() reports it. */
function readable(json: string): { readonly message: Message; readonly text: string } | undefined {
  try {
    const message = JSON.parse(json) as Message
    return { message, text: messageText(message) }
  } catch {
    return undefined
  }
}

function nameOf(speaker: Settings['speaker'], message: Message): string {
  try {
    return String(speaker(message) ?? '')
  } catch (cause) {
    throw sqliteError(
      'SPEAKER_FAILED',
      'The speaker of a message could not be determined.',
      'See the cause.',
      {},
      cause,
    )
  }
}
