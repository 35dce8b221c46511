import { LamellaError, type Rankable } from '@lamella/core'
import type { Analyzer } from '../analysis/analyzer.ts'
import { questionsOf } from './questions.ts'
import { isDate } from './spelled-date.ts'
import { createTally, type TermCounts, takeCounts } from './term-counts.ts'
import type { Turn, Weights } from './turn.ts'

/** Something that can be read: a document of an index, or one to be ranked. */
interface Readable extends Rankable {
  readonly fields?: Readonly<Record<string, string>>
}

/** Turns texts into numbers. */
export interface TurnReader {
  /** The terms of a text. */
  count(text: string, language: string | undefined): TermCounts
  /** The terms of the sentences of a text that ask something, if they have any and are wanted. */
  questions(text: string, language: string | undefined): TermCounts | undefined
  /** What a document says beside its text and its questions, as far as it is wanted. */
  rest(document: Readable, language: string | undefined): Pick<Turn, 'speaker' | 'date' | 'fields'>
}

const noFields: Turn['fields'] = []

/** Names and dates that are remembered, since all turns of a conversation have the same few. */
const remembered = 10_000

/** UTF-16 units of a name that is remembered. */
const longestName = 200

/** A reader whose terms have the numbers that `numberOf` gives them, which must stay what they are. */
export function createTurnReader(
  analyzer: Analyzer,
  numberOf: (term: string) => number,
  { conversation, fields }: Weights,
): TurnReader {
  const analyze = analyzer.numbered(numberOf)
  const tally = createTally()
  const addOne = (term: number): void => tally.add(term, 1)
  const count = (text: string, language: string | undefined): TermCounts => {
    // Not left behind by a stemmer of one's own that threw.
    tally.clear()
    analyze(text, addOne, language)
    return takeCounts(tally)
  }
  const names = rememberCounts(count)
  const dates = rememberCounts((date, language) => count(spelled(date, conversation.spellDate), language))
  return {
    count,
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

type Count = TurnReader['count']

/** By language first: putting both together would cost more than looking twice. */
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

/** What is no date has nothing to spell: rankers are given dates that others have written. */
function spelled(date: string, spellDate: (date: string) => string): string {
  if (!isDate(date)) return ''
  const text: unknown = spellDate(date)
  if (typeof text === 'string') return text
  throw new LamellaError({
    code: 'OPTION_INVALID',
    what: `spellDate gave no string for the date '${date}'.`,
    fix: 'Give a function from an ISO 8601 date to the text that people would write.',
    details: { what: 'conversation', option: 'spellDate' },
  })
}
