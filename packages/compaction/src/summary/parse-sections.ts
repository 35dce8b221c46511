import { checkOptions, mustBeObject, mustBeText } from '@lamella/core/plugin'
import { cleanLine } from '../plain-text.ts'
import type { MessageRange, SectionName, SummaryLine } from './contract.ts'
import { readRanges } from './ranges.ts'
import { headings, sectionsNote } from './render-sections.ts'
import { withoutNumber } from './sentences.ts'

/** The numbers of the messages, with which a line begins. */
const sourced = /^[-*•]?\s*((?:#\d+(?:-#?\d+)?[,\s]*)+):?\s*(.*)$/s

const sections = new Map<string, SectionName>(
  (Object.entries(headings) as [SectionName, string][]).flatMap(([section, title]) => [
    [title.toLowerCase(), section],
    [section, section],
  ]),
)

export function hasSections(text: string): boolean {
  return text.split('\n').some((line) => sections.has(titleOf(line) ?? ''))
}

/** Returns the text of a heading; `undefined` for any other line. */
function titleOf(line: string): string | undefined {
  const marks = /^#{1,4}[ \t]/.exec(line)?.[0].length ?? 0
  if (marks === 0) return undefined
  const title = line.slice(marks).trim().toLowerCase()
  return title.endsWith(':') ? title.slice(0, -1) : title
}

/**
 * Reads the lines of a summary in sections. Numbers of messages outside `within` are left out, so a line may be without sources.
 * Lines before the first heading, and those under headings that are not of a section, are left out as well.
 *
 * @param within The positions of the messages that the summary is of.
 * @example
 * parseSections('## Goal\n- #0: Book a flight to Bern.', { start: 0, end: 20 })
 * // [{ section: 'goal', text: 'Book a flight to Bern.', sources: [{ start: 0, end: 1 }] }]
 */
export function parseSections(text: string, within: MessageRange): readonly SummaryLine[] {
  checkOptions('parseSections', { text, within }, { text: mustBeText, within: mustBeObject }, ['text', 'within'])
  const lines: SummaryLine[] = []
  let section: SectionName | undefined
  for (const raw of text.split('\n')) {
    const title = titleOf(raw)
    if (title !== undefined) {
      section = sections.get(title)
      continue
    }
    if (!section || raw.trim() === '' || raw === sectionsNote) continue
    const [, refs = '', own = raw.replace(/^\s*[-*•]\s*/, '')] = sourced.exec(raw.trim()) ?? []
    const sources = readRanges(refs, within)
    const said = withoutNumber(cleanLine(own))
    if (said === '') continue
    for (const one of section === 'values' ? said.split('; ') : [said]) lines.push({ section, text: one, sources })
  }
  return lines
}
