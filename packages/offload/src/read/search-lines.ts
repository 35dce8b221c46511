import { countOf, withCommas } from '../heads/closing-line.ts'
import type { Paged } from './paged.ts'
import type { Pattern } from './pattern.ts'
import { eachLine, type Source } from './source.ts'
import type { Work } from './work.ts'

/** What to search, and where to write what is found. */
export interface LineSearch {
  readonly pattern: Pattern
  /** The numbers of the first and the last line to search. */
  readonly first: number
  readonly last: number
  /** How many lines around a match to write. */
  readonly context: number
  readonly paged: Paged
  readonly work: Work
}

/** What a search has found. */
export interface LinesFound {
  /** Lines that match. */
  readonly lines: number
  /** Places that match: more than lines if long ones match several times. */
  readonly places: number
  /** Lines that were read. */
  readonly total: number
  /** Whether the search ended at its bound, in line `total`. */
  readonly isStopped: boolean
}

/** The most characters that are shown of a line, around a match. */
const longestLine = 400

/** Those before the match. */
const lead = longestLine / 4

/** Writes the lines that match, with their numbers, and lines around them. Of a long line each place that matches is written. */
export async function searchLines(source: Source, search: LineSearch): Promise<LinesFound> {
  const { pattern, first, last, context, paged, work } = search
  const before: (readonly [number: number, line: string])[] = []
  let [lines, places, after, shown, isStopped] = [0, 0, 0, 0, false]
  const add = (number: number, mark: string, text: string): void => {
    if (shown > 0) paged.add(number > shown + 1 && context > 0 ? '\n--\n' : '\n')
    paged.add(`${number}${mark} ${text}`)
    shown = number
  }
  const found = (line: string, number: number, at: number): void => {
    for (const [one, text] of before) if (one > shown) add(one, '-', part(text, 0))
    add(number, ':', part(line, startOf(line, at)))
    places++
  }
  const passed = (line: string, number: number, isFound: boolean): void => {
    if (isFound) {
      lines++
      after = context
    } else if (after > 0) {
      after--
      add(number, '-', part(line, 0))
    }
    if (context > 0) before.push([number, line])
    if (before.length > context) before.shift()
  }
  const total = await eachLine(source, work, (whole, number) => {
    if (number < first || number > last) return true
    // Of a line break of Windows, `$` is before both characters.
    const line = whole.endsWith('\r') ? whole.slice(0, -1) : whole
    const seen = withoutEscapes(line)
    if (line.length > longestLine) return longLine(seen, number, line)
    let [text, at] = [seen, pattern.find(seen, 0)]
    // A pattern may look for the escapes themselves.
    if (at < 0 && seen !== line) [text, at] = [line, pattern.find(line, 0)]
    if (at >= 0) found(text, number, at)
    passed(seen, number, at >= 0)
    return work.add(pattern.states * (line.length + 1)) ? more() : true
  })
  return { lines, places, total, isStopped }

  async function more(): Promise<boolean> {
    isStopped = !(await work.pause())
    return !isStopped
  }

  async function longLine(seen: string, number: number, line: string): Promise<boolean> {
    const known = places
    await eachPlace(seen, search, more, (at) => found(seen, number, at))
    if (places === known && seen !== line) await eachPlace(line, search, more, (at) => found(line, number, at))
    passed(seen, number, places > known)
    return !isStopped
  }
}

/** Returns a line as a terminal shows it, without colours, links and other escape sequences (ECMA-35; ECMA-48, section 5). */
function withoutEscapes(line: string): string {
  const [start = '', ...others] = line.split('\u001b')
  const sequence = /^(?:\[[0-?]*[ -/]*[@-~]|\]\P{Cc}*\p{Cc}?|[ -/]*[0-~])/u
  return start + others.map((one) => one.replace(sequence, '')).join('')
}

/**
 * Calls a function with each place of a long line that matches, one for what can be shown at a time. The line is searched in
 * pieces that overlap by half, so that no stretch of work depends on its length; a match that is longer than half a piece may be
 * missed.
 */
async function eachPlace(
  line: string,
  { pattern, work }: LineSearch,
  more: () => Promise<boolean>,
  onPlace: (at: number) => void,
): Promise<void> {
  const half = Math.max(longestLine, Math.floor(work.lengthFor(pattern.states) / 2))
  let next = 0
  for (let start = 0; start < line.length; start += half) {
    const piece = line.slice(start, start + 2 * half)
    const isLast = start + 2 * half >= line.length
    // The beginning of a piece is no beginning of a line: what matches there has been looked for in the piece before.
    let from = Math.max(next - start, start === 0 ? 0 : 1)
    for (let isOpen = true; isOpen && from < piece.length; ) {
      const at = pattern.find(piece, from)
      isOpen = at >= 0 && (at <= half || isLast)
      if (isOpen) {
        onPlace(start + at)
        next = startOf(line, start + at) + longestLine
        from = next - start
      }
      if (work.add(pattern.states * piece.length) && !(await more())) return
    }
    if (isLast) return
  }
}

/** Returns where the part of a line that shows a place begins. */
function startOf(line: string, at: number): number {
  return Math.max(0, Math.min(at - lead, line.length - longestLine))
}

/** Returns a line, or the part of a long one. */
function part(line: string, start: number): string {
  if (line.length <= longestLine) return line
  const end = start + longestLine
  const left = start > 0 ? `[${countOf(start, 'character')}] …` : ''
  const right = end < line.length ? `… [${countOf(line.length - end, 'character')}]` : ''
  return `${left}${line.slice(start, end)}${right}`
}

/** Says what a search has found. */
export function foundText({ lines, places, total, isStopped }: LinesFound): string {
  const found = lines === 1 ? '1 line matches' : `${withCommas(lines)} lines match`
  const where = places > lines ? ` at ${withCommas(places)} places` : ''
  const stop = ` The search stopped there, in line ${withCommas(total)}: search on with lines, or with a simpler pattern.`
  return `${found}${where}, of ${isStopped ? 'the first ' : ''}${withCommas(total)}.${isStopped ? stop : ''}`
}
