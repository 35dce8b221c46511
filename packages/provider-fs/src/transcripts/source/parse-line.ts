import { isObject } from '@lamella/core/plugin'
import { parsedJson } from '../../json.ts'
import type { Fields } from '../shared/fields.ts'

/** How many times the length of a damaged line, or of a damaged file, is looked at to find what is whole in it. */
const [passesOfLine, passesOfFile] = [16, 32]

/**
 * Reads a line of JSON. Two objects on one line, after a line break was lost, are two values; so are whole ones after a torn
 * one.
 */
export function parseLine(line: string): { readonly values: readonly unknown[]; readonly isDamaged: boolean } {
  const value = parsedJson(line)
  if (value !== undefined) return { values: [value], isDamaged: false }
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
  let left = (line.length - from) * passesOfLine
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

/** Returns the messages that are whole in a damaged file that is one JSON value. */
export function wholeMessages(text: string, isMessage: (value: Fields) => boolean): readonly Fields[] {
  const found: Fields[] = []
  let left = text.length * passesOfFile
  let at = text.indexOf('{')
  while (at !== -1 && left > 0) {
    const end = endOfObject(text, at)
    left -= (end ?? text.length) - at
    const value = end === undefined ? undefined : parsedJson(text.slice(at, end))
    const isWhole = isObject(value) && isMessage(value)
    if (isWhole) found.push(value)
    at = text.indexOf('{', isWhole ? end : at + 1)
  }
  return found
}

/** Returns the end of the object or list that begins at a place; `undefined` if it does not end. */
function endOfObject(text: string, start: number): number | undefined {
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
