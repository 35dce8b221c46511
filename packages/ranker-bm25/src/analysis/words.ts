import { stemmerOf } from './alphabet.ts'
import { splitCompound } from './compounds.ts'
import { foldAccents, foldForm } from './fold.ts'
import type { Language } from './language.ts'
import { RecentWords } from './recent-words.ts'

/** The longest word to stem, in UTF-16 units. Longer words are identifiers or keys, and stay unchanged. */
const longestWord = 40

/** The rules for the words of a language, with options applied. */
export interface WordRules {
  readonly stopped: ReadonlySet<string>
  readonly base: ReadonlyMap<string, string>
  readonly stem: (word: string) => string
  readonly fold: ((word: string) => string) | undefined
  /** If terms depend only on the language: a shared cache of recent words and their terms. */
  readonly recent: RecentWords | undefined
}

/**
 * Rules derived from a language alone. They are cached with it, since creating them takes longer than ranking many
 * short texts, and so that rankers for a few texts share the cache of common words.
 */
const usual = /* @__PURE__ */ new WeakMap<Language, WordRules>()

/** Returns the rules of a language, or of no language. */
export function wordRules(
  language: Language | undefined,
  stem: boolean | ((word: string) => string),
  stopWords: boolean | readonly string[],
): WordRules {
  if (language === undefined || stem !== true || stopWords !== true) return makeRules(language, stem, stopWords)
  const rules = usual.get(language) ?? { ...makeRules(language, stem, stopWords), recent: new RecentWords() }
  usual.set(language, rules)
  return rules
}

function makeRules(
  language: Language | undefined,
  stem: boolean | ((word: string) => string),
  stopWords: boolean | readonly string[],
): WordRules {
  const stemmer = typeof stem === 'function' ? stem : stem && language ? stemmerOf(language) : undefined
  const base = new Map<string, string>()
  for (const line of stem === true ? (language?.irregular ?? []) : []) {
    const [first = '', ...forms] = line.split(' ')
    for (const form of forms) base.set(form, first)
  }
  const list = stopWords === true ? (language?.stopWords ?? []) : stopWords || []
  return {
    stopped: setOf(list, language?.fold),
    base,
    stem: stemmer ?? ((word) => word),
    fold: language?.fold,
    recent: undefined,
  }
}

function setOf(words: readonly string[], fold: WordRules['fold']): ReadonlySet<string> {
  const stopped = new Set<string>()
  for (const word of words) {
    if (fold === undefined && /^[a-z]+$/.test(word)) stopped.add(word)
    else for (const one of comparable(word, fold)) stopped.add(one)
  }
  return stopped
}

/**
 * Returns a stop word in the form that words of texts are compared in. Some lists contain punctuation, as in `don't`
 * and `etc.`.
 */
function comparable(word: string, fold: WordRules['fold']): readonly string[] {
  const parts = foldForm(word)
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}']+/u)
  return [...parts, parts.join('')].flatMap((part) => withoutApostrophes(part, fold)).map(foldAccents)
}

/** Words with nothing to split or fold except an initial capital, like most. */
const simple = /^[A-Za-z][a-z]*$/
const lowerA = 97

/** Where a compound has its parts: at hyphens, and at points that are not between digits. */
const joints = /[-‐]|(?<!\p{N})\.|\.(?!\p{N})/u

/**
 * Returns the terms of a run of letters in folded form: none for a stop word, several for a compound. Its words are
 * followed by the whole, unless it is all digits: `Wi-Fi` is `wi`, `fi` and `wifi`; `node.js` is `node`, `js` and `nodejs`.
 */
export function termsOfRun(run: string, rules: WordRules, withStopWords: boolean): readonly string[] {
  return simple.test(run) ? termsOfSimple(run, rules, withStopWords) : termsOfAny(run, rules, withStopWords)
}

function termsOfSimple(run: string, rules: WordRules, withStopWords: boolean): readonly string[] {
  // Checking is cheaper than a call that returns its argument.
  const word = run.charCodeAt(0) < lowerA ? run.toLowerCase() : run
  const folded = rules.fold === undefined ? word : rules.fold(word)
  // A custom fold may return anything.
  if (folded === '' || folded.includes("'")) return termsOfAny(run, rules, withStopWords)
  const term = termOf(folded, rules, withStopWords)
  return term === '' ? [] : [term]
}

/** A word in capitals is an abbreviation or a name, even if it would be a stop word: IT, US, WHO. */
const capitals = /^\p{Lu}{2,}$/u

function termsOfAny(run: string, rules: WordRules, withStopWords: boolean): readonly string[] {
  const pieces = run.split(joints)
  if (pieces.length === 1) {
    const folded = rules.fold?.(run.toLowerCase()) ?? run.toLowerCase()
    // An ordinal is a number.
    const words = number.test(folded) || rules.stopped.has(folded) ? [run] : splitCompound(run)
    return words.flatMap((word) => termsOfWord(word, rules, withStopWords))
  }
  const parts = pieces.flatMap((piece) => termsOfRun(piece, rules, withStopWords))
  const whole = /\p{L}/u.test(run) ? termsOfWord(pieces.join(''), rules, withStopWords) : []
  // In an unknown alphabet, both may be cut to the same beginning.
  return [...parts, ...whole.filter((term) => !parts.includes(term))]
}

const number = /^\p{N}+$/u

function termsOfWord(word: string, rules: WordRules, withStopWords: boolean): readonly string[] {
  const terms: string[] = []
  const add = (word: string, all = withStopWords): boolean => {
    const term = word === '' ? '' : termOf(word, rules, all)
    if (term !== '') terms.push(term)
    return term !== ''
  }
  const folded = word.toLowerCase()
  for (const one of withoutApostrophes(folded, rules.fold)) {
    if (add(one, withStopWords || capitals.test(word)) && rules.fold && !withStopWords)
      for (const part of longestParts(rules.fold(folded))) add(part)
  }
  return terms
}

function withoutApostrophes(word: string, fold: WordRules['fold']): readonly string[] {
  const folded = fold === undefined ? word : fold(word)
  if (!folded.includes("'")) return [folded]
  return fold === undefined ? word.split("'") : [folded.replaceAll("'", '')]
}

/**
 * Returns the longest parts of a word at its apostrophes. What a language elides there, or adds to a name, is shorter than what it
 * belongs to: `l'hôtel`, `O'Brien`, `İstanbul'da`. A single letter is no part.
 */
function longestParts(word: string): readonly string[] {
  if (!word.includes("'")) return []
  const parts = word.split("'")
  const most = parts.reduce((longest, { length }) => Math.max(longest, length), 2)
  return parts.filter(({ length }) => length === most)
}

function termOf(word: string, { stopped, base, stem }: WordRules, withStopWords: boolean): string {
  const plain = foldAccents(word)
  if (!withStopWords && stopped.has(plain)) return ''
  if (word.length > longestWord) return plain
  const regular = base.get(plain) ?? word
  const cut = stem(regular)
  const stemmed = cut === word ? plain : foldAccents(cut)
  // A stemmer may return an empty stem for a word that is all endings.
  return stemmed === '' ? plain : stemmed
}
