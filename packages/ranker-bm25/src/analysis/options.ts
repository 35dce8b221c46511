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

/** How a text becomes terms. */
export interface AnalyzeOptions {
  /**
   * The languages of the texts. With more than one, that of each text is guessed; the first is for those that give too little
   * to go by. Default English alone, which does no harm to texts in other languages. None: no stems and no stop words.
   */
  readonly languages?: readonly Language[]
  /** Short for `languages` with English alone or with none. */
  readonly language?: 'english' | 'none'
  /**
   * Whether words are cut to their stems and irregular forms led back to their base, or a stemmer of one's own in place of both,
   * for all languages. It is given a word in lower case, with its accents.
   */
  readonly stem?: boolean | ((word: string) => string)
  /** Whether common words are left out, or a list of one's own, in lower case, for all languages. */
  readonly stopWords?: boolean | readonly string[]
}

/** What is checked of the options, to be spread into those of a function that takes them. */
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
    return `must have a name, a function stem and a list stopWords in each language; number ${wrong + 1} has not`
  const names = value.map(({ name }: Language) => name)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  return twice === undefined ? undefined : `must have a language once; ${twice} is there twice`
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
