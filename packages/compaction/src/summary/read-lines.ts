import type { Message } from '@lamella/core'
import { type PlacedMessage, summaryRange } from '@lamella/core/plugin'
import { type RankedUnit, type Ranking, rankUnits } from '../digest/rank-units.ts'
import { readUnits, type Speaker, type Unit } from '../digest/units.ts'
import type { MessageRange, SectionName, SummaryLine } from './contract.ts'
import { hasSections, parseSections } from './parse-sections.ts'
import { joinRanges, oldestOf } from './ranges.ts'
import { says } from './says.ts'
import type { Omit } from './secrets.ts'
import { sentencesOf } from './sentences.ts'
import { collectValues } from './values.ts'

/** What a summary is read from. */
export interface LinesRequest {
  readonly messages: readonly Message[]
  /** The positions of each message. */
  readonly places: readonly MessageRange[]
  readonly omit: Omit
  readonly count: (text: string) => number
  /** Lines that a model wrote of the messages. Default: none. */
  readonly written?: readonly SummaryLine[]
}

/** A sentence or a line, with what it is worth. */
export interface RankedLine {
  readonly line: SummaryLine
  readonly by: Speaker | 'summary'
  /** Whether a model wrote it, or a summary before has it in a section that only models write. */
  readonly isWritten: boolean
}

/** What messages say, ranked as a digest ranks it. */
export interface ReadLines extends Pick<Ranking, 'units' | 'rarity'> {
  readonly of: (unit: RankedUnit) => RankedLine
  /** Values of tools and files of calls, those first that are needed most. */
  readonly values: readonly SummaryLine[]
}

/** A summary is written seldom, so it reads more than a cut does. */
const reach = 10

/** The sections of sentences, by who says them. */
const sections: Readonly<Record<Speaker, SectionName>> = { user: 'users', assistant: 'assistant', tool: 'results' }

/** Reads what messages say: lines of a summary before, sentences of people and models, values of tools. */
export function readLines({ messages, places, omit, count, written = [] }: LinesRequest): ReadLines {
  const kept: SummaryLine[] = []
  const gone: PlacedMessage[] = []
  const values = collectValues(omit)
  for (const [index, message] of messages.entries()) {
    const place = places[index] ?? { start: index, end: index + 1 }
    if (summaryRange(message) === undefined) {
      gone.push({ position: place.start, message })
      values.add(message, place)
      continue
    }
    for (const line of linesOf(String(message.content).replace(/^[^\n]*\n/, ''), place)) {
      if (line.section === 'values' || line.section === 'files') values.keep(line)
      else kept.push(line)
    }
  }
  const isTold = repeatedBy(written)
  const said = readUnits(gone, { before: kept.map(unitOf), omit, reach })
    .map((unit) => ({ unit, line: kept[unit.order] ?? lineOf(unit), isKept: unit.order < kept.length }))
    .filter(({ unit, isKept }) => isKept || !isTold(unit.text))
  const read = [...said, ...written.map((line, order) => ({ unit: unitOf(line, order), line, isKept: false }))]
  read.sort((a, b) => a.unit.position - b.unit.position)
  const { units, rarity } = rankUnits(
    read.map(({ unit }, order) => ({ ...unit, order })),
    { older: [], since: gone[0]?.position ?? 0, count },
  )
  const own = new Set(written)
  const lines = read.map(({ unit, line, isKept }): RankedLine => {
    const isWritten = own.has(line) || (isKept && line.section !== sections[unit.by])
    return { line, isWritten, by: isKept ? 'summary' : unit.by }
  })
  return { units, rarity, of: ({ order }) => lines[order] as RankedLine, values: values.lines() }
}

/** The lines of a summary before. What is not in sections is among the facts, sentence by sentence. */
function linesOf(text: string, range: MessageRange): readonly SummaryLine[] {
  const lines: readonly SummaryLine[] = hasSections(text)
    ? parseSections(text, range)
    : sentencesOf(text).map((one) => ({ section: 'facts', text: one, sources: [range] }))
  return lines.map((line) => (line.sources.length > 0 ? line : { ...line, sources: [range] }))
}

/** A line is as old as the first of its messages: what replaced it may be newer than the last of them, too. */
function unitOf({ section, text, sources }: SummaryLine, order: number): Unit {
  const position = oldestOf(sources)
  const by = section === 'assistant' ? 'assistant' : section === 'results' ? 'tool' : 'user'
  return { position, first: position, by, text, order, isOpen: false }
}

function lineOf({ position, first, by, text }: Unit): SummaryLine {
  const sources = joinRanges([{ start: first, end: first + 1 }], [{ start: position, end: position + 1 }])
  return { section: sections[by], text, sources }
}

/** Returns whether a line of a model says a sentence. */
function repeatedBy(written: readonly SummaryLine[]): (sentence: string) => boolean {
  const sayers = written.map(({ text }) => says(text))
  return (sentence) => sayers.some((saysIt) => saysIt(sentence))
}
