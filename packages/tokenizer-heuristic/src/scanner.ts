import {
  CJK_PUNCTUATION,
  CYRILLIC,
  classOfPair,
  DIGIT,
  HAN_COMMON,
  JOINER,
  LATIN,
  LOWER,
  NEWLINE,
  PICTURE,
  PUNCTUATION,
  SPACE,
  SURROGATE,
  SYMBOL,
  UPPER,
  unitClasses,
} from './classes.ts'
import { featureNames, indexOf } from './features.ts'
import { scriptFeatures } from './script-features.ts'

/** Shortest run of letters and digits that may be taken for random data. */
const shortestBlob = 12

/** Words after an accented one that are taken to be of its language. */
const foreignWords = 12

/** How far a run of letters and digits is looked at before it is cut: bounded, so that no text is quadratic. */
const lookAhead = 96

/** Goes over a text once and counts its features. One object serves any number of texts, one after the other. */
export class Scanner {
  readonly counts: Float64Array = new Float64Array(featureNames.length)
  readonly #classes: Uint8Array = unitClasses()
  #text = ''
  #at = 0
  /** How many more words are taken for foreign ones. */
  #foreign = 0

  /** The features of a text, in the order of `featureNames`. The array is overwritten by the next call. */
  scan(text: string): Float64Array {
    this.counts.fill(0)
    this.#text = text
    this.#at = 0
    this.#foreign = 0
    let before = NEWLINE
    while (this.#at < text.length) before = this.#run(before)
    this.#text = ''
    return this.counts
  }

  /** Counts the run that begins here and returns its kind. */
  #run(before: number): number {
    const kind = this.#kind(this.#at)
    if (kind <= DIGIT || kind === LATIN) return this.#alphanumeric(kind, before)
    if (kind === SPACE) return this.#spaces(before)
    if (kind === NEWLINE) {
      this.#skip(NEWLINE)
      this.#add(before === SYMBOL ? indexOf.newlinesAfterSymbol : indexOf.newlines, 1)
    } else if (kind === SYMBOL) this.#symbols()
    else if ((scriptFeatures[kind] as number) > 0) this.#script(kind)
    else {
      this.#step()
      if (kind === CJK_PUNCTUATION) this.#add(indexOf.cjkPunctuation, 1)
      else if (kind === PUNCTUATION) this.#add(indexOf.punctuation, 1)
      else this.#add(kind === PICTURE ? indexOf.pictures : indexOf.joiners, 1)
    }
    return kind
  }

  #kind(at: number): number {
    const unit = this.#text.charCodeAt(at)
    const kind = this.#classes[unit] as number
    return kind === SURROGATE ? classOfPair(unit) : kind
  }

  /** Moves over one character. */
  #step(): void {
    const unit = this.#text.charCodeAt(this.#at++)
    if (unit < 0xd800 || unit > 0xdbff) return
    const low = this.#text.charCodeAt(this.#at)
    if (low >= 0xdc00 && low <= 0xdfff) this.#at++
  }

  #skip(kind: number): number {
    const from = this.#at
    while (this.#at < this.#text.length && this.#classes[this.#text.charCodeAt(this.#at)] === kind) this.#at++
    return this.#at - from
  }

  #add(feature: number, amount: number): void {
    this.counts[feature] = (this.counts[feature] as number) + amount
  }

  /** Letters of Latin script and digits: the commonest run, so the plain lower-case word is tried first. */
  #alphanumeric(kind: number, before: number): number {
    const { length } = this.#text
    const from = this.#at
    const limit = Math.min(length, from + lookAhead)
    if (kind <= UPPER) {
      this.#at++
      this.#skip(LOWER)
      const after = this.#at < length ? this.#kind(this.#at) : SPACE
      if (after > DIGIT && after !== LATIN && after !== JOINER && (kind === LOWER || this.#at - from > 1)) {
        this.#word(this.#at - from, before)
        return LOWER
      }
    }
    // Look ahead to the end of letters and digits: are there accents, and is there sense in it?
    let end = from
    let accents = 0
    let turns = 0
    let digits = 0
    for (let last = kind; end < limit; end++) {
      const here = this.#kind(end)
      if (here === LATIN || here === JOINER) accents++
      else if (here > DIGIT) break
      if (here === DIGIT) digits++
      if (here !== last && !(last === UPPER && here === LOWER)) turns++
      last = here
    }
    if (accents === 0 && digits > 0 && end - from >= shortestBlob && turns * 5 >= end - from) {
      const lowerOnly = !/[A-Z]/.test(this.#text.slice(from, end))
      this.#add(lowerOnly ? indexOf.hex : indexOf.base64, end - from)
      this.#at = end
      return DIGIT
    }
    this.#at = from
    return accents > 0 ? this.#accented() : this.#parts(end, before)
  }

  /** A run of ASCII letters and digits, cut where encodings cut: before digits and before a capital in a word. */
  #parts(end: number, before: number): number {
    let last = before
    while (this.#at < end) {
      const kind = this.#kind(this.#at)
      if (kind === DIGIT) {
        this.#add(indexOf.digits, Math.ceil(this.#skip(DIGIT) / 3))
      } else {
        const capitals = this.#skip(UPPER)
        const small = this.#skip(LOWER)
        if (capitals > 1 && small === 0) {
          this.#add(indexOf.caps, 1)
          this.#add(indexOf.capsRest, capitals - 2)
        } else this.#word(capitals + small, last)
      }
      last = kind
    }
    return last
  }

  #word(length: number, before: number): void {
    if (this.#foreign > 0 && length > 1) {
      this.#foreign--
      this.#add(indexOf.foreign, 1)
      this.#add(indexOf.foreignChars, length)
      if (length > 6) this.#add(indexOf.foreignRest, length - 6)
    } else if (before === SPACE || before === NEWLINE) {
      this.#add(indexOf.word1 + Math.min(length, 15) - 1, 1)
      if (length > 15) this.#add(indexOf.wordRest, length - 15)
    } else {
      this.#add(length > 10 ? indexOf.part11 : indexOf.part1 + length - 1, 1)
      if (length > 11) this.#add(indexOf.partRest, length - 11)
    }
  }

  /** A Latin word with letters outside ASCII, digits in it included. */
  #accented(): number {
    const from = this.#at
    let accents = 0
    for (; this.#at < this.#text.length; this.#at++) {
      const kind = this.#kind(this.#at)
      if (kind === LATIN || kind === JOINER) accents++
      else if (kind > DIGIT) break
    }
    this.#foreign = foreignWords
    this.#add(indexOf.latin, 1)
    this.#add(indexOf.latinChars, this.#at - from)
    this.#add(indexOf.latinRest, Math.max(0, this.#at - from - 6))
    this.#add(indexOf.latinAccents, accents)
    return LATIN
  }

  #script(kind: number): void {
    const base = scriptFeatures[kind] as number
    let characters = 0
    for (let here = kind; here === JOINER || scriptFeatures[here] === base; here = this.#kind(this.#at)) {
      if (here === HAN_COMMON) this.#add(indexOf.hanCommon, 1)
      this.#step()
      characters++
      if (this.#at >= this.#text.length) break
    }
    this.#add(base, 1)
    this.#add(base + 1, characters)
    if (characters > 6) this.#add(base + 2, characters - 6)
    if (kind === CYRILLIC) this.#add(indexOf.cyrillic2 + Math.min(6, (characters - 1) >> 1), 1)
  }

  #spaces(before: number): number {
    const from = this.#at
    const length = this.#skip(SPACE)
    if (this.#text.charCodeAt(from) === 9) this.#add(indexOf.tabs, 1)
    // One space becomes part of the next word or symbol, except before a digit; of several all but the last are a token.
    else if (length > 1 && before !== SPACE) this.#add(indexOf.indent, 1)
    if (this.#at < this.#text.length && this.#kind(this.#at) === DIGIT) this.#add(indexOf.spaceBeforeDigit, 1)
    return SPACE
  }

  #symbols(): void {
    const from = this.#at
    const first = this.#text.charCodeAt(from)
    while (this.#text.charCodeAt(this.#at) === first) this.#at++
    const same = this.#at - from
    if (same > 3) {
      this.#add(indexOf.repeated, 1)
      this.#add(indexOf.repeatedRest, same - 4)
      return
    }
    const length = same + this.#skip(SYMBOL)
    const beforeWord = this.#at < this.#text.length && this.#kind(this.#at) <= UPPER
    if (length === 1) this.#add(beforeWord ? indexOf.symbolBeforeWord : indexOf.symbol1, 1)
    else {
      this.#add(length < 4 ? indexOf.symbol2 + length - 2 : indexOf.symbol4, 1)
      if (length > 4) this.#add(indexOf.symbolRest, length - 4)
    }
  }
}
