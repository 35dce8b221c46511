import { withoutData } from '@lamella/core/plugin'
import { charactersFor } from '../aside/is-larger.ts'
import { outOfPair, piecesOf } from '../pieces.ts'
import { countOf, withCommas } from './closing-line.ts'
import { tableOf } from './table-of.ts'

/** What stays of a content in its message. */
export interface Head {
  readonly text: string
  /** The size of the whole, for people and models. */
  readonly size: string
  /** What of it is in `text`. */
  readonly shown: string
}

/** The share of a head that the beginning takes: the last output of a command matters too. */
export const beginning = 0.7

/** Returns the first and the last lines of a text, whole lines where there are some. */
export async function textHead(text: string, tokens: number): Promise<Head> {
  const start = wholeLines(text, charactersFor(text, Math.floor(tokens * beginning), 'start'))
  const end = lastLines(text, start, charactersFor(text, Math.floor(tokens * (1 - beginning)), 'end'))
  const lines = await linesIn(text)
  const [first, last] = [await linesIn(text.slice(0, start).replace(/\n$/, '')), await linesIn(text.slice(end))]
  const isWhole = /\n$/.test(text.slice(0, start)) && text[end - 1] === '\n'
  const shown = isWhole
    ? `lines 1 to ${withCommas(first)} and ${withCommas(lines - last + 1)} to ${withCommas(lines)}`
    : `the first ${withCommas(start)} and the last ${withCommas(text.length - end)} characters`
  const cut = `[${countOf(end - start, 'character')} not shown]`
  const table = tableOf(text)
  return {
    text: `${withoutData(text.slice(0, start).replace(/\n$/, ''))}\n${cut}\n${withoutData(text.slice(end))}`,
    size: `${countOf(text.length, 'character')} in ${countOf(lines, 'line')}${table === undefined ? '' : `, ${table}`}`,
    shown,
  }
}

/** Returns where the last whole line before an index ends; the index, out of a surrogate pair, if that is far before it. */
function wholeLines(text: string, index: number): number {
  const end = text.lastIndexOf('\n', index - 1) + 1
  return end >= index / 2 && end > 0 ? end : outOfPair(text, index)
}

function lastLines(text: string, least: number, size: number): number {
  const index = Math.max(least, text.length - size)
  const next = text.indexOf('\n', index) + 1
  return next > 0 && next < text.length && next - index <= size / 2 ? next : outOfPair(text, index)
}

/** Counts the lines of a text; a line break at its end begins no line. */
async function linesIn(text: string): Promise<number> {
  let breaks = 0
  for await (const piece of piecesOf(text)) {
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) breaks++
  }
  return text === '' || text.endsWith('\n') ? breaks : breaks + 1
}
