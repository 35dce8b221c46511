import type { SectionName, SummaryLine } from './contract.ts'
import { newestOf, oldestOf, rangesText } from './ranges.ts'

/** The headings, in the order of the sections. */
export const headings: Readonly<Record<SectionName, string>> = {
  goal: 'Goal',
  decisions: 'Decisions and preferences',
  promises: 'Open promises',
  facts: 'Facts',
  users: 'Users',
  assistant: 'Assistant',
  results: 'Results',
  files: 'Files',
  values: 'Values',
  state: 'State',
}

/** What a model writes: what a sentence does, it knows and a program does not. */
export const modelSections: readonly SectionName[] = ['goal', 'decisions', 'promises', 'facts', 'files', 'state']

/** The first line of a summary in sections. */
export const sectionsNote = 'Written from earlier messages. #n is the message a line comes from.'

/**
 * Writes a summary: a heading for each section that has lines, and each line with the numbers of its messages first, so that no text
 * can pass for a heading, a source or another line. Lines are in the order of their messages; values of one message share a line.
 *
 * @param note A line before all sections.
 * @example
 * renderSections([{ section: 'goal', text: 'Book a flight to Bern.', sources: [{ start: 0, end: 1 }] }])
 * // ## Goal
 * // #0: Book a flight to Bern.
 */
export function renderSections(lines: readonly SummaryLine[], note?: string): string {
  const written: string[] = note === undefined ? [] : [note]
  for (const section of Object.keys(headings) as SectionName[]) {
    const own = inOrder(lines.filter((one) => one.section === section))
    if (own.length === 0) continue
    written.push(`## ${headings[section]}`)
    let before = ''
    for (const { text, sources } of own) {
      const numbers = rangesText(sources)
      if (section === 'values' && numbers === before) written.push(`${written.pop()}; ${text}`)
      else written.push(`${numbers}: ${text}`)
      before = numbers
    }
  }
  return written.join('\n')
}

function inOrder(lines: readonly SummaryLine[]): readonly SummaryLine[] {
  return [...lines].sort(
    (a, b) => newestOf(a.sources) - newestOf(b.sources) || oldestOf(a.sources) - oldestOf(b.sources),
  )
}
