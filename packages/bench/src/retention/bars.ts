import type { Measured } from './measured.ts'
import { escaped, percentOf, style } from './svg.ts'

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
      `${name}: ${percentOf(kept.share)} in the request, ${percentOf(reachable.share)} one call away`,
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
      `<text class="small" x="${names + width + 8}" y="${y + 14}">${percentOf(share)}</text>`,
    ].join('')
  }
  const legend = verdicts.map(
    ([verdict, text], index) =>
      `<rect class="${verdict}" x="${names + index * 122}" y="40" width="12" height="12"/><text class="small" x="${names + 17 + index * 122}" y="51">${text}</text>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 850 ${height}" width="850" height="${height}" role="img" aria-labelledby="title desc">`,
    `<title id="title">Facts in a window of ${window.toLocaleString('en-US')} tokens</title>`,
    `<desc id="desc">${escaped(described.join('; '))}.</desc>`,
    style,
    `<rect class="card" x="0.5" y="0.5" width="849" height="${height - 1}" rx="8"/>`,
    `<text class="bold" x="20" y="28">Planted facts in a window of ${window.toLocaleString('en-US')} tokens</text>`,
    ...legend,
    ...rows.map(bar),
    '</svg>',
    '',
  ].join('\n')
}
