import {
  type Check,
  type Checks,
  isObject,
  mustBeBoolean,
  mustBeFunction,
  mustBeOneOf,
  mustBeTexts,
} from '@lamella/core/plugin'
import type { Language } from './language.ts'

/** Options for turning a text into terms. */
export interface AnalyzeOptions {
  /**
   * The languages of the texts. With more than one, the language of each text is guessed; the first is the fallback for
   * uncertain guesses. The words of a query are looked up in all of them. Default: English only, which does not harm texts in other languages. If empty: no stems and no
   * stop words.
   */
  readonly languages?: readonly Language[]
  /** Shorthand for `languages` with English only or none. */
  readonly language?: 'english' | 'none'
  /**
   * Whether to stem words and map irregular forms to their base, or a custom stemmer that replaces both for all
   * languages. It gets a lowercase word with accents.
   */
  readonly stem?: boolean | ((word: string) => string)
  /** Whether to drop common words, or a custom list of lowercase words, for all languages. */
  readonly stopWords?: boolean | readonly string[]
}

/** The checks of these options, to spread into the checks of functions that accept them. */
export const analysisChecks: Checks<AnalyzeOptions> = {
  languages: mustBeLanguages,
  language: mustBeOneOf(['english', 'none']),
  stem: either(mustBeBoolean, mustBeFunction),
  stopWords: either(mustBeBoolean, mustBeTexts),
}

function mustBeLanguages(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'must be a list of languages'
  const wrong = value.findIndex((one) => !isLanguage(one))
  if (wrong >= 0)
    return `must have a name, a function stem and a list stopWords in each language; number ${wrong + 1} does not`
  const names = value.map(({ name }: Language) => name)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  return twice === undefined ? undefined : `must have each language once; ${twice} occurs twice`
}

function isLanguage(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value['name'] === 'string' &&
    typeof value['stem'] === 'function' &&
    mustBeTexts(value['stopWords']) === undefined &&
    (value['irregular'] === undefined || mustBeTexts(value['irregular']) === undefined) &&
    (value['fold'] === undefined || typeof value['fold'] === 'function')
  )
}

function either(...checks: readonly Check[]): Check {
  return (value) =>
    checks.some((check) => check(value) === undefined) ? undefined : checks.map((check) => check(value)).join(', or ')
}
