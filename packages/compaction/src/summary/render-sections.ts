import type { MessageRange, SectionName, SummaryLine } from './contract.ts'
import { rangesText } from './ranges.ts'

/** The headings, in the order of the sections. */
export const headings: Readonly<Record<SectionName, string>> = {
  goal: 'Goal',
  decisions: 'Decisions and preferences',
  promises: 'Open promises',
  facts: 'Facts',
  files: 'Files',
  state: 'State',
}

/** The heading of facts that only tools have said. */
export const toolHeading = 'Facts from tools'

/** The first line of a summary in sections. */
export const sectionsNote = 'Written from earlier messages. #n is the message a line comes from.'

/**
 * Writes a summary: a heading for each section that has lines, and each line with the numbers of its messages first, so that no text
 * can pass for a heading, a source or another line. Facts of tools from one message share a line.
 *
 * @param note A line before all sections.
 * @example
 * renderSections([{ section: 'goal', text: 'Book a flight to Bern.', sources: [{ start: 0, end: 1 }] }])
 * // ## Goal
 * // - #0: Book a flight to Bern.
 */
export function renderSections(lines: readonly SummaryLine[], note?: string): string {
  const written: string[] = note === undefined ? [] : [note]
  for (const section of Object.keys(headings) as SectionName[]) {
    const own = lines.filter((one) => one.section === section)
    const said = own.filter(({ by }) => by !== 'tool')
    if (said.length > 0) written.push(`## ${headings[section]}`, ...said.flatMap(lineText))
    const tools = own.filter(({ by }) => by === 'tool')
    if (tools.length > 0) written.push(`## ${toolHeading}`, ...toolLines(tools))
  }
  return written.join('\n')
}

function lineText({ text, sources, was = [], now = [] }: SummaryLine): readonly string[] {
  return [
    `- ${rangesText(sources)}: ${text}`,
    ...was.map((one) => `  was ${rangesText(one.sources)}: ${one.text}`),
    ...now.map((one) => `  now ${rangesText(one.sources)}: ${one.old} -> ${one.text}`),
  ]
}

/** Facts with corrections stand alone: a correction is of one line. */
function toolLines(facts: readonly SummaryLine[]): readonly string[] {
  const bySource = new Map<string, { readonly sources: readonly MessageRange[]; readonly texts: string[] }>()
  const alone: string[] = []
  for (const fact of facts) {
    const { text, sources, was = [], now = [] } = fact
    const shown = was.length > 0 ? `${text} (was ${was.map((one) => one.text).join(', ')})` : text
    if (now.length > 0) alone.push(...lineText({ ...fact, text: shown, was: [] }))
    else {
      const key = rangesText(sources)
      const known = bySource.get(key)
      if (known) known.texts.push(shown)
      else bySource.set(key, { sources, texts: [shown] })
    }
  }
  return [
    ...alone,
    ...[...bySource.values()].map(({ sources, texts }) => `- ${rangesText(sources)}: ${texts.join('; ')}`),
  ]
}
