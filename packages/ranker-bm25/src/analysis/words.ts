import { splitCompound } from './compounds.ts'
import { foldAccents, foldForm } from './fold.ts'
import type { Language } from './language.ts'

/** Longest word that is stemmed, in UTF-16 units. What is longer is an identifier or a key, and stays as it is. */
const longestWord = 40

/** What is done with the words of a language, options applied. */
export interface WordRules {
  readonly stopped: ReadonlySet<string>
  readonly base: ReadonlyMap<string, string>
  readonly stem: (word: string) => string
  readonly fold: ((word: string) => string) | undefined
}

/** The rules of a language, or of none. */
export function wordRules(
  language: Language | undefined,
  stem: boolean | ((word: string) => string),
  stopWords: boolean | readonly string[],
): WordRules {
  const list = typeof stopWords === 'boolean' ? (stopWords ? (language?.stopWords ?? []) : []) : stopWords
  const stopped = new Set<string>()
  for (const word of list) {
    if (/^[a-z]+$/.test(word)) stopped.add(word)
    else for (const one of comparable(word, language?.fold)) stopped.add(one)
  }
  const base = new Map<string, string>()
  for (const line of stem === true ? (language?.irregular ?? []) : []) {
    const [first = '', ...forms] = line.split(' ')
    for (const form of forms) base.set(form, first)
  }
  const stemmer = typeof stem === 'function' ? stem : stem ? language?.stem : undefined
  return {
    stopped,
    base,
    stem: stemmer ?? ((word) => word),
    fold: language?.fold,
  }
}

/** A word of a list of stop words as those of texts are compared. There are lists with signs in them, as in `don't` and `etc.`. */
function comparable(word: string, fold: WordRules['fold']): readonly string[] {
  const parts = foldForm(word)
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}']+/u)
  return parts.flatMap((part) => withoutApostrophes(part, fold)).map(foldAccents)
}

/** Words with nothing to split or fold but a capital at the beginning, as most are. */
const simple = /^[A-Za-z][a-z]*$/

/** The terms of a run of letters, folded in form: none for a stop word, several for a compound. */
export function termsOfRun(run: string, rules: WordRules, withStopWords: boolean): readonly string[] {
  const terms: string[] = []
  for (const word of simple.test(run) ? [run] : splitCompound(run)) {
    for (const one of withoutApostrophes(word.toLowerCase(), rules.fold)) {
      const term = one === '' ? '' : termOf(one, rules, withStopWords)
      if (term !== '') terms.push(term)
    }
  }
  return terms
}

function withoutApostrophes(word: string, fold: WordRules['fold']): readonly string[] {
  const folded = fold === undefined ? word : fold(word)
  if (!folded.includes("'")) return [folded]
  return fold === undefined ? word.split("'") : [folded.replaceAll("'", '')]
}

function termOf(word: string, { stopped, base, stem }: WordRules, withStopWords: boolean): string {
  const plain = foldAccents(word)
  if (!withStopWords && stopped.has(plain)) return ''
  if (word.length > longestWord) return plain
  const regular = base.get(plain) ?? word
  const stemmed = foldAccents(stem(regular))
  // A stemmer may leave nothing of a word that is all endings.
  return stemmed === '' ? plain : stemmed
}
