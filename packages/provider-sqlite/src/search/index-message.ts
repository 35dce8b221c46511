import { isLamellaError } from '@lamella/core'
import type { StoredText } from '@lamella/ranker-bm25/stores'
import { kept } from '@lamella/store/search'
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
    const text = textOf(json, at, speaker)
    return { id: key, group: placeOf(key).session, counted: storeTerms().count(text, before?.counted) }
  }
}

/** Empty for a damaged message: search continues without it, and verify() reports it. */
function textOf(json: string, at: number | null, speaker: Settings['speaker']): StoredText {
  try {
    return kept.indexed(json, at, speaker, (...error) => sqliteError('SPEAKER_FAILED', ...error))
  } catch (error) {
    if (isLamellaError(error)) throw error
    return { text: '' }
  }
}
