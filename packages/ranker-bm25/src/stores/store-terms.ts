import { createAnalyzer } from '../analysis/analyzer.ts'
import { partsOfTerms } from '../turns/parts.ts'
import { questionsOf } from '../turns/questions.ts'
import { months } from '../turns/spelled-date.ts'
import { type CountedText, heardBy } from './counted-text.ts'

/** A term of a query as indexed, and its number of occurrences in the query. */
export interface Asked {
  readonly term: string
  readonly count: number
}

/** The analysis of texts and queries in stores: that of the ranker, so that a text has the same terms wherever it is searched. */
export interface StoreTerms {
  /** Returns the terms of a text in order. Binary data, such as pictures as base64, is left out. */
  of(text: string): readonly string[]
  /** Returns the terms of a query, each once: at most the first 1,000. */
  asked(query: string): readonly Asked[]
  /**
   * Counts the terms of a text and of its metadata.
   *
   * @param before The message directly before it in its conversation, which a message may repeat.
   */
  count(text: StoredText, before?: CountedText): CountedText
  /** Returns the terms of a text and of its metadata. */
  words(text: StoredText): ReadonlySet<string>
}

/** A text to index. Parts are plain text; absent ones count as empty. */
export interface StoredText {
  readonly text: string
  /** The name of the speaker. */
  readonly speaker?: string | undefined
  /** Whose message it is, such as a role, where that is no name to search for. Default: the speaker. */
  readonly voice?: string | undefined
  /** ISO 8601, or milliseconds since 1970. It is spelled in words, such as `8 May 2023`. */
  readonly date?: string | number | undefined
  /** Tags, or a label. */
  readonly label?: string | undefined
}

/**
 * The maximum number of different words in a query to look up. Each has a list to scan, and a query may be a pasted
 * book.
 */
const most = 1000

/**
 * Returns a number for a voice, from 1 to 2^28: that of FNV-1a (Fowler, Noll and Vo). Two of the few voices of an owner
 * have the same by chance once in millions, and then count as one.
 */
function numberOfVoice(voice: string): number {
  if (voice === '') return 0
  let hash = 0x811c9dc5
  for (let i = 0; i < voice.length; i++) hash = Math.imul(hash ^ voice.charCodeAt(i), 0x01000193)
  return 1 + (hash >>> 4)
}

/** Returns a date in words, as in a query, such as `12 May 2026`: English, in UTC. */
function dateWords(date: string | number): string {
  const time = new Date(date)
  return `${time.getUTCDate()} ${months[time.getUTCMonth()]} ${time.getUTCFullYear()}`
}

/** Creates the analysis, which remembers words: a store needs one. */
export function createStoreTerms(): StoreTerms {
  const analyze = createAnalyzer()
  const termsOf = (text: string): string[] => {
    const terms: string[] = []
    analyze(text, (term) => terms.push(term))
    return terms
  }
  const count: StoreTerms['count'] = ({ text, speaker = '', voice = speaker, date, label = '' }, before) => {
    const said = new Map<string, number>()
    const parts = new Map<string, number[]>()
    const order: string[] = []
    let words = 0
    analyze(text, (term, more) => {
      said.set(term, (said.get(term) ?? 0) + 1)
      order.push(term)
      words += more
    })
    words = Math.ceil(words)
    const others = [questionsOf(text), speaker, date === undefined ? '' : dateWords(date), label].map((one, index) => {
      const terms = one === '' ? [] : termsOf(one)
      for (const term of terms) {
        const counts = parts.get(term) ?? [said.get(term) ?? 0, 0, 0, 0, 0]
        counts[index + 1] = (counts[index + 1] as number) + 1
        parts.set(term, counts)
      }
      return terms.length
    })
    const counted = { said, voice: numberOfVoice(voice) }
    const lengths = [order.length, ...others]
    const bits = voice === '' ? undefined : partsOfTerms(order, words)
    return { ...counted, lengths, words, parts, bits, ...heardBy(counted, before) }
  }
  return {
    of: termsOf,
    asked: (query) => {
      const counts = new Map<string, number>()
      for (const term of termsOf(query)) {
        const count = counts.get(term) ?? 0
        if (count > 0 || counts.size < most) counts.set(term, count + 1)
      }
      return [...counts].map(([term, count]) => ({ term, count }))
    },
    count,
    words: (text) => {
      const { said, parts } = count(text)
      return new Set([...said.keys(), ...parts.keys()])
    },
  }
}
