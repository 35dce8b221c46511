import { LamellaError } from '@lamella/core'
import { checkOptions, withoutData } from '@lamella/core/plugin'
import { createGuess } from './guess.ts'
import type { Language } from './language.ts'
import { english } from './languages/english.ts'
import { type AnalyzeOptions, analysisChecks } from './options.ts'
import { type Emit, Scanner } from './scan.ts'
import { termsOfRun, type WordRules, wordRules } from './words.ts'

/** Calls `emit` with the item of each term of a text, in order. */
export type Analyze<Item> = (text: string, emit: Emit<Item>, language?: string) => void

/** Turns texts into terms. */
export interface Analyzer extends Analyze<string> {
  /**
   * Calls `emit` with each term of a text, in order. The result depends only on the text and on `language`: the name of
   * one of the analyzer's languages. If it is missing or unknown, the text's language is guessed.
   */
  (text: string, emit: Emit<string>, language?: string): void
  /**
   * Calls `emit` with each term of a query: those that each language makes of a word, each once, since a text may have been taken
   * for another language than the query. So a word that is in a text is found. The stop words of the query's language, if
   * that is certain, are dropped.
   */
  readonly asked: Analyze<string>
  /**
   * Returns the name of the text's guessed language, or `undefined` if uncertain. With a single language, always
   * returns that one.
   */
  readonly guess: (text: string) => string | undefined
  /**
   * Returns an analyzer that emits a number for each term, caching the numbers of each word. The number of a term must
   * never change; if it does, create another analyzer.
   */
  readonly numbered: (numberOf: (term: string) => number) => Analyze<number>
}

/**
 * Creates a function that turns texts into terms, in linear time.
 *
 * Folds compatibility forms (NFKC), case and accents. A word of Latin, Cyrillic or another script with spaces becomes
 * one term: its stem, if the language has a stemmer. Stop words are dropped unless the text has nothing else. Runs of
 * Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese become characters and pairs of neighbours, since finding
 * words requires a dictionary. Identifiers, decimals, versions and compounds become their parts, then the whole. Emoji are terms,
 * without skin tones. Binary data in a text, such as pictures as base64, has no terms. Words are cut at 256 UTF-16 units.
 *
 * @throws LamellaError `OPTION_INVALID` for a misspelled or invalid option.
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
    // Indexed by language and created lazily: few texts consist only of stop words.
    const usual: Scanner<Item>[] = []
    const withStopWords: Scanner<Item>[] = []
    const scanOf = (place: number, all: boolean): Scanner<Item> => {
      const rule = rules[place] as WordRules
      return new Scanner((run) => termsOfRun(run, rule, all), all ? undefined : rule.recent, itemOf)
    }
    return (given, emit, language) => {
      const text = bare(given)
      const place = placeOf(text, language)
      usual[place] ??= scanOf(place, false)
      if (usual[place].scan(text, emit) || rules[place]?.stopped.size === 0) return
      withStopWords[place] ??= scanOf(place, true)
      withStopWords[place].scan(text, emit)
    }
  }
  const analyze = build((term) => term)
  const askedIn = new Map<number, Asked>()
  const asked: Analyze<string> = (text, emit, language) => {
    if (rules.length < 2) return analyze(text, emit)
    const given = languages.findIndex(({ name }) => name === language)
    const place = given < 0 ? guess(text) : given
    const scans = askedIn.get(place) ?? askedScans(rules, rules[place])
    askedIn.set(place, scans)
    const words = bare(text)
    if (!scans.usual.scan(words, emit)) scans.withStopWords.scan(words, emit)
  }
  return Object.assign(analyze, {
    asked,
    guess: (text: string) => languages[guess(text)]?.name,
    numbered: (numberOf: (term: string) => number) => build(numberOf),
  })
}

const bare = (text: string): string => withoutData(text, () => ' ')

interface Asked {
  readonly usual: Scanner<string>
  readonly withStopWords: Scanner<string>
}

/** @param own The rules of the query's language, if that is certain. */
function askedScans(rules: readonly WordRules[], own: WordRules | undefined): Asked {
  const scan = (all: boolean): Scanner<string> =>
    new Scanner(
      (run) => {
        if (own && termsOfRun(run, own, all).length === 0) return []
        return [...new Set(rules.flatMap((rule) => termsOfRun(run, rule, all)))]
      },
      undefined,
      (term) => term,
    )
  return { usual: scan(false), withStopWords: scan(true) }
}

function languagesOf({ language, languages }: AnalyzeOptions): readonly Language[] {
  if (languages !== undefined && language !== undefined) {
    throw new LamellaError({
      code: 'OPTION_INVALID',
      what: "createAnalyzer: 'language' is shorthand for 'languages', but both are set.",
      fix: "Remove 'language'.",
      details: { what: 'createAnalyzer', option: 'language' },
    })
  }
  return languages ?? (language === 'none' ? [] : [english])
}
