import type { Analyzer } from '../analysis/analyzer.ts'
import { createPostings } from '../postings/postings.ts'
import type { Bag, Postings } from '../postings/types.ts'
import { Vocabulary } from '../postings/vocabulary.ts'
import { addsTerms } from '../turns/conversation.ts'
import type { TermCounts } from '../turns/term-counts.ts'
import type { Turn } from '../turns/turn.ts'
import { createTurnReader, type TurnReader } from '../turns/turn-reader.ts'
import { detailsOf, type IndexDocument } from './document.ts'
import { createDocuments, type Documents, type Entry } from './documents.ts'
import { createEchoes, type Echoes } from './echoes.ts'
import type { Settings } from './options.ts'
import { createTurns, type Turns } from './turns.ts'

export interface IndexState {
  readonly vocabulary: Vocabulary
  /** The documents, without those of echoes. */
  readonly postings: Postings
  readonly echoes: Echoes
  readonly documents: Documents
  /** Set if documents have more than the terms of their texts. */
  readonly turns: Turns | undefined
  readonly reader: TurnReader
}

/** Creates a state that is empty or loaded. */
export function createState(
  settings: Settings,
  analyzer: Analyzer,
  { vocabulary, postings }: Pick<IndexState, 'vocabulary' | 'postings'> = {
    vocabulary: new Vocabulary(),
    postings: createPostings(),
  },
): IndexState {
  const hasParts = settings.fields.length > 0 || addsTerms(settings.conversation)
  return {
    vocabulary,
    postings,
    echoes: createEchoes(),
    documents: createDocuments(),
    turns: hasParts ? createTurns(settings) : undefined,
    reader: createTurnReader(analyzer, (term) => vocabulary.add(term), settings),
  }
}

/** A document as numbers. */
export interface ReadDocument {
  readonly entry: Entry
  readonly turn: Turn
}

/** Reads a document. Only the vocabulary changes. */
export function readDocument(
  { reader }: IndexState,
  { severalLanguages }: Settings,
  analyzer: Analyzer,
  document: IndexDocument,
): ReadDocument {
  const { id, text } = document
  const language = severalLanguages ? (document.language ?? analyzer.guess(text)) : undefined
  const turn = {
    text: reader.text(text, language),
    questions: reader.questions(text, language),
    ...reader.rest(document, language),
  }
  const terms = turn.fields.reduce((sum, field) => sum + (field?.length ?? 0), turn.text.length)
  return { entry: { id, terms, language, details: detailsOf(document) }, turn }
}

export function addRead({ documents, turns, postings }: IndexState, { entry, turn }: ReadDocument): void {
  const number = documents.add(entry)
  if (turns === undefined) postings.put(number, plainBag(turn))
  else turns.add(number, turn, entry.details?.session, voiceOf(entry))
}

/** Replaces a document with another of the same session. */
export function replaceRead(
  { documents, turns, postings }: IndexState,
  number: number,
  { entry, turn }: ReadDocument,
): void {
  documents.change(number, entry)
  if (turns === undefined) postings.put(number, plainBag(turn))
  else turns.change(number, turn, voiceOf(entry))
}

export function removeNumber({ documents, turns, postings, echoes }: IndexState, number: number): void {
  turns?.remove(number, documents.session(number))
  documents.remove(number)
  postings.remove(number)
  echoes.remove(number)
}

/** Returns whose turn a document is: `undefined` if that is not known. */
export function voiceOf({ details }: Entry): string | undefined {
  return (details?.voice ?? details?.speaker) || undefined
}

/** Brings the postings up to date. */
export function flush({ turns, postings, echoes }: IndexState): void {
  turns?.flush((number, bags) => {
    const isEcho = turns.echoes(number)
    if (isEcho) postings.remove(number)
    else if (echoes.has(number)) echoes.remove(number)
    if (isEcho) echoes.put(number, bags)
    else postings.put(number, bags[0] as Bag)
  })
}

/** Returns the same documents, numbered from 0, with only the terms that they use. */
export function renumbered(state: IndexState, settings: Settings, analyzer: Analyzer): IndexState {
  const fresh = createState(settings, analyzer)
  const renumber = (term: number): number => fresh.vocabulary.add(state.vocabulary.at(term) as string)
  // Share the parts that several turns have in common.
  const parts = new Map<TermCounts, TermCounts>()
  const renumberPart = (part: TermCounts | undefined): TermCounts | undefined => {
    if (part === undefined) return undefined
    const done = parts.get(part) ?? { ...part, terms: part.terms.map(renumber) }
    parts.set(part, done)
    return done
  }
  for (const number of state.documents.numbers()) {
    const entry = state.documents.entry(number) as Entry
    const turn = state.turns?.get(number)
    if (turn === undefined) {
      const bag = state.postings.bag(number) as Bag
      fresh.postings.put(fresh.documents.add(entry), { ...bag, terms: Array.from(bag.terms, renumber) })
      continue
    }
    const text = renumberPart(turn.text) as TermCounts
    const [questions, speaker, date] = [turn.questions, turn.speaker, turn.date].map(renumberPart)
    addRead(fresh, { entry, turn: { text, questions, speaker, date, fields: turn.fields.map(renumberPart) } })
  }
  return fresh
}

function plainBag({ text }: Turn): Parameters<Postings['put']>[1] {
  return { terms: text.terms, frequencies: text.counts, length: text.length }
}
