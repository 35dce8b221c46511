import { LamellaError } from '@lamella/core'
import type { Rankable } from '@lamella/core/plugin'
import type { Analyzer } from '../analysis/analyzer.ts'
import type { Emit } from '../analysis/scan.ts'
import { partsOfTerms } from './parts.ts'
import { questionsOf } from './questions.ts'
import { isDate } from './spelled-date.ts'
import { createTally, type TermCounts, takeCounts } from './term-counts.ts'
import type { Turn, Weights } from './turn.ts'

/** The input of a reader: a document to index or to rank. */
interface Readable extends Rankable {
  readonly fields?: Readonly<Record<string, string>>
}

type Count = (text: string, language: string | undefined) => TermCounts

/** Turns texts into term numbers. */
export interface TurnReader {
  /** Returns the terms of a document's own text, with its parts where they may count. */
  text(text: string, language: string | undefined): TermCounts
  /** Returns the terms of the questions in a text, if there are any and they are needed. */
  questions(text: string, language: string | undefined): TermCounts | undefined
  /** Returns the other parts of a document, as far as they are needed. */
  rest(document: Readable, language: string | undefined): Pick<Turn, 'speaker' | 'date' | 'fields'>
}

const noFields: Turn['fields'] = []

/** The number of cached names and dates: the turns of a conversation share a few. */
const remembered = 10_000

/** The longest cached name, in UTF-16 units. */
const longestName = 200

/** Creates a reader whose terms have the numbers from `numberOf`, which must never change. */
export function createTurnReader(
  analyzer: Analyzer,
  numberOf: (term: string) => number,
  { conversation, fields }: Weights,
): TurnReader {
  const analyze = analyzer.numbered(numberOf)
  const tally = createTally()
  let words = 0
  const begin = (): void => {
    // Clears the state that a throwing custom stemmer left.
    tally.clear()
    words = 0
  }
  const addOne: Emit<number> = (term, more) => {
    tally.add(term, 1)
    words += more
  }
  const count: Count = (text, language) => {
    begin()
    analyze(text, addOne, language)
    return takeCounts(tally, words)
  }
  const names = rememberCounts(count)
  const dates = rememberCounts((date, language) => count(spelled(date, conversation.spellDate), language))
  return {
    text: (text, language) => {
      if (conversation.answer === 0) return count(text, language)
      begin()
      const order: number[] = []
      const add: Emit<number> = (term, more) => {
        addOne(term, more)
        order.push(term)
      }
      analyze(text, add, language)
      const counts = takeCounts(tally, words)
      const parts = partsOfTerms(order, counts.words)
      return parts === undefined ? counts : { ...counts, parts: counts.terms.map((term) => parts.get(term) as number) }
    },
    questions: (text, language) => {
      const asked = conversation.question > 0 ? questionsOf(text) : ''
      return asked === '' ? undefined : count(asked, language)
    },
    rest: ({ speaker, date, fields: texts }, language) => ({
      speaker: speaker !== undefined && conversation.speaker > 0 ? names(speaker, language) : undefined,
      date: date !== undefined && conversation.date > 0 ? dates(date, language) : undefined,
      fields:
        fields.length === 0
          ? noFields
          : fields.map(({ name, weight }) =>
              weight > 0 && texts !== undefined && Object.hasOwn(texts, name) && texts[name] !== undefined
                ? count(texts[name], language)
                : undefined,
            ),
    }),
  }
}

/** Keyed by language first: joining both into one key would cost more than two lookups. */
function rememberCounts(count: Count): Count {
  const byLanguage = new Map<string | undefined, Map<string, TermCounts>>()
  return (text, language) => {
    let known = byLanguage.get(language)
    if (known === undefined || known.size >= remembered) {
      known = new Map()
      byLanguage.set(language, known)
    }
    let counts = known.get(text)
    if (counts === undefined) {
      counts = count(text, language)
      if (text.length <= longestName) known.set(text, counts)
    }
    return counts
  }
}

/** Invalid dates have no spelling: rankers get dates from outside. */
function spelled(date: string, spellDate: (date: string) => string): string {
  if (!isDate(date)) return ''
  const text: unknown = spellDate(date)
  if (typeof text === 'string') return text
  throw new LamellaError({
    code: 'OPTION_INVALID',
    what: `spellDate did not return a string for the date '${date}'.`,
    fix: 'Pass a function that returns the text for an ISO 8601 date.',
    details: { what: 'conversation', option: 'spellDate' },
  })
}
