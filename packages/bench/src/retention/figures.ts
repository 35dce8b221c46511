import type { SharedOutcomes } from '@lamella/testkit/retention'
import { tableText } from '../page.ts'
import { percent } from '../prefix/percent.ts'
import type { Measured } from './measured.ts'

type Row = readonly string[]

/** The only row of ours in the table by kind: the others differ by what they reach with a tool. */
const plainRun = 'Lamella, a run'

/** Writes what was measured as Markdown: charts and a table for each window, then what the facts were, and the two halves. */
export function figures(all: readonly Measured[], halves: readonly Measured[]): string {
  const windows = [...new Set(all.map(({ window }) => window))]
  return [
    ...windows.flatMap((window) =>
      windowText(
        all.filter((one) => one.window === window),
        window,
      ),
    ),
    '## By kind and place',
    'The share in the request, in a window of 16,000 tokens.',
    tableText(kindRows(all.filter(({ name, isOwn, window }) => window === 16_000 && (!isOwn || name === plainRun)))),
    '## What reached a summarizer',
    'Of the facts in messages: the share that a summarizer was given, and of these the share in the request.',
    tableText(summarizerRows(all)),
    '## Both halves',
    halvesText(halves),
  ].join('\n\n')
}

function windowText(rows: readonly Measured[], window: number): readonly string[] {
  const shown = [...rows].sort((a, b) => b.kept.share - a.kept.share)
  const name = `${window / 1_000}k`
  return [
    `## ${window.toLocaleString('en-US')} tokens`,
    `![What becomes of planted facts in a window of ${name}](images/retention-${name}.svg)`,
    `![Facts in the request by tokens paid in a window of ${name}](images/retention-cost-${name}.svg)`,
    tableText([
      ['', 'in the request', 'or one call away', 'outdated', 'tokens sent', 'tokens paid'],
      ...shown.map(({ name: strategy, kept, known, outdated, sent, paid, unsent }) => [
        strategy + (unsent > 0 ? ` (${unsent} do not fit)` : ''),
        withInterval(kept),
        percent(known.share),
        percent(outdated.share),
        Math.round(sent).toLocaleString('en-US'),
        Math.round(paid).toLocaleString('en-US'),
      ]),
    ]),
  ]
}

function kindRows(rows: readonly Measured[]): readonly Row[] {
  const kinds = ['number', 'name', 'decision', 'promise', 'file', 'preference']
  const places = ['user', 'answer', 'result', 'memory']
  const shown = [...rows].sort((a, b) => b.kept.share - a.kept.share)
  return [
    ['', ...kinds.map((kind) => `${kind}s`), 'said by users', 'in answers', 'in results', 'in memory'],
    ...shown.map(({ name, byKind, byPlace }) => [
      name,
      ...kinds.map((kind) => percent(byKind[kind] ?? Number.NaN)),
      ...places.map((place) => percent(byPlace[place] ?? Number.NaN)),
    ]),
  ]
}

function summarizerRows(rows: readonly Measured[]): readonly Row[] {
  const asked = rows.filter(({ summarized }) => summarized.given > 0)
  return [
    ['', 'window', 'given', 'of these in the request'],
    ...asked.map(({ name, window, summarized }) => [
      name,
      window.toLocaleString('en-US'),
      percent(summarized.given),
      percent(summarized.kept),
    ]),
  ]
}

function halvesText(rows: readonly Measured[]): string {
  const of = ({ window, part, kept }: Measured): string =>
    `${window.toLocaleString('en-US')} tokens, ${part === 'chosen' ? 'its own' : 'the other'} half: ${percent(kept.share)}`
  return (
    'The rules were made with the first of two sets of sentences, and one half of the conversations; the tables above have ' +
    `the second set, and all conversations. In the request of ${rows[0]?.name ?? 'a run'}: ${rows.map(of).join('; ')}.`
  )
}

/** Returns a page with other text between two of its lines. */
export function withFigures(page: string, [begin, end]: readonly [string, string], text: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/retention.md must have the lines ${begin} and ${end}.`)
  return `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`
}

/** Writes a share with its interval, in percent. */
export function withInterval({ share, low, high }: SharedOutcomes): string {
  return `${percent(share)} (${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)})`
}
