import { type Analyzer, createAnalyzer } from '../analysis/analyzer.ts'
import { rankerError } from '../errors.ts'
import { checkDocument, type IndexDocument } from './document.ts'
import { type Explanation, explainHit } from './explain.ts'
import { Hit, type IndexHit } from './hit.ts'
import { type IndexOptions, type Settings, settingsOf } from './options.ts'
import { checkRequest, type IndexSearchOptions } from './request.ts'
import { loadState, saveState } from './save.ts'
import { searchState } from './search.ts'
import {
  addRead,
  createState,
  flush,
  type IndexState,
  readDocument,
  removeNumber,
  renumbered,
  replaceRead,
} from './state.ts'

/** Documents that can be searched, and change at any time. It keeps no texts. */
export interface SearchIndex {
  /** How many documents there are. */
  readonly size: number
  has(id: string): boolean
  /**
   * Adds a document, or several, behind those that are there. All are looked at before the first is added.
   *
   * @throws LamellaError `INDEX_DOCUMENT_INVALID`, `INDEX_DOCUMENT_EXISTS`
   */
  add(documents: IndexDocument | readonly IndexDocument[]): void
  /**
   * Puts a document in the place of the one of its id. It keeps its place in the order, unless it has another session: then it
   * is the last.
   *
   * @throws LamellaError `INDEX_DOCUMENT_INVALID`, `INDEX_DOCUMENT_MISSING`
   */
  update(document: IndexDocument): void
  /** Whether there was a document of that id, which is gone now. */
  remove(id: string): boolean
  /**
   * The best documents for a question in plain language, best first; of equal ones the one that was added first. One without
   * words finds nothing.
   *
   * @throws LamellaError `OPTION_INVALID`
   */
  search(query: string, options?: IndexSearchOptions): readonly IndexHit[]
  /**
   * Why something was found. A boost of one's own is asked again.
   *
   * @throws LamellaError `INDEX_HIT_UNKNOWN` for what is no hit of this index, for a copy of one, and when the index was changed
   * since, or saved after a change
   */
  explain(hit: IndexHit): Explanation
  /** Everything as bytes, for `loadIndex`. Equal documents in equal order, added with equal options, are equal bytes. */
  save(): Uint8Array
}

/**
 * An index of many documents: the formula of `bm25`, and its scores, in microseconds for thousands of documents and well below a
 * millisecond for a hundred thousand. Documents come, change and go at any time; the result is always that of a new index of
 * those that are there, in their order.
 *
 * @throws LamellaError `OPTION_INVALID` for an option that is misspelled or out of its range.
 * @example
 * const index = createIndex()
 * index.add([
 *   { id: 'a', text: 'Shipping was delayed; the ships left on Monday.' },
 *   { id: 'b', text: 'Kim is allergic to nuts.' },
 * ])
 * const [best] = index.search('When does the ship leave?') // { id: 'a', score: 1.54 }, rounded
 */
export function createIndex(options: IndexOptions = {}): SearchIndex {
  const settings = settingsOf('createIndex', options)
  const analyzer = createAnalyzer(settings.analysis)
  return indexOf(settings, analyzer, createState(settings, analyzer))
}

/**
 * An index as it was saved. Options that decide about terms and their weights must be those that it was saved with; of functions
 * and languages only their presence and their names can be compared. `k1`, `b`, `plus` and the weights of sessions and of
 * importance may be others.
 *
 * @throws LamellaError `INDEX_OPTIONS_DIFFER` with the name of an option that differs, `INDEX_VERSION`, `INDEX_DAMAGED`,
 * `OPTION_INVALID`
 * @example
 * const index = createIndex({ fields: { title: 2 } })
 * const again = loadIndex(index.save(), { fields: { title: 2 } })
 */
export function loadIndex(bytes: Uint8Array, options: IndexOptions = {}): SearchIndex {
  const settings = settingsOf('loadIndex', options)
  const analyzer = createAnalyzer(settings.analysis)
  return indexOf(settings, analyzer, loadState(bytes, settings, analyzer))
}

function indexOf(settings: Settings, analyzer: Analyzer, initial: IndexState): SearchIndex {
  let state = initial
  let version = 0
  /** Documents that went or were replaced: their numbers and terms are there still. */
  let gone = 0

  const changed = (): void => {
    version++
    if (gone > state.documents.size + 1000) tidy()
  }
  const tidy = (): void => {
    state = renumbered(state, settings, analyzer)
    gone = 0
  }
  const remove = (number: number): void => {
    removeNumber(state, number)
    gone++
  }

  return Object.freeze({
    get size() {
      return state.documents.size
    },
    has: (id: string) => state.documents.numberOf(id) !== undefined,
    add: (given: IndexDocument | readonly IndexDocument[]) => {
      const documents: readonly IndexDocument[] = Array.isArray(given) ? given : [given as IndexDocument]
      mustBeNew(state, settings, documents)
      version++
      for (const document of documents) addRead(state, readDocument(state, settings, analyzer, document))
    },
    update: (document: IndexDocument) => {
      checkDocument(document, settings.fields)
      const number = state.documents.numberOf(document.id)
      if (number === undefined) throw missing(document.id)
      const read = readDocument(state, settings, analyzer, document)
      if (document.session === state.documents.session(number)) {
        replaceRead(state, number, read)
        gone++
      } else {
        remove(number)
        addRead(state, read)
      }
      changed()
    },
    remove: (id: string) => {
      const number = state.documents.numberOf(id)
      if (number === undefined) return false
      remove(number)
      changed()
      return true
    },
    search: (query: string, options: IndexSearchOptions = {}) => {
      const { asked, found } = searchState(state, version, settings, analyzer, query, checkRequest(query, options))
      const { documents } = state
      return found.map(({ document, score }) => new Hit(documents.id(document), score, asked))
    },
    explain: (hit: IndexHit) => explainHit(state, version, settings, hit),
    save: () => {
      // Without what is gone, so that the bytes follow from the documents alone. Hits are not to be explained from then on.
      if (gone > 0) {
        tidy()
        version++
      }
      flush(state)
      return saveState(state, settings)
    },
  })
}

function mustBeNew({ documents }: IndexState, { fields }: Settings, given: readonly IndexDocument[]): void {
  const ids = new Set<string>()
  for (const document of given) {
    checkDocument(document, fields)
    const { id } = document
    if (documents.numberOf(id) !== undefined || ids.has(id)) throw exists(id)
    ids.add(id)
  }
}

function exists(id: string): Error {
  return rankerError(
    'INDEX_DOCUMENT_EXISTS',
    `The document ${JSON.stringify(id.slice(0, 100))} is in the index already.`,
    'Use update() to put another in its place, or give each document an id of its own.',
    { id },
  )
}

function missing(id: string): Error {
  return rankerError(
    'INDEX_DOCUMENT_MISSING',
    `There is no document ${JSON.stringify(id.slice(0, 100))} in the index.`,
    'Use add() for a document that is new; has() tells.',
    { id },
  )
}
