import { cleanLine } from '../plain-text.ts'
import type { Correction, MessageRange, ReplacedText, SectionName, SummaryLine } from './contract.ts'
import { readRanges } from './ranges.ts'
import { headings, sectionsNote, toolHeading } from './render-sections.ts'
import { withoutNumber } from './sentences.ts'

/** The numbers of the messages, with which a line begins. */
const sourced = /^[-*•]?\s*((?:#\d+(?:-#?\d+)?[,\s]*)+):?\s*(.*)$/s
const wasOrNow = /^\s+(was|now) ((?:#\d+(?:-\d+)?,? ?)+): (.*)$/s

const sections = new Map<string, Pick<SummaryLine, 'section' | 'by'>>([
  ...(Object.entries(headings) as [SectionName, string][]).map(
    ([section, text]) => [text.toLowerCase(), { section }] as const,
  ),
  ...(Object.keys(headings) as SectionName[]).map((section) => [section, { section }] as const),
  ['preferences', { section: 'decisions' }],
  ['open promises', { section: 'promises' }],
  [toolHeading.toLowerCase(), { section: 'facts', by: 'tool' }],
])

/** Whether a text has a section of a summary. */
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
  const lines: SummaryLine[] = []
  let place: Pick<SummaryLine, 'section' | 'by'> | undefined
  for (const raw of text.split('\n')) {
    const title = titleOf(raw)
    if (title !== undefined) {
      place = sections.get(title)
      continue
    }
    if (!place || raw.trim() === '' || raw === sectionsNote) continue
    const [, kind, numbers = '', rest = ''] = wasOrNow.exec(raw) ?? []
    const last = lines.at(-1)
    if (kind !== undefined && last) {
      lines[lines.length - 1] = withNote(last, kind, { text: cleanLine(rest), sources: readRanges(numbers, within) })
      continue
    }
    const [, refs = '', own = raw.replace(/^\s*[-*•]\s*/, '')] = sourced.exec(raw.trim()) ?? []
    const sources = readRanges(refs, within)
    const said = withoutNumber(cleanLine(own))
    if (said === '') continue
    const texts = place.by === 'tool' ? said.split('; ') : [said]
    for (const one of texts) lines.push(place.by === 'tool' ? toolFact(one, sources) : { ...place, text: one, sources })
  }
  return lines
}

function withNote(line: SummaryLine, kind: string, { text, sources }: ReplacedText): SummaryLine {
  if (kind === 'was') return { ...line, was: [...(line.was ?? []), { text, sources }] }
  const at = text.indexOf(' -> ')
  if (at < 0) return line
  const correction: Correction = { old: text.slice(0, at), text: text.slice(at + 4), sources }
  return { ...line, now: [...(line.now ?? []), correction] }
}

function toolFact(shown: string, sources: readonly MessageRange[]): SummaryLine {
  const at = shown.endsWith(')') ? shown.lastIndexOf(' (was ') : -1
  const text = at < 0 ? shown : shown.slice(0, at)
  const was = at < 0 ? [] : shown.slice(at + 6, -1).split(', ')
  const fact = { section: 'facts', by: 'tool', text, sources } as const
  return was.length > 0 ? { ...fact, was: was.map((one) => ({ text: one, sources })) } : fact
}
