import { parsedJson } from '../../json.ts'

/** What a line holds. */
export interface ParsedLine {
  readonly values: readonly unknown[]
  /** A part of it is not JSON. */
  readonly isDamaged: boolean
}

/** How many times the length of a damaged line is looked at to find what is whole in it. */
const mostPasses = 16

/**
 * Reads a line of JSON. Two objects on one line, after a line break was lost, are two values; so are whole ones behind a torn
 * one.
 */
export function parseLine(line: string): ParsedLine {
  const value = parsedJson(line)
  return value === undefined ? salvageLine(line) : { values: [value], isDamaged: false }
}

function salvageLine(line: string): ParsedLine {
  const { values, end } = wholeAtStart(line)
  if (end >= line.length) return { values, isDamaged: false }
  return { values: [...values, ...wholeAtEnd(line, end)], isDamaged: true }
}

/** Returns the objects that a line begins with, and where the last one ends: the line breaks between them were lost. */
export function wholeAtStart(line: string): { readonly values: readonly unknown[]; readonly end: number } {
  const values: unknown[] = []
  let from = 0
  for (let end = endOfObject(line, from); end !== undefined; end = endOfObject(line, from)) {
    const value = parsedJson(line.slice(from, end))
    if (value === undefined) break
    values.push(value)
    from = end
    while (line[from] === ' ') from++
  }
  return { values, end: from }
}

/** Returns the objects that a line ends with. Those inside a torn object are followed by more of it. */
function wholeAtEnd(line: string, from: number): readonly unknown[] {
  const values: unknown[] = []
  let left = (line.length - from) * mostPasses
  let end = line.trimEnd().length
  let at = line.lastIndexOf('{"', end)
  while (at > from && left > 0) {
    const found = endOfObject(line, at)
    left -= (found ?? line.length) - at
    const value = found === end ? parsedJson(line.slice(at, end)) : undefined
    if (value !== undefined) {
      values.push(value)
      end = line.slice(0, at).trimEnd().length
    }
    at = line.lastIndexOf('{"', at - 1)
  }
  return values.reverse()
}

/** Returns the end of the object or list that begins at a place; `undefined` if it does not end. */
export function endOfObject(text: string, start: number): number | undefined {
  if (text[start] !== '{' && text[start] !== '[') return undefined
  let depth = 0
  let at = start
  while (at < text.length) {
    const character = text.charCodeAt(at)
    if (character === quote) {
      at = endOfText(text, at)
      if (at === -1) return undefined
    } else if (character === openBrace || character === openBracket) depth++
    else if ((character === closeBrace || character === closeBracket) && --depth === 0) return at + 1
    at++
  }
  return undefined
}

/** Returns the place of the quote that ends a text, or -1. */
export function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === backslash) at++
    else if (character === quote) return at
  }
  return -1
}

const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d
