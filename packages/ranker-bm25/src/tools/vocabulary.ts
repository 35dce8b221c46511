import { type Analyze, type Analyzer, createAnalyzer } from '../analysis/analyzer.ts'
import type { Language } from '../analysis/language.ts'
import { english } from '../analysis/languages/english.ts'
import { type AlikeTerm, Beginnings } from './beginnings.ts'
import { cut, mostOfText, sentencesOf, spaced } from './tool-texts.ts'

/** The maximum number of characters of texts to cache: those of about 6,000 tools. */
const mostCharacters = 2_000_000

/** From how many terms on the next index begins a vocabulary of its own. */
const manyTerms = 100_000

/** The numbers of the terms of a text, in order. */
export type TermNumbers = readonly number[]

/** A sentence of a description. */
export interface Sentence {
  readonly text: string
  readonly terms: TermNumbers
}

/**
 * The numbers of terms, and the terms of recent texts. Servers repeat what they say of each tool, and tools are indexed again
 * whenever their list changes, so most texts are known. It only caches: what a text consists of depends on nothing but the text.
 */
export class Vocabulary {
  readonly analyze: Analyzer
  readonly #numbers = new Map<string, number>()
  readonly #numbered: Analyze<number>
  readonly #names = new Map<string, TermNumbers>()
  readonly #texts = new Map<string, TermNumbers>()
  readonly #descriptions = new Map<string, readonly Sentence[]>()
  readonly #beginnings = new Beginnings()
  #characters = 0

  constructor(analyze: Analyzer) {
    this.analyze = analyze
    this.#numbered = analyze.numbered((term) => {
      const one = singular(term)
      let number = this.#numbers.get(one)
      if (number === undefined) {
        number = this.#numbers.size
        this.#numbers.set(one, number)
        this.#beginnings.add(one)
      }
      return number
    })
  }

  /** The number of known terms. Terms are numbered from 0, in the order of their first occurrence. */
  get size(): number {
    return this.#numbers.size
  }

  /** Returns the number of a term; -1 if no text had it. */
  numberOf(term: string): number {
    return this.#numbers.get(term) ?? -1
  }

  /** Returns the terms that begin as this one does, with how much of both that is, from `least` on. */
  alike(term: string, least: number): readonly AlikeTerm[] {
    return this.#beginnings.like(term, least)
  }

  /** Returns the terms of a name, or of a value that may be one. */
  inName(name: string): TermNumbers {
    return this.#names.get(name) ?? this.#remember(this.#names, name, this.#termsOf(spaced(name)))
  }

  inText(text: string): TermNumbers {
    return this.#texts.get(text) ?? this.#remember(this.#texts, text, this.#termsOf(cut(text)))
  }

  /** Returns the sentences of a description, each once. */
  inDescription(description: string): readonly Sentence[] {
    const known = this.#descriptions.get(description)
    if (known !== undefined) return known
    const sentences = sentencesOf(description).map((text) => ({ text, terms: this.#termsOf(text) }))
    return this.#remember(this.#descriptions, description, sentences)
  }

  #termsOf(text: string): TermNumbers {
    const terms: number[] = []
    this.#numbered(text, (term) => terms.push(term))
    return terms
  }

  #remember<Read>(texts: Map<string, Read>, text: string, read: Read): Read {
    if (text.length > mostOfText) return read
    this.#characters += text.length
    if (this.#characters > mostCharacters) {
      for (const all of [this.#names, this.#texts, this.#descriptions]) all.clear()
      this.#characters = text.length
    }
    texts.set(text, read)
    return read
  }
}

const shared = /* @__PURE__ */ new WeakMap<Language, Vocabulary>()

/** Returns the vocabulary of these languages: that of all indexes if it is one language, and not too large yet. */
export function vocabularyOf(languages: readonly Language[] = [english]): Vocabulary {
  const [language] = languages
  if (language === undefined || languages.length > 1) return new Vocabulary(createAnalyzer({ languages }))
  const known = shared.get(language)
  if (known !== undefined && known.size < manyTerms) return known
  const vocabulary = new Vocabulary(createAnalyzer({ languages }))
  shared.set(language, vocabulary)
  return vocabulary
}

/** Consonants and a plural `s`, which no stemmer removes: `PDFs`. */
const plural = /^[^aeiouy]{2,}s$/

/** Returns a term as tools are compared by: acronyms in the singular. */
export function singular(term: string): string {
  return term.endsWith('s') && plural.test(term) ? term.slice(0, -1) : term
}
