import { checkOptions, mustBeText, rarePairs as rarePairsOf } from '@lamella/core/plugin'
import { blobEnd, hasCapital } from './blob.ts'
import {
  CJK_PUNCTUATION,
  CYRILLIC,
  CYRILLIC_OTHER,
  classOfPair,
  DIGIT,
  JOINER,
  LOWER,
  MARK,
  NEWLINE,
  PICTURE,
  PUNCTUATION,
  SPACE,
  SURROGATE,
  SYMBOL,
  UPPER,
  unitClasses,
} from './classes.ts'
import { indexOf } from './features.ts'
import { rareTriples as rareTriplesOf } from './rare-triples.ts'
import { accentedWord, add, after, cyrillicWord, scriptRun, symbolRun } from './runs.ts'

// Destructured here once: a constant of the module costs the loop nothing, a lookup by name does.
const {
  base64,
  capital,
  caps,
  capsLong,
  capsRest,
  cjkPunctuation,
  digits,
  foreign,
  foreignChars,
  hex,
  indent,
  joiners,
  newlines,
  newlinesAfterSymbol,
  part1,
  part11,
  partRest,
  pictures,
  punctuation,
  rarePairs,
  rareTriples,
  spaceBeforeDigit,
  symbol1,
  tabs,
  vowelEnd,
  word1,
  word15,
  wordRest,
} = indexOf

/** Checks what a tokenizer is to count. */
export function checkText(what: string, text: unknown): void {
  // Texts are counted often.
  if (typeof text !== 'string') checkOptions<{ text: unknown }>(what, { text }, { text: mustBeText }, ['text'])
}

/** The number of words after an accented one, or after two with rare triples, that count as words of its language. */
const foreignWords = 12

/** One bit per letter: a, i, o and u. */
const vowels = 0b1_0000_0100_0001_0000_0001

/**
 * Counts the features of a text, in the order of `featureNames`, into `counts`, which is overwritten. One loop over
 * local variables, in which each iteration reads one run of characters of a kind: an estimate spends its time here, not
 * in the sums.
 */
export function scan(text: string, counts: Int32Array): void {
  counts.fill(0)
  const classes = unitClasses()
  const { length } = text
  /** The number of further words that count as foreign. */
  let foreignLeft = 0
  /** The number of further words among which a second one with a rare triple is foreign: a single one may be a name. */
  let doubtLeft = 0
  /** The position up to which there is known to be no random data. */
  let judgedTo = 0
  let before = NEWLINE
  let at = 0
  while (at < length) {
    const from = at
    const unit = text.charCodeAt(at)
    let kind = classes[unit] as number
    if (kind <= UPPER) {
      do at++
      while (at < length && classes[text.charCodeAt(at)] === LOWER)
      let next = at < length ? (classes[text.charCodeAt(at)] as number) : SPACE
      if (next === UPPER && kind === UPPER && at - from === 1) {
        // Several capitals: an abbreviation, or the start of a word such as HTTPServer.
        do at++
        while (at < length && classes[text.charCodeAt(at)] === UPPER)
        const small = at
        while (at < length && classes[text.charCodeAt(at)] === LOWER) at++
        if (at === small) kind = DIGIT
        next = at < length ? (classes[text.charCodeAt(at)] as number) : SPACE
      }
      if (next === DIGIT && at >= judgedTo) {
        const end = blobEnd(text, from)
        if (end > 0) {
          add(counts, hasCapital(text, from, end) ? base64 : hex, end - from)
          before = DIGIT
          at = end
          continue
        }
        judgedTo = -end
      }
      const size = at - from
      if (next > DIGIT && next < JOINER) {
        at = accentedWord(text, from, counts)
        foreignLeft = foreignWords
        before = LOWER
        continue
      }
      const afterSpace = before === SPACE || before === NEWLINE
      doubtLeft--
      if (size > 1) {
        // Letters beyond these have weights of their own.
        const most = kind === DIGIT ? 10 : afterSpace ? 15 : size
        const pairs = rarePairsOf(text, from, Math.min(at, from + most))
        // A single one may be that of a name.
        if (pairs > 1 || !afterSpace) add(counts, rarePairs, afterSpace ? pairs - 1 : pairs)
        const triples = kind === DIGIT ? 0 : rareTriplesOf(text, from, at)
        // Letters drawn at random have rare pairs, too: they are of no language.
        if (triples > 0 && pairs === 0 && afterSpace) {
          if (doubtLeft > 0) foreignLeft = foreignWords
          doubtLeft = foreignWords
        }
        if (foreignLeft > 0) add(counts, rareTriples, triples)
      }
      if (kind === DIGIT) {
        add(counts, caps, 1)
        add(counts, capsRest, size - 2)
        if (size > 10) add(counts, capsLong, size - 10)
      } else {
        if (kind === UPPER) add(counts, capital, 1)
        if (size > 2 && (vowels >> (text.charCodeAt(at - 1) - 97)) & 1) add(counts, vowelEnd, 1)
        if (foreignLeft > 0 && size > 1) {
          foreignLeft--
          add(counts, foreign, 1)
          add(counts, foreignChars, size)
        } else if (size === 1 && isLetterAlone(classes, text, from - 2)) {
          add(counts, symbol1, 1)
        } else if (afterSpace) {
          add(counts, size < 15 ? word1 + size - 1 : word15, 1)
          if (size > 15) add(counts, wordRest, size - 15)
        } else {
          add(counts, size < 11 ? part1 + size - 1 : part11, 1)
          if (size > 11) add(counts, partRest, size - 11)
        }
      }
      before = LOWER
      continue
    }
    if (kind > CYRILLIC_OTHER) {
      at = scriptRun(text, from, kind, counts)
    } else if (kind === SPACE) {
      do at++
      while (at < length && classes[text.charCodeAt(at)] === SPACE)
      if (unit === 9) add(counts, tabs, 1 + ((at - from - 1) >> 4))
      // A single space becomes part of the next word or symbol, except before a digit. Of several spaces, all but the
      // last form one token, or one for each 64.
      else if (at - from > 1) add(counts, indent, 1 + ((at - from - 1) >> 6))
      if (at < length && classes[text.charCodeAt(at)] === DIGIT) add(counts, spaceBeforeDigit, 1)
    } else if (kind === SYMBOL) {
      at = symbolRun(text, from, counts)
    } else if (kind === DIGIT) {
      const end = at >= judgedTo ? blobEnd(text, from) : -judgedTo
      if (end > 0) {
        add(counts, hasCapital(text, from, end) ? base64 : hex, end - from)
        at = end
      } else {
        judgedTo = -end
        do at++
        while (at < length && classes[text.charCodeAt(at)] === DIGIT)
        add(counts, digits, Math.ceil((at - from) / 3))
      }
    } else if (kind === NEWLINE) {
      do at++
      while (at < length && classes[text.charCodeAt(at)] === NEWLINE)
      add(counts, before === SYMBOL ? newlinesAfterSymbol : newlines, 1)
      // Encodings have tokens of up to 16 of them, or four pairs of CR and LF.
      add(counts, newlines, (at - from - 1) >> (unit === 13 ? 3 : 4))
    } else if (kind < MARK) {
      at = accentedWord(text, from, counts)
      foreignLeft = foreignWords
    } else {
      if (kind === SURROGATE) kind = classOfPair(unit, text.charCodeAt(at + 1))
      if (kind > CYRILLIC_OTHER) at = scriptRun(text, from, kind, counts)
      else if (kind >= CYRILLIC) at = cyrillicWord(text, from, counts)
      else {
        at = after(text, at)
        if (kind === CJK_PUNCTUATION) add(counts, cjkPunctuation, 1)
        else if (kind === PUNCTUATION) add(counts, punctuation, 1)
        else add(counts, kind === PICTURE ? pictures : joiners, 1)
      }
    }
    before = kind
  }
}

/** Whether there is a letter with a space before it, or nothing: of letters in a row with spaces between, each is a sign and no word. */
const isLetterAlone = (classes: Uint8Array, text: string, at: number): boolean =>
  at >= 0 &&
  (classes[text.charCodeAt(at)] as number) <= UPPER &&
  (at === 0 || classes[text.charCodeAt(at - 1)] === SPACE || classes[text.charCodeAt(at - 1)] === NEWLINE)
