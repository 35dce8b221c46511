/** What a line holds. */
export interface ParsedLine {
  readonly values: readonly unknown[]
  /** A part of it is not JSON. */
  readonly isDamaged: boolean
}

/** The most places in a damaged line at which a whole object is looked for. */
const mostTries = 200

/**
 * Reads a line of JSON. Two objects on one line, after a line break was lost, are two values. Behind a torn object the
 * whole one that ends the line is found by the way it begins.
 *
 * @param starts How other lines of the file begin, such as `{"parentUuid"`.
 */
export function parseLine(line: string, starts: ReadonlySet<string>): ParsedLine {
  try {
    return { values: [JSON.parse(line)], isDamaged: false }
  } catch {
    return salvageLine(line, starts)
  }
}

/** The way a line begins: its first key. */
export function startOf(line: string): string {
  return line.slice(0, line.indexOf('"', 2) + 1)
}

function salvageLine(line: string, starts: ReadonlySet<string>): ParsedLine {
  const values: unknown[] = []
  let from = 0
  let isDamaged = false
  while (from < line.length) {
    const end = endOfObject(line, from)
    const value = end === undefined ? undefined : parsed(line.slice(from, end))
    if (end !== undefined && value !== undefined) {
      values.push(value)
      from = end
      while (line[from] === ' ') from++
      continue
    }
    isDamaged = true
    const next = nextStart(line, from + 1, starts)
    if (next === undefined) break
    from = next
  }
  return { values, isDamaged }
}

/** Returns the next place from which an object that begins like another line runs to its end. */
function nextStart(line: string, from: number, starts: ReadonlySet<string>): number | undefined {
  let at = from
  for (let tries = 0; tries < mostTries; tries++) {
    at = line.indexOf('{"', at)
    if (at === -1) return undefined
    const key = line.slice(at, line.indexOf('"', at + 2) + 1)
    if (starts.has(key)) {
      const end = endOfObject(line, at)
      if (end !== undefined && parsed(line.slice(at, end)) !== undefined && follows(line, end)) return at
    }
    at += 2
  }
  return undefined
}

/** A value inside a torn object is followed by more of that object. */
function follows(line: string, end: number): boolean {
  const next = line.slice(end).trimStart()
  return next === '' || next.startsWith('{')
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
