import { type Endings, fourth, pairsIn, second, third } from './english-endings.ts'

/**
 * Codes of letters. Most words have none of the endings, and checking the last letter is faster than searching for
 * each.
 */
const [d, e, g, l, s, y, consonantY] = [100, 101, 103, 108, 115, 121, 89] as const

/** One bit each for a, e, i, o, u and y, counted from a. */
const vowels = 0b1_0001_0000_0100_0001_0001_0001

/** Returns whether there is a vowel at an index. A consonant `y` is temporarily written as `Y`. */
function isVowel(word: string, at: number): boolean {
  const unit = word.charCodeAt(at)
  return unit >= 97 && ((vowels >>> (unit - 97)) & 1) === 1
}

const lastOf = (word: string): number => word.charCodeAt(word.length - 1)

const whole: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ pairsIn(
    'skis>ski skies>sky idly>idl gently>gentl ugly>ugli early>earli only>onli singly>singl sky>sky news>news howe>howe atlas>atlas cosmos>cosmos bias>bias andes>andes',
  ),
)
const longestWhole = 6
/** In the singular, without a plural `s`. */
const kept = ['inning', 'outing', 'canning', 'herring', 'earring', 'evening', 'proceed', 'exceed', 'succeed']

/** Double letters, except in words such as `add` and `egg`. */
const doubles = /(?<!^[aeo])(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/
/** Prefixes that would otherwise be cut too far, by their first letters. */
const prefixes: Readonly<Record<string, string>> = {
  a: 'arsen',
  c: 'commun',
  e: 'emerg',
  g: 'gener',
  i: 'inter',
  l: 'later',
  o: 'organ',
  p: 'past',
  u: 'univers',
}
/** Letters that may precede `-li` as an ending. */
const beforeLi = 'cdeghkmnrt'

/**
 * Returns the stem of an English word in a to z, by Porter's second stemmer, as described at
 * https://snowballstem.org/algorithms/english/stemmer.html
 */
export function stemEnglish(given: string): string {
  if (given.length <= 2) return given
  const exception = given.length <= longestWhole ? whole.get(given) : undefined
  if (exception !== undefined) return exception
  let word = markConsonants(given)
  const prefix = prefixes[word.charAt(0)]
  const first = prefix !== undefined && word.startsWith(prefix) ? prefix.length : regionAfter(word, 0)
  const inner = regionAfter(word, first)
  word = dropPlural(word)
  let last = lastOf(word)
  if (last === d || last === g || last === y) {
    if (kept.includes(word)) return word
    word = dropTense(word, first)
    last = lastOf(word)
  }
  if ((last === y || last === consonantY) && word.length > 2 && !isVowel(word, word.length - 2))
    word = `${word.slice(0, -1)}i`
  word = replaceEnding(word, second, first, (ending, stem) =>
    ending === 'li' ? beforeLi.includes(stem.slice(-1)) : ending !== 'ogi' || stem.endsWith('l'),
  )
  word = replaceEnding(word, third, first, (ending, stem) => ending !== 'ative' || stem.length >= inner)
  word = replaceEnding(
    word,
    fourth,
    inner,
    (ending, stem) => ending !== 'ion' || stem.endsWith('s') || stem.endsWith('t'),
  )
  word = dropLast(word, first, inner)
  return word.includes('Y') ? word.replaceAll('Y', 'y') : word
}

/** Marks `y` at the beginning or after a vowel as a consonant. */
function markConsonants(word: string): string {
  if (!word.includes('y')) return word
  let marked = ''
  for (let i = 0; i < word.length; i++) {
    const isConsonant = word[i] === 'y' && (i === 0 || isVowel(marked, i - 1))
    marked += isConsonant ? 'Y' : word[i]
  }
  return marked
}

/** Returns where the region after the first consonant that follows a vowel begins. */
function regionAfter(word: string, from: number): number {
  let i = from
  while (i < word.length && !isVowel(word, i)) i++
  while (i < word.length && isVowel(word, i)) i++
  return Math.min(i + 1, word.length)
}

function hasVowel(word: string, end: number): boolean {
  for (let i = 0; i < end; i++) if (isVowel(word, i)) return true
  return false
}

/** Returns whether a short syllable ends at an index, as in "hop", "trap" and "at"; "past" counts as one, for "paste". */
function endsShort(word: string, end: number): boolean {
  if (end === 2) return isVowel(word, 0) && !isVowel(word, 1)
  if (end < 3) return false
  if (end === 4 && word.startsWith('past')) return true
  const last = word[end - 1] as string
  return !isVowel(word, end - 1) && !'wxY'.includes(last) && isVowel(word, end - 2) && !isVowel(word, end - 3)
}

function dropPlural(word: string): string {
  const last = lastOf(word)
  if (last !== s) return last === d && word.endsWith('ied') ? word.slice(0, word.length > 4 ? -2 : -1) : word
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (word.endsWith('ies')) return word.slice(0, word.length > 4 ? -2 : -1)
  if (word.endsWith('us') || word.endsWith('ss')) return word
  return hasVowel(word, word.length - 2) ? word.slice(0, -1) : word
}

function dropTense(word: string, first: number): string {
  const base = word.endsWith('ly') ? word.slice(0, -2) : word
  if (base.endsWith('eed')) return base.length - 3 >= first ? base.slice(0, -1) : word
  if (base.length === 5 && base.endsWith('ying') && !isVowel(base, 0)) return `${base[0]}ie`
  const length = base.endsWith('ed') ? 2 : base.endsWith('ing') ? 3 : 0
  if (length === 0 || !hasVowel(base, base.length - length)) return word
  const stem = base.slice(0, -length)
  if (stem.endsWith('at') || stem.endsWith('bl') || stem.endsWith('iz')) return `${stem}e`
  if (doubles.test(stem)) return stem.slice(0, -1)
  return first >= stem.length && endsShort(stem, stem.length) ? `${stem}e` : stem
}

/** Replaces the longest matching ending if it is in the region that begins at `from` and `may` allows it. */
function replaceEnding(
  word: string,
  all: Endings,
  from: number,
  may: (ending: string, stem: string) => boolean,
): string {
  // Most words are too short for the region to hold even the shortest ending.
  if (word.length - from < 2) return word
  const endings = all[word.charAt(word.length - 1)]
  if (endings === undefined) return word
  for (const [ending, replacement] of endings) {
    if (!word.endsWith(ending)) continue
    const stem = word.slice(0, -ending.length)
    return stem.length >= from && may(ending, stem) ? stem + replacement : word
  }
  return word
}

function dropLast(word: string, first: number, inner: number): string {
  const end = word.length - 1
  const last = word.charCodeAt(end)
  if (last === e) return end >= inner || (end >= first && !endsShort(word, end)) ? word.slice(0, -1) : word
  return last === l && end >= inner && word.endsWith('ll') ? word.slice(0, -1) : word
}
