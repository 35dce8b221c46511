import type { Analyze } from '../analysis/analyzer.ts'
import { hasUnspaced } from '../analysis/characters.ts'
import type { OtherWord, QueryTerm } from './tool-scores.ts'
import { spaced } from './tool-texts.ts'
import { singular, type Vocabulary } from './vocabulary.ts'
import { toolSynonyms } from './words.ts'

/** The most terms of a query that are looked up; a user's message may be a whole document. */
const mostTerms = 200

/** What a tool scores for a word that means the same or begins alike, of what it would score for the word itself. */
const otherScore = 0.5
/** What a tool covers of a word by one that means the same. */
const synonymCover = 0.7
/** How much of two words is their common beginning for them to be forms of one: `nutritional` finds `nutrition`. */
const alikeShare = 0.65

/**
 * How much of a word a term of a script without spaces is: a run of n characters has n characters and n - 1 pairs as terms, and
 * about n / 2 words.
 */
const unspacedShare = 1 / 4

const letters = /\p{L}+/gu
const words = /[\p{L}\p{N}]+/gu
/** Where a word with capitals inside is split. */
const humps = /(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu

/** A query as its words. */
interface ToolQuery {
  readonly terms: readonly QueryTerm[]
  /** Whether there are other words in it: those that each text has, or the same ones again. */
  readonly hasOtherWords: boolean
}

/** Returns the words of queries, and what else may be in their place. */
export type ReadQuery = (text: string) => ToolQuery

type Synonyms = ReadonlyMap<string, readonly OtherWord[]>

/** The synonyms without those of the caller, by vocabulary: reading the words takes longer than many searches. */
const usual = /* @__PURE__ */ new WeakMap<Vocabulary, Synonyms>()

/**
 * @param own Words that mean the same, one list a line, in addition to those of the package; `false`: none at all.
 * @param isKnown Whether a tool contains a term.
 */
export function queryReader(
  vocabulary: Vocabulary,
  own: readonly string[] | false,
  isKnown: (term: string) => boolean,
): ReadQuery {
  const { analyze } = vocabulary
  const synonyms = synonymsFor(vocabulary, own)
  const alike = (term: string): readonly OtherWord[] =>
    isKnown(term)
      ? []
      : vocabulary
          .alike(term, alikeShare)
          .map((other) => ({ term: other.term, score: otherScore * other.share, cover: otherScore * other.share }))
  return (text) => {
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
    const terms = [...counts].map(([term, count]) => ({
      term,
      count,
      word: hasUnspaced(term) ? unspacedShare : 1,
      others: [...(synonyms.get(term) ?? []), ...alike(term)],
    }))
    return { terms, hasOtherWords: (query.match(words) ?? []).length > terms.length }
  }
}

function synonymsFor(vocabulary: Vocabulary, own: readonly string[] | false): Synonyms {
  const isUsual = own !== false && own.length === 0
  const known = isUsual ? usual.get(vocabulary) : undefined
  if (known !== undefined) return known
  const made = readSynonyms(vocabulary.analyze, own === false ? [] : [...toolSynonyms, ...own])
  if (isUsual) usual.set(vocabulary, made)
  return made
}

function readSynonyms(analyze: Analyze<string>, lines: readonly string[]): Synonyms {
  const sameAs = new Map<string, Map<string, OtherWord>>()
  for (const line of lines) {
    const terms = [...new Set(line.split(/\s+/).flatMap((word) => termsIn(analyze, word)))]
    for (const term of terms) {
      const others = sameAs.get(term) ?? new Map<string, OtherWord>()
      for (const other of terms)
        if (other !== term) others.set(other, { term: other, score: otherScore, cover: synonymCover })
      sameAs.set(term, others)
    }
  }
  return new Map([...sameAs].map(([term, others]) => [term, [...others.values()]]))
}

function termsIn(analyze: Analyze<string>, text: string): readonly string[] {
  const terms: string[] = []
  analyze(text, (term) => terms.push(singular(term)))
  return terms
}
