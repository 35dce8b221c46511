import { readFileSync, writeFileSync } from 'node:fs'
import { tableText } from '../../page.ts'
import type { Section } from '../../section.ts'
import { withFigures } from '../figures.ts'
import { goldShare, readAskedAbout } from '../gold.ts'
import { compared } from '../strategies.ts'
import { madeHead, madeRow } from './measure-made.ts'

const page = new URL('../../../docs/retention.md', import.meta.url)
const marks = ['<!-- figures of pnpm bench made -->', '<!-- end of figures of made -->'] as const
const windows = [8_000, 16_000] as const
const sets = ['beam-100k', 'locomo'] as const

/** What is compared: our run, and rivals. */
const shown = [
  'Lamella, a run',
  'Lamella, a run with `read_result`',
  'Lamella, a run, no digest',
  'sliding window',
  '`trimMessages` of LangChain',
  '`summarizationMiddleware` of LangChain',
  '`pruneMessages` of `ai`, sliding',
  'context-chef',
]

/** Their summaries would be written by our own program, which copies sentences; and they take hours. */
const summarizing: readonly string[] = ['`summarizationMiddleware` of LangChain', 'context-chef']

/** Measures what is left of made conversations, and writes its part of docs/retention.md. */
export async function made(): Promise<Section> {
  const strategies = compared.filter(({ name }) => shown.includes(name))
  const parts: string[] = []
  const own: (readonly string[])[] = []
  for (const window of windows) {
    const rows: (readonly string[])[] = []
    for (const one of strategies) rows.push(await madeRow(one, window))
    own.push(...rows.filter(([name]) => name === shown[0]).map((row) => [String(window), ...row.slice(1)]))
    parts.push(
      `### Made conversations, ${window.toLocaleString('en-US')} tokens`,
      tableText([madeHead, ...joined(rows)]),
    )
  }
  const asked = sets.map(readAskedAbout)
  const gold: string[][] = []
  for (const one of strategies.filter(({ name }) => !summarizing.includes(name))) {
    const cells: string[] = []
    for (const set of asked) cells.push(...(await goldShare(one, set, 16_000)))
    gold.push([one.name, ...cells])
  }
  parts.push(
    '### Messages that are asked about, 16,000 tokens',
    tableText([['', ...sets.flatMap((set) => [`${set}, users`, `${set}, others`])], ...gold]),
  )
  writeFileSync(page, withFigures(readFileSync(page, 'utf8'), marks, parts.join('\n\n')))
  return {
    title: 'What is left of other conversations',
    about: 'Written to docs/retention.md.',
    table: [madeHead, ...own],
    claims: [],
  }
}

/** One row for strategies that have the same figures. */
function joined(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const names = new Map<string, string>()
  for (const [name = '', ...cells] of rows) {
    const key = JSON.stringify(cells)
    names.set(key, names.has(key) ? `${names.get(key)}, ${name}` : name)
  }
  return [...names].map(([key, name]) => [name, ...(JSON.parse(key) as readonly string[])])
}
