import type { Analyzer } from '../analysis/analyzer.ts'
import { rankerError } from '../errors.ts'
import { type ByteReader, damaged } from '../postings/bytes/byte-reader.ts'
import type { ByteWriter } from '../postings/bytes/byte-writer.ts'
import { seal, unseal } from '../postings/bytes/envelope.ts'
import { loadPostings, savePostings } from '../postings/save.ts'
import type { Turn } from '../turns/turn.ts'
import { readColumn, readCounts, writeColumn, writeCounts } from './columns.ts'
import { checkDocument, detailsOf, type IndexDocument } from './document.ts'
import { fingerprint, type Settings } from './options.ts'
import { createState, flush, type IndexState, voiceOf } from './state.ts'

/** The format version; increment it when the format changes. */
const version = 2

/**
 * Returns an index as bytes. Its document numbers must be consecutive from 0, and its postings up to date.
 *
 * Inside the envelope: the options that determine terms; vocabulary and postings; ids; lengths of documents; a column
 * each for languages, sessions, speakers, voices, dates and importances; and the parts of documents that are more than their
 * text. Loading reads speakers and dates again, and which voices are echoes: their parts are made anew.
 */
export function saveState({ vocabulary, postings, documents, turns }: IndexState, settings: Settings): Uint8Array {
  const entries = Array.from(documents.numbers(), (number) => documents.entry(number))
  return seal(version, (writer) => {
    writer.texts(fingerprint(settings).flat())
    savePostings(writer, vocabulary, postings)
    writer.texts(entries.map((entry) => entry?.id ?? ''))
    for (const entry of entries) writer.whole(entry?.terms ?? 0)
    writeColumn(
      writer,
      entries.map((entry) => entry?.language),
    )
    for (const name of ['session', 'speaker', 'voice', 'date'] as const) {
      writeColumn(
        writer,
        entries.map((entry) => entry?.details?.[name]),
      )
    }
    writeColumn(
      writer,
      entries.map((entry) => entry?.details?.importance?.toString()),
    )
    if (turns !== undefined) for (const number of documents.numbers()) writeTurn(writer, turns.get(number) as Turn)
  })
}

/**
 * Loads an index from its bytes.
 *
 * @throws LamellaError `INDEX_OPTIONS_DIFFER`, `FORMAT_NEWER`, `INDEX_VERSION`, `INDEX_DAMAGED`
 */
export function loadState(bytes: Uint8Array, settings: Settings, analyzer: Analyzer): IndexState {
  if (Object.prototype.toString.call(bytes) !== '[object Uint8Array]') throw damaged('they are not a Uint8Array')
  const reader = unseal(bytes, version)
  mustBeSavedWith(reader.texts(), settings)
  const state = createState(settings, analyzer, loadPostings(reader))
  const ids = reader.texts()
  const lengths = ids.map(() => reader.whole())
  const column = (): readonly (string | undefined)[] => readColumn(reader, ids.length)
  const [languages, sessions, speakers, voices] = [column(), column(), column(), column()]
  const [dates, importances] = [column(), column()]
  for (const [number, id] of ids.entries()) {
    const importance = importances[number] === undefined ? undefined : Number(importances[number])
    const [session, speaker, voice, date] = [sessions[number], speakers[number], voices[number], dates[number]]
    const document = { id, text: '', session, speaker, voice, date, importance } as IndexDocument
    mustBeWhole(state, document, number)
    const language = languages[number]
    const entry = { id, terms: lengths[number] as number, language, details: detailsOf(document) }
    state.documents.add(entry)
    if (state.turns === undefined) continue
    const turn = { ...state.reader.rest(document, language), ...readTurn(reader, state, settings) }
    state.turns.add(number, turn, document.session, voiceOf(entry))
  }
  reader.end()
  state.turns?.settle()
  flush(state)
  mustHaveTerms(state, ids.length)
  return state
}

function writeTurn(writer: ByteWriter, { text, questions, fields }: Turn): void {
  writeCounts(writer, text)
  writeCounts(writer, questions)
  for (const field of fields) writeCounts(writer, field)
}

function readTurn(
  reader: ByteReader,
  { vocabulary }: IndexState,
  { fields, conversation }: Settings,
): Omit<Turn, 'speaker' | 'date'> {
  const text = readCounts(reader, vocabulary, conversation.answer > 0)
  if (text === undefined) throw damaged('a document has no text')
  return { text, questions: readCounts(reader, vocabulary), fields: fields.map(() => readCounts(reader, vocabulary)) }
}

/** Rejects forged bytes; the checksum detects only accidents. */
function mustBeWhole({ documents }: IndexState, document: IndexDocument, number: number): void {
  if (documents.numberOf(document.id) !== undefined) throw damaged('two documents have the same id')
  try {
    checkDocument(document, [])
  } catch {
    throw damaged(`the document ${number} is invalid`)
  }
}

/** Does the same once it is known which documents are of echoes: those have no bag among the others. */
function mustHaveTerms({ postings, echoes }: IndexState, size: number): void {
  if (postings.count + echoes.size !== size) throw damaged('the number of ids differs from that of documents')
  for (let number = 0; number < size; number++) {
    if (postings.has(number) === echoes.has(number)) throw damaged(`the document ${number} has no terms`)
  }
}

function mustBeSavedWith(saved: readonly string[], settings: Settings): void {
  const differs = fingerprint(settings).find(([, value], i) => saved[2 * i + 1] !== value)
  if (differs === undefined) return
  const [option, value] = differs
  const before = saved[saved.indexOf(option) + 1] ?? 'nothing'
  throw rankerError(
    'INDEX_OPTIONS_DIFFER',
    `The index was saved with different options: '${option}' was ${before.slice(0, 200)}, and is now ${value.slice(0, 200)}.`,
    'Load it with the options it was created with, or create a new index from the documents.',
    { option },
  )
}
