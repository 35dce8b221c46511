import type { Analyze } from '../analysis/analyzer.ts'
import { singular } from './singular.ts'
import type { QueryTerm } from './tool-scores.ts'
import { spaced } from './tool-texts.ts'
import type { Vocabulary } from './vocabulary.ts'
import { emptyWords, lightWords, toolSynonyms } from './words.ts'

/** The most terms of a query that are looked up; a user's message may be a whole document. */
const mostTerms = 200

/** How much a light word counts when it is decided whether anything fits. */
const lightShare = 0.5

const letters = /\p{L}+/gu
/** Where a word with capitals inside is split. */
const humps = /(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu

/** Reads queries: which terms they have, and what else means the same. */
export interface QueryReader {
  terms(query: string): readonly QueryTerm[]
}

/** What is known of words, by their terms: which mean the same, and which say little. */
interface WordKnowledge {
  readonly synonymsOf: ReadonlyMap<string, readonly string[]>
  readonly informations: ReadonlyMap<string, number>
}

/** What is known without synonyms of the caller's, by vocabulary: reading the words takes longer than many searches. */
const usual = /* @__PURE__ */ new WeakMap<Vocabulary, WordKnowledge>()

/**
 * @param own Words that mean the same, one list a line, in addition to those of the package; `false`: none at all.
 * @param isKnown Whether a tool contains a term.
 */
export function queryReader(
  vocabulary: Vocabulary,
  own: readonly string[] | false,
  isKnown: (term: string) => boolean,
): QueryReader {
  const { analyze } = vocabulary
  const { synonymsOf, informations } = knowledgeOf(vocabulary, own)
  const none: readonly string[] = []
  return {
    terms: (text) => {
      // `GitHub` is one word where tools have it as one, and two words elsewhere, but never three.
      const query = spaced(text).replace(letters, (word) => {
        const whole = word.toLowerCase()
        if (whole === word) return word
        const parts = word.replace(humps, ' ')
        if (parts === word) return word
        return termsIn(analyze, whole).some(isKnown) ? whole : parts
      })
      const counts = new Map<string, number>()
      analyze(query, (word) => {
        const term = singular(word)
        if (counts.size < mostTerms || counts.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
      })
      return [...counts].map(([term, count]) => ({
        term,
        count,
        synonyms: synonymsOf.get(term) ?? none,
        information: informations.get(term) ?? 1,
      }))
    },
  }
}

function knowledgeOf(vocabulary: Vocabulary, own: readonly string[] | false): WordKnowledge {
  const isUsual = own !== false && own.length === 0
  const known = isUsual ? usual.get(vocabulary) : undefined
  if (known !== undefined) return known
  const made = makeKnowledge(vocabulary.analyze, own === false ? [] : [...toolSynonyms, ...own])
  if (isUsual) usual.set(vocabulary, made)
  return made
}

function makeKnowledge(analyze: Analyze<string>, synonyms: readonly string[]): WordKnowledge {
  const sameAs = new Map<string, Set<string>>()
  for (const line of synonyms) {
    const terms = [...new Set(line.split(/\s+/).flatMap((word) => termsIn(analyze, word)))]
    for (const term of terms) {
      const others = sameAs.get(term) ?? new Set()
      for (const other of terms) if (other !== term) others.add(other)
      sameAs.set(term, others)
    }
  }
  const informations = new Map<string, number>()
  for (const word of termsIn(analyze, lightWords)) informations.set(word, lightShare)
  for (const word of termsIn(analyze, emptyWords)) informations.set(word, 0)
  return { synonymsOf: new Map([...sameAs].map(([term, others]) => [term, [...others]])), informations }
}

function termsIn(analyze: Analyze<string>, text: string): readonly string[] {
  const terms: string[] = []
  analyze(text, (term) => terms.push(singular(term)))
  return terms
}
