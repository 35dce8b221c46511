import { classify, LETTER, LOWER, MARK, NEWLINE, NUMBER, OTHER, SPACE, UPPER } from './char-class.ts'
import type { EncodingName } from './encodings.ts'

/** A text and how far it has been split. All positions are UTF-16 units. */
interface Scan {
  readonly text: string
  readonly classes: Uint8Array
}

/** The end of the piece that begins at `from`. */
type Rule = (scan: Scan, from: number) => number

const WORD = UPPER | LOWER | LETTER
const SYMBOL = MARK | OTHER
const WHITE = SPACE | NEWLINE
/** `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]` and `[\p{Ll}\p{Lm}\p{Lo}\p{M}]` of o200k_base. */
const HEAD = UPPER | LETTER | MARK
const TAIL = LOWER | LETTER | MARK
/** `[^\r\n\p{L}\p{N}]`, which may stand before a word. */
const PREFIX = SPACE | MARK | OTHER

/** `pat_str` of each encoding, as a function. */
const rules: Readonly<Record<EncodingName, Rule>> = {
  o200k_base: o200k,
  o200k_harmony: o200k,
  cl100k_base: cl100k,
  p50k_base: legacy,
  r50k_base: legacy,
}

/**
 * Cuts a well-formed text into the pieces that byte pairs are merged in, as the encoding's regular expression does.
 * Linear in the text. The expression itself, run by JavaScript, overflows its stack on a few million Han characters.
 */
export function* split(text: string, encoding: EncodingName): Generator<string> {
  const scan: Scan = { text, classes: classify(text) }
  const rule = rules[encoding]
  for (let from = 0; from < text.length; ) {
    const end = rule(scan, from)
    yield text.slice(from, end)
    from = end
  }
}

function o200k(scan: Scan, from: number): number {
  const first = scan.classes[from] as number
  const prefix = (first & PREFIX) !== 0
  const next = from + width(scan, from)
  // Four tries in the expression's order: ending in lower case with and without the prefix, then in upper case.
  let end = prefix ? lowerWord(scan, next) : next
  if (!prefix || end === next) end = lowerWord(scan, from)
  if (end === from && prefix) end = runEnd(scan, next, HEAD) > next ? runEnd(scan, next, HEAD) : from
  if (end === from) end = runEnd(scan, from, HEAD)
  if (end > from) return end + contraction(scan, end, /'(?:[stmd]|re|ve|ll)/iuy)
  if (first & NUMBER) return numberEnd(scan, from)
  return symbolsEnd(scan, from, /[\r\n/]*/y) ?? whiteEnd(scan, from, true)
}

/** `HEAD* TAIL+`: the end, or `from` where it does not match. */
function lowerWord(scan: Scan, from: number): number {
  let end = runEnd(scan, from, HEAD)
  if (((scan.classes[end] ?? 0) & LOWER) !== 0) return runEnd(scan, end, TAIL)
  // Give back capitals until a character is last that may stand in the tail.
  while (end > from && ((scan.classes[end - 1] as number) & TAIL) === 0) end--
  return end
}

function cl100k(scan: Scan, from: number): number {
  const first = scan.classes[from] as number
  const short = contraction(scan, from, /'(?:[stmd]|re|ve|ll)/iuy)
  if (short > 0) return from + short
  const start = first & PREFIX ? from + width(scan, from) : from
  const end = runEnd(scan, start, WORD)
  if (end > start) return end
  if (first & NUMBER) return numberEnd(scan, from)
  return symbolsEnd(scan, from, /[\r\n]*/y) ?? whiteEnd(scan, from, true)
}

/** p50k_base and r50k_base, the pattern of GPT-2. */
function legacy(scan: Scan, from: number): number {
  const short = contraction(scan, from, /'(?:[stmd]|re|ve|ll)/y)
  if (short > 0) return from + short
  const start = scan.text[from] === ' ' ? from + 1 : from
  for (const set of [WORD, NUMBER, SYMBOL]) {
    const end = runEnd(scan, start, set)
    if (end > start) return end
  }
  return whiteEnd(scan, from, false)
}

function runEnd(scan: Scan, from: number, set: number): number {
  let end = from
  while (end < scan.classes.length && ((scan.classes[end] as number) & set) !== 0) end++
  return end
}

function width(scan: Scan, at: number): number {
  return (scan.text.codePointAt(at) as number) > 0xffff ? 2 : 1
}

function contraction(scan: Scan, at: number, pattern: RegExp): number {
  return scan.text[at] === "'" ? matchLength(scan.text, at, pattern) : 0
}

function matchLength(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}

/** `\p{N}{1,3}` */
function numberEnd(scan: Scan, from: number): number {
  let end = from
  for (let i = 0; i < 3 && ((scan.classes[end] ?? 0) & NUMBER) !== 0; i++) end += width(scan, end)
  return end
}

/** ` ?[^\s\p{L}\p{N}]+` and what may follow it. */
function symbolsEnd(scan: Scan, from: number, after: RegExp): number | undefined {
  const start = scan.text[from] === ' ' ? from + 1 : from
  const end = runEnd(scan, start, SYMBOL)
  return end > start ? end + matchLength(scan.text, end, after) : undefined
}

/** `\s*[\r\n]+` (where `lines`), then `\s+(?!\S)`, then `\s+`. */
function whiteEnd(scan: Scan, from: number, lines: boolean): number {
  const end = runEnd(scan, from, WHITE)
  if (lines) {
    for (let i = end; i > from; i--) if (scan.classes[i - 1] === NEWLINE) return i
  }
  return end === scan.text.length || end - from === 1 ? end : end - 1
}
