import { LamellaError } from '@lamella/core'
import { checkOptions } from '@lamella/core/plugin'
import { createGuess } from './guess.ts'
import type { Language } from './language.ts'
import { english } from './languages/english.ts'
import { type AnalyzeOptions, analysisChecks } from './options.ts'
import { createScan, type Scan } from './scan.ts'
import { termsOfRun, type WordRules, wordRules } from './words.ts'

/** Calls `emit` with what stands for each term of a text, in order. */
export type Analyze<Item> = (text: string, emit: (item: Item) => void, language?: string) => void

/** Turns texts into terms. */
export interface Analyzer extends Analyze<string> {
  /**
   * Calls `emit` with each term of a text, in order. What it does depends on the text alone, and on `language`: the name of one of
   * its languages; without one, or with another, the text's is guessed.
   */
  (text: string, emit: (term: string) => void, language?: string): void
  /** The name of the language that a text is taken for, `undefined` where it is not sure. With one language it is always that. */
  readonly guess: (text: string) => string | undefined
  /**
   * The same with a number for each term, which saves looking it up: the numbers of a word are remembered with it. The number of a
   * term must never change; where it does, make another.
   */
  readonly numbered: (numberOf: (term: string) => number) => Analyze<number>
}

/**
 * Makes the function that turns texts into terms, in time that is linear in them.
 *
 * Compatibility forms (NFKC), case and accents are folded. Words of Latin, Cyrillic and other scripts with spaces are a term
 * each: its stem, in a language that has a stemmer. Stop words are left out, except from a text that has nothing else.
 * Runs of Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese are their characters and pairs of neighbours, as words cannot be
 * told apart without a dictionary. Identifiers, numbers with points and versions are their parts, then the whole. Emoji
 * are terms, without skin tones. Words are cut at 256 UTF-16 units.
 *
 * @throws LamellaError `OPTION_INVALID` for an option that is misspelled or wrong.
 * @example
 * const terms: string[] = []
 * createAnalyzer()('The children went home', (term) => terms.push(term))
 * terms // ['child', 'go', 'home']
 */
export function createAnalyzer(options: AnalyzeOptions = {}): Analyzer {
  const { stem = true, stopWords = true, ...rest } = checkOptions('createAnalyzer', options, analysisChecks)
  const languages = languagesOf(rest)
  const rules = (languages.length === 0 ? [undefined] : languages).map((one) => wordRules(one, stem, stopWords))
  const guess = languages.length > 1 ? createGuess(languages) : () => languages.length - 1
  const placeOf = (text: string, language: string | undefined): number => {
    if (languages.length < 2) return 0
    const given = language === undefined ? -1 : languages.findIndex(({ name }) => name === language)
    return Math.max(given < 0 ? guess(text) : given, 0)
  }

  const build = <Item>(itemOf: (term: string) => Item): Analyze<Item> => {
    // By place of the language, made when it is met: few texts have nothing but stop words.
    const usual: Scan<Item>[] = []
    const withStopWords: Scan<Item>[] = []
    const scanOf = (place: number, all: boolean): Scan<Item> => {
      const rule = rules[place] as WordRules
      return createScan((run) => termsOfRun(run, rule, all), all ? undefined : rule.recent, itemOf)
    }
    return (text, emit, language) => {
      const place = placeOf(text, language)
      usual[place] ??= scanOf(place, false)
      if (usual[place](text, emit) || rules[place]?.stopped.size === 0) return
      withStopWords[place] ??= scanOf(place, true)
      withStopWords[place](text, emit)
    }
  }
  return Object.assign(
    build((term) => term),
    {
      guess: (text: string) => languages[guess(text)]?.name,
      numbered: (numberOf: (term: string) => number) => build(numberOf),
    },
  )
}

function languagesOf({ language, languages }: AnalyzeOptions): readonly Language[] {
  if (languages !== undefined && language !== undefined) {
    throw new LamellaError({
      code: 'OPTION_INVALID',
      what: "createAnalyzer: 'language' is short for 'languages'; both are given.",
      fix: "Leave 'language' out.",
      details: { what: 'createAnalyzer', option: 'language' },
    })
  }
  return languages ?? (language === 'none' ? [] : [english])
}
