import { readFileSync, writeFileSync } from 'node:fs'
import { percent } from '../prefix/percent.ts'
import type { Claim, Section, Skipped } from '../section.ts'
import { bars } from './bars.ts'
import { nothingToRead } from './conversations.ts'
import { costs } from './costs.ts'
import { figures, withFigures } from './figures.ts'
import type { Measured } from './measured.ts'
import { runTasks } from './run-tasks.ts'
import { compared, recommended } from './strategies.ts'

const windows = [8_000, 16_000, 64_000] as const
const docs = new URL('../../../docs/', import.meta.url)
const marks = ['<!-- figures of pnpm bench retention -->', '<!-- end of figures -->'] as const

/** The least share of planted facts that a run must keep or reach, by window. */
const targets: Readonly<Record<number, number>> = { 8000: 0.9, 16000: 0.95 }

/**
 * Measures what strategies retain of planted facts, and writes the charts and the figures of docs/retention.md. Without the
 * recordings there is nothing to measure, and the page stays as it is.
 */
export async function retention(): Promise<Section | Skipped> {
  if (nothingToRead !== undefined) return { skipped: nothingToRead }
  const tasks = windows.flatMap((window) => compared.map((_, strategy) => ({ strategy, window, part: 'all' as const })))
  const parts = windows.flatMap((window) =>
    (['chosen', 'held-out'] as const).map((part) => ({ strategy: placeOf(recommended), window, part })),
  )
  const measured = await runTasks([...tasks, ...parts])
  const [all, halves] = [measured.slice(0, tasks.length), measured.slice(tasks.length)]
  for (const window of windows) {
    const rows = all.filter((one) => one.window === window)
    const name = `${window / 1_000}k`
    writeFileSync(new URL(`images/retention-${name}.svg`, docs), bars(rows, window))
    writeFileSync(new URL(`images/retention-cost-${name}.svg`, docs), costs(rows, window))
  }
  const page = new URL('retention.md', docs)
  writeFileSync(page, withFigures(readFileSync(page, 'utf8'), marks, figures(all, halves)))
  return {
    title: 'What a model still knows',
    about: 'Written to docs/retention.md.',
    table: [
      ['', 'window', 'in the request', 'or one call away', 'outdated', 'paid'],
      ...all.map(({ name, window, kept, known, outdated, paid }) => [
        name,
        String(window),
        percent(kept.share),
        percent(known.share),
        percent(outdated.share),
        String(Math.round(paid)),
      ]),
    ],
    claims: windows.flatMap((window) =>
      claimsOf(
        all.filter((one) => one.window === window),
        window,
      ),
    ),
  }
}

function placeOf(name: string): number {
  return compared.findIndex((one) => one.name === name)
}

function claimsOf(rows: readonly Measured[], window: number): readonly Claim[] {
  const own = rows.find(({ name }) => name === recommended)
  if (!own) return []
  const heading = window.toLocaleString('en-US')
  const cheaper = rows.filter(({ paid, isOwn }) => !isOwn && paid <= own.paid)
  const best = cheaper.reduce((most, { kept }) => Math.max(most, kept.share), 0)
  const target = targets[window] ?? 0.95
  return [
    {
      text: `${heading}: a run with the tool that reads the session keeps or can reach at least ${percent(target)}`,
      seen: percent(own.known.share),
      holds: own.known.share >= target,
    },
    {
      text: `${heading}: no rival that costs as much or less has more in the request`,
      seen: `${percent(own.kept.share)}, and at most ${percent(best)} of ${cheaper.length} rivals`,
      holds: own.kept.share >= best,
    },
    {
      text: `${heading}: no replaced decision stands without the later one`,
      seen: percent(own.outdated.share),
      holds: own.outdated.share === 0,
    },
  ]
}
