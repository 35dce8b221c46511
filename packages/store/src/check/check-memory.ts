import type { JsonValue } from '@lamella/core'
import type { NewMemory, StoredMemory } from '../contract/memory-store.ts'
import { dateSpan } from '../search/dates.ts'
import { checkId, checkText, invalid } from './check.ts'
import { checkInstant, mustBeRecord, whole } from './check-request.ts'
import { lostByJson } from './json.ts'

const fields: readonly (keyof StoredMemory)[] = [
  ...(['id', 'kind', 'text', 'date', 'speaker', 'session', 'importance', 'tags', 'source', 'metadata'] as const),
  // A store adds these: an entry can be read, changed and put back.
  ...(['revision', 'createdAt', 'updatedAt'] as const),
]

/**
 * Validates an entry and returns it as every store keeps it: only its own fields, `kind` filled in, lists copied.
 *
 * @throws LamellaError `STORE_VALUE_INVALID` for a field that entries do not have, or that cannot be stored unchanged
 * @example
 * checkMemory({ id: 'tea', text: 'Ada likes green tea.' }) // { id: 'tea', kind: 'note', text: 'Ada likes green tea.' }
 */
export function checkMemory(entry: NewMemory): NewMemory & { readonly kind: string } {
  const {
    id,
    kind = 'note',
    text,
    date,
    speaker,
    session,
    importance,
    tags,
    source,
    metadata,
  } = mustBeRecord('entry', entry, fields)
  return {
    id: checkId('entry.id', id),
    kind: checkId('entry.kind', kind),
    text: checkText('entry.text', text, Number.POSITIVE_INFINITY),
    ...(date === undefined ? {} : { date: checkDate(date) }),
    ...(speaker === undefined ? {} : { speaker: checkText('entry.speaker', speaker, Number.POSITIVE_INFINITY) }),
    ...(session === undefined ? {} : { session: checkText('entry.session', session, Number.POSITIVE_INFINITY) }),
    ...(importance === undefined ? {} : { importance: checkImportance('entry.importance', importance) }),
    ...(tags === undefined ? {} : { tags: checkTexts('entry.tags', tags) }),
    ...(source === undefined ? {} : { source: checkText('entry.source', source, Number.POSITIVE_INFINITY) }),
    ...(metadata === undefined ? {} : { metadata: checkMetadata(metadata) }),
  }
}

/**
 * Validates an entry from another store, with the fields that the store added.
 *
 * @throws LamellaError `STORE_VALUE_INVALID`
 */
export function checkStored(entry: StoredMemory): StoredMemory {
  const { revision, createdAt, updatedAt } = mustBeRecord('entry', entry)
  if (createdAt !== undefined && updatedAt === undefined)
    throw invalid('entry.updatedAt', 'is missing although createdAt is given')
  return {
    ...checkMemory(entry),
    revision: whole('entry.revision', revision, 1),
    ...(createdAt === undefined ? {} : { createdAt: checkInstant('entry.createdAt', createdAt) }),
    ...(updatedAt === undefined ? {} : { updatedAt: checkInstant('entry.updatedAt', updatedAt) }),
  }
}

/** Checks a number from 1 to 10. */
export function checkImportance(what: string, importance: unknown): number {
  if (typeof importance === 'number' && importance >= 1 && importance <= 10) return importance
  throw invalid(what, 'is not a number from 1 to 10')
}

/** Checks a list of names that can be stored. */
export function checkTexts(what: string, texts: unknown): readonly string[] {
  if (!Array.isArray(texts)) throw invalid(what, 'is not a list')
  return Array.from(texts, (text, index) => checkId(`${what}[${index}]`, text))
}

function checkMetadata(metadata: unknown): JsonValue {
  const lost = lostByJson(metadata, 0)
  if (lost !== undefined) throw invalid('entry.metadata', `has ${lost}, which JSON cannot store`)
  return JSON.parse(JSON.stringify(metadata))
}

function checkDate(date: string): string {
  dateSpan('entry.date', date)
  return date
}
