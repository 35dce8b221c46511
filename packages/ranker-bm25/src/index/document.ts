import { isObject, type Rankable } from '@lamella/core/plugin'
import { rankerError } from '../errors.ts'
import { isDate } from '../turns/spelled-date.ts'
import type { FieldWeight } from '../turns/turn.ts'

/** A document of an index. `undefined` properties count as absent; unknown ones are ignored. */
export interface IndexDocument extends Rankable {
  /** Any string. */
  readonly id: string
  /** Additional texts, by names that have a weight in the option `fields`. */
  readonly fields?: Readonly<Record<string, string>>
  /** The name of its language, if known. Default: guessed, if the index has several. */
  readonly language?: string
}

/** An index's data on a document, except its terms. It stores no texts. */
export interface IndexedDocument {
  readonly id: string
  readonly session?: string
  readonly speaker?: string
  readonly voice?: string
  readonly date?: string
  readonly importance?: number
}

const texts = ['id', 'text', 'language', 'session', 'speaker', 'voice', 'date'] as const

/**
 * Validates a document.
 *
 * @throws LamellaError `INDEX_DOCUMENT_INVALID`
 */
export function checkDocument(document: IndexDocument, fields: readonly FieldWeight[]): void {
  if (!isObject(document)) throw invalid(undefined, 'document', 'is not an object')
  const { id, text, importance, date } = document as Partial<IndexDocument>
  if (id === undefined || text === undefined) throw invalid(id, id === undefined ? 'id' : 'text', 'is missing')
  for (const key of texts) {
    const value: unknown = document[key]
    if (value !== undefined && typeof value !== 'string') throw invalid(id, key, 'is not a string')
  }
  if (date !== undefined && !isDate(date))
    throw invalid(id, 'date', 'is neither an ISO 8601 day nor an instant with Z or an offset')
  if (importance !== undefined && !(typeof importance === 'number' && importance >= 1 && importance <= 10)) {
    throw invalid(id, 'importance', 'is not a number from 1 to 10')
  }
  checkFields(document, fields)
}

function checkFields({ id, fields: given }: IndexDocument, fields: readonly FieldWeight[]): void {
  if (given === undefined) return
  if (!isObject(given)) throw invalid(id, 'fields', 'is not an object')
  for (const [name, text] of Object.entries(given)) {
    if (text !== undefined && typeof text !== 'string') throw invalid(id, `fields.${name}`, 'is not a string')
    if (fields.some((field) => field.name === name)) continue
    throw invalid(id, `fields.${name}`, 'has no weight: add it to the option fields, with 0 to ignore it')
  }
}

/** Returns the data that an index keeps of a document, or `undefined` if it has only an id. */
export function detailsOf(document: IndexDocument): IndexedDocument | undefined {
  const { id, session, speaker, voice, date, importance } = document
  if ([session, speaker, voice, date, importance].every((value) => value === undefined)) return undefined
  return Object.freeze({
    id,
    ...(session === undefined ? {} : { session }),
    ...(speaker === undefined ? {} : { speaker }),
    ...(voice === undefined ? {} : { voice }),
    ...(date === undefined ? {} : { date }),
    ...(importance === undefined ? {} : { importance }),
  })
}

function invalid(id: unknown, key: string, problem: string): Error {
  const which = typeof id === 'string' ? `The document ${JSON.stringify(id.slice(0, 100))}` : 'A document'
  return rankerError(
    'INDEX_DOCUMENT_INVALID',
    `${which} cannot be indexed: ${key} ${problem}.`,
    'Pass { id, text, fields?, language?, session?, speaker?, voice?, date?, importance? }.',
    { key, problem },
  )
}
