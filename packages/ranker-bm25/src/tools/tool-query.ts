import type { Analyze } from '../analysis/analyzer.ts'
import { spaced } from './tool-parts.ts'
import type { QueryTerm } from './tool-scores.ts'
import { emptyWords, lightWords } from './words.ts'

/** The most terms of a query that are looked up; a user's message may be a whole document. */
const mostTerms = 200

/** How much a light word counts when it is decided whether anything fits. */
const lightShare = 0.5

/** Consonants and a plural `s`, which no stemmer removes: `PDFs`. */
const plural = /^[^aeiouy]{2,}s$/

/** Returns a term as tools are compared by: acronyms in the singular. */
export function singular(term: string): string {
  return plural.test(term) ? term.slice(0, -1) : term
}

/** Returns a name without its spelling: `github__createIssue` and `github.create_issue` are the same. */
export function nameKey(name: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()
}

const letters = /\p{L}+/gu
/** Where a word with capitals inside is split. */
const humps = /(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu

/** Reads queries: which terms they have, and what else means the same. */
export interface QueryReader {
  terms(query: string): readonly QueryTerm[]
}

/**
 * @param synonyms Words that mean the same, one list a line.
 * @param isKnown Whether a tool contains a term.
 */
export function queryReader(
  analyze: Analyze<string>,
  synonyms: readonly string[],
  isKnown: (term: string) => boolean,
): QueryReader {
  const sameAs = new Map<string, Set<string>>()
  const wordsOf = (text: string): readonly string[] => {
    const terms: string[] = []
    analyze(text, (term) => terms.push(singular(term)))
    return terms
  }
  for (const line of synonyms) {
    const terms = [...new Set(line.split(/\s+/).flatMap(wordsOf))]
    for (const term of terms) {
      const others = sameAs.get(term) ?? new Set()
      for (const other of terms) if (other !== term) others.add(other)
      sameAs.set(term, others)
    }
  }
  const informations = new Map<string, number>()
  for (const word of wordsOf(lightWords)) informations.set(word, lightShare)
  for (const word of wordsOf(emptyWords)) informations.set(word, 0)
  const synonymsOf = new Map([...sameAs].map(([term, others]) => [term, [...others]]))
  const none: readonly string[] = []
  return {
    terms: (text) => {
      // `GitHub` is one word where tools have it as one, and two words elsewhere, but never three.
      const query = spaced(text).replace(letters, (word) => {
        const parts = word.replace(humps, ' ')
        if (parts === word) return word
        const whole = word.toLowerCase()
        return wordsOf(whole).some(isKnown) ? whole : parts
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
