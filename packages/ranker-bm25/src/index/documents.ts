import { type DateSpan, dateSpan } from '@lamella/store'
import type { IndexedDocument } from './document.ts'

/** An index's entry for a document, except its terms. */
export interface Entry {
  readonly id: string
  /** The number of terms in its text and its fields, without weights. */
  readonly terms: number
  /** Set if the language of a text matters. */
  readonly language: string | undefined
  /** `undefined` if there is only an id, so that plain documents need no object each. */
  readonly details: IndexedDocument | undefined
}

/** The documents of an index by number and by id. Numbers ascend in the order in which documents were added. */
export interface Documents {
  readonly size: number
  /** The number of the next document. */
  readonly next: number
  /** The total number of terms. */
  readonly terms: number
  /** The number of documents with an importance. */
  readonly important: number
  /** The number of sessions with documents. */
  readonly sessions: number
  numberOf(id: string): number | undefined
  entry(number: number): Entry | undefined
  id(number: number): string
  /** Returns the data passed to a filter. */
  shown(number: number): IndexedDocument
  session(number: number): string | undefined
  /** Returns the time of its date, if it has one. */
  span(number: number): DateSpan | undefined
  importance(number: number): number | undefined
  add(entry: Entry): number
  change(number: number, entry: Entry): void
  remove(number: number): void
  /** Returns the current documents, in order. */
  numbers(): Iterable<number>
}

/** Creates an empty collection. */
export function createDocuments(): Documents {
  const ids: (string | undefined)[] = []
  const lengths: number[] = []
  const byId = new Map<string, number>()
  const details = new Map<number, IndexedDocument>()
  const spans = new Map<number, DateSpan>()
  const languages = new Map<number, string>()
  const ofSession = new Map<string | undefined, number>()
  let terms = 0
  let important = 0

  const keep = (number: number, entry: Entry): void => {
    ids[number] = entry.id
    lengths[number] = entry.terms
    byId.set(entry.id, number)
    terms += entry.terms
    if (entry.details !== undefined) details.set(number, entry.details)
    if (entry.language !== undefined) languages.set(number, entry.language)
    if (entry.details?.importance !== undefined) important++
    count(ofSession, entry.details?.session, 1)
  }
  const drop = (number: number): void => {
    if (details.get(number)?.importance !== undefined) important--
    count(ofSession, details.get(number)?.session, -1)
    terms -= lengths[number] as number
    byId.delete(ids[number] as string)
    ids[number] = undefined
    details.delete(number)
    spans.delete(number)
    languages.delete(number)
  }
  const shown = (number: number): IndexedDocument => details.get(number) ?? { id: ids[number] as string }

  return {
    get size() {
      return byId.size
    },
    get next() {
      return ids.length
    },
    get terms() {
      return terms
    },
    get important() {
      return important
    },
    get sessions() {
      return ofSession.size
    },
    numberOf: (id) => byId.get(id),
    entry: (number) => {
      const id = ids[number]
      if (id === undefined) return undefined
      return { id, terms: lengths[number] as number, language: languages.get(number), details: details.get(number) }
    },
    id: (number) => ids[number] as string,
    shown,
    session: (number) => details.get(number)?.session,
    span: (number) => {
      const known = spans.get(number)
      const date = known === undefined ? details.get(number)?.date : undefined
      if (date === undefined) return known
      const span = dateSpan('date', date)
      spans.set(number, span)
      return span
    },
    importance: (number) => details.get(number)?.importance,
    add: (entry) => {
      keep(ids.length, entry)
      return ids.length - 1
    },
    change: (number, entry) => {
      drop(number)
      keep(number, entry)
    },
    remove: drop,
    *numbers() {
      for (let number = 0; number < ids.length; number++) if (ids[number] !== undefined) yield number
    },
  }
}

function count<Key>(counts: Map<Key, number>, key: Key, change: number): void {
  const now = (counts.get(key) ?? 0) + change
  if (now === 0) counts.delete(key)
  else counts.set(key, now)
}
