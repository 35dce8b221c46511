import { percent } from '../prefix/percent.ts'
import type { Measured } from './measured.ts'
import { chart, escaped } from './svg.ts'

const names = 300
const width = 480
const step = 26
const top = 66

const verdicts = [
  ['kept', 'in the request'],
  ['reachable', 'one call away'],
  ['lost', 'lost'],
  ['outdated', 'outdated'],
] as const

/** Draws what becomes of the facts in one window: a bar for each strategy, with the interval of what is in the request. */
export function bars(measured: readonly Measured[], window: number): string {
  const rows = [...measured].sort((a, b) => b.kept.share - a.kept.share)
  const height = top + rows.length * step + 14
  const described = rows.map(
    ({ name, kept, reachable }) =>
      `${name}: ${percent(kept.share)} in the request, ${percent(reachable.share)} one call away`,
  )
  const x = (share: number): number => Math.round(10 * (names + share * width)) / 10
  const bar = (row: Measured, index: number): string => {
    const y = top + index * step
    let from = 0
    const parts = verdicts.map(([verdict]) => {
      const { share } = row[verdict]
      const rect = `<rect class="${verdict}" x="${x(from)}" y="${y}" width="${Math.max(0, Math.round(10 * share * width) / 10)}" height="18"/>`
      from += share
      return share > 0 ? rect : ''
    })
    const { low, high, share } = row.kept
    return [
      `<text class="${row.isOwn ? 'bold' : ''}" x="${names - 10}" y="${y + 14}" text-anchor="end">${escaped(row.name)}</text>`,
      ...parts,
      `<path class="line" d="M${x(low)} ${y + 9}H${x(high)}M${x(low)} ${y + 5}v8M${x(high)} ${y + 5}v8"/>`,
      `<text class="small" x="${names + width + 8}" y="${y + 14}">${percent(share)}</text>`,
    ].join('')
  }
  const legend = verdicts.map(
    ([verdict, text], index) =>
      `<rect class="${verdict}" x="${names + index * 122}" y="40" width="12" height="12"/><text class="small" x="${names + 17 + index * 122}" y="51">${text}</text>`,
  )
  const where = `in a window of ${window.toLocaleString('en-US')} tokens`
  const words = { title: `Facts ${where}`, described: described.join('; '), heading: `Planted facts ${where}` }
  return chart({ height, ...words }, [...legend, ...rows.map(bar)])
}
