import type { NewMemory, StoredMemory } from '../../contract/memory-store.ts'
import type { JsonValue } from '../../contract/message.ts'
import { dateSpan } from '../search/dates.ts'
import { checkId, checkText, invalid, lostByJson } from './check.ts'
import { checkInstant, mustBeRecord, whole } from './check-request.ts'

/** Fields that a store adds: what was read can be changed and put back. */
const added = ['revision', 'createdAt', 'updatedAt']

/**
 * An entry as every store keeps it: its own fields and no others, `kind` filled in, lists copied.
 *
 * @throws LamellaError `STORE_VALUE_INVALID` for a field that is none of an entry's, or that cannot be kept as it is
 * @example
 * checkMemory({ id: 'tea', text: 'Ada likes green tea.' }) // { id: 'tea', kind: 'note', text: 'Ada likes green tea.' }
 */
export function checkMemory(entry: NewMemory): NewMemory & { readonly kind: string } {
  const { id, kind = 'note', text, date, importance, tags, source, metadata, ...others } = mustBeRecord('entry', entry)
  const other = Object.entries(others).find(([key, value]) => value !== undefined && !added.includes(key))
  if (other) throw invalid(`entry.${other[0]}`, 'is no field of an entry')
  return {
    id: checkId('entry.id', id),
    kind: checkId('entry.kind', kind),
    text: checkText('entry.text', text, Number.POSITIVE_INFINITY),
    ...(date === undefined ? {} : { date: checkDate(date) }),
    ...(importance === undefined ? {} : { importance: checkImportance('entry.importance', importance) }),
    ...(tags === undefined ? {} : { tags: checkTexts('entry.tags', tags) }),
    ...(source === undefined ? {} : { source: checkText('entry.source', source, Number.POSITIVE_INFINITY) }),
    ...(metadata === undefined ? {} : { metadata: checkMetadata(metadata) }),
  }
}

/**
 * An entry as another store gave it, with what that has added.
 *
 * @throws LamellaError `STORE_VALUE_INVALID`
 */
export function checkStored(entry: StoredMemory): StoredMemory {
  const { revision, createdAt, updatedAt } = mustBeRecord('entry', entry)
  if (createdAt !== undefined && updatedAt === undefined)
    throw invalid('entry.updatedAt', 'is missing beside createdAt')
  return {
    ...checkMemory(entry),
    revision: whole('entry.revision', revision, 1),
    ...(createdAt === undefined ? {} : { createdAt: checkInstant('entry.createdAt', createdAt) }),
    ...(updatedAt === undefined ? {} : { updatedAt: checkInstant('entry.updatedAt', updatedAt) }),
  }
}

/** A number from 1 to 10. */
export function checkImportance(what: string, importance: unknown): number {
  if (typeof importance === 'number' && importance >= 1 && importance <= 10) return importance
  throw invalid(what, 'is not a number from 1 to 10')
}

/** A list of names, each fit to be kept. */
export function checkTexts(what: string, texts: unknown): readonly string[] {
  if (!Array.isArray(texts)) throw invalid(what, 'is not a list')
  return Array.from(texts, (text, index) => checkId(`${what}[${index}]`, text))
}

function checkMetadata(metadata: unknown): JsonValue {
  const lost = lostByJson(metadata, 0)
  if (lost !== undefined) throw invalid('entry.metadata', `has ${lost}, which JSON cannot keep`)
  return JSON.parse(JSON.stringify(metadata))
}

function checkDate(date: string): string {
  dateSpan('entry.date', date)
  return date
}
