import { valueEnd } from '../scripts.ts'

/** A value in a text, and where it is. */
export interface ScannedValue {
  readonly value: string
  readonly start: number
}

/** Characters that a value consists of: letters and digits of scripts with spaces between words, and `_ . / @ -`. */
const inValue: readonly boolean[] = flagsOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./@-')

/** Returns for each code of ASCII whether its character is among some. */
function flagsOf(characters: string): readonly boolean[] {
  return Array.from({ length: 128 }, (_, code) => characters.includes(String.fromCharCode(code)))
}

/** From here on scripts write without spaces, and values end where they begin. */
const firstIdeograph = 0x2e80

const longest = 80

/**
 * Finds what looks like a value in a text: ids, numbers of four digits or more, amounts of money, dates, paths and addresses.
 * Words are none.
 */
export function scanValues(text: string): readonly ScannedValue[] {
  const found: ScannedValue[] = []
  for (let at = 0; at < text.length; ) {
    if (!isInValue(text.charCodeAt(at))) {
      at++
      continue
    }
    const { end, digits, letters, signs } = readRun(text, at)
    if (digits > 0 || signs > 0) {
      let [from, to] = [at, end]
      while (from < to && isEdge(text.charCodeAt(from), false)) from++
      while (to > from && isEdge(text.charCodeAt(to - 1), true)) to--
      const isAmount = isCurrency(text.charCodeAt(at - 1))
      const isOne = isValue(to - from, digits, letters, signs, isAmount) && !isHandle(text, from, to)
      if (isOne) found.push({ value: text.slice(from, to), start: from })
    }
    at = end
  }
  return found
}

/** Whether a whole text is one value. */
export function isOneValue(text: string): boolean {
  const { length } = text
  if (length === 0 || length > longest || !isInValue(text.charCodeAt(0)) || isEdge(text.charCodeAt(0), false))
    return false
  const { end, digits, letters, signs } = readRun(text, 0)
  if (end < length || isEdge(text.charCodeAt(length - 1), true)) return false
  return isValue(length, digits, letters, signs, false)
}

interface Run {
  readonly end: number
  readonly digits: number
  readonly letters: number
  readonly signs: number
}

/** Reads the characters of a value from a place on. */
function readRun(text: string, start: number): Run {
  let [at, digits, letters, signs] = [start, 0, 0, 0]
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isDigit(code)) digits++
    else if (code === 95 || code === 47 || code === 64) signs++
    else if (code === 46 || code === 45) continue
    else if (code === 44 && isThousands(text, at)) continue
    else if (code === 58 && isDigit(text.charCodeAt(at - 1)) && isDigit(text.charCodeAt(at + 1))) continue
    else if (isInValue(code)) letters++
    else break
  }
  return { end: at, digits, letters, signs }
}

function isValue(length: number, digits: number, letters: number, signs: number, isAmount: boolean): boolean {
  if (length > longest) return false
  if (isAmount && digits > 0 && letters === 0) return true
  if (length < 4) return false
  return digits >= 4 || (digits > 0 && letters > 0) || (signs > 0 && letters > 0 && length > 6)
}

/** A handle of `@lamella/offload`, as in an answer of its tool: the number of its message stands for the same. */
function isHandle(text: string, from: number, to: number): boolean {
  return to - from === 26 && text.startsWith('blob:', from - 5)
}

/** `.` and `-` at an end belong to the sentence; a path may begin with a dot. */
function isEdge(code: number, isEnd: boolean): boolean {
  return code === 45 || code === 44 || (isEnd && (code === 46 || code === 47))
}

function isInValue(code: number): boolean {
  if (code < 128) return inValue[code] === true
  if (code < 0xc0 || code >= firstIdeograph || (code >= 0x2000 && code <= 0x2bff)) return false
  return !valueEnd.test(String.fromCharCode(code))
}

/** Whether a comma is between groups of digits: of 1,204, not of 31,29. */
function isThousands(text: string, comma: number): boolean {
  const isGroup = [1, 2, 3].every((step) => isDigit(text.charCodeAt(comma + step)))
  return isDigit(text.charCodeAt(comma - 1)) && isGroup && !isDigit(text.charCodeAt(comma + 4))
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** $, pound, yen and the block of currency signs. */
function isCurrency(code: number): boolean {
  return code === 36 || code === 0xa3 || code === 0xa5 || (code >= 0x20a0 && code <= 0x20cf)
}
