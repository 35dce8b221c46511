import type { Measured } from './measured.ts'
import { chart, escaped } from './svg.ts'

const [left, right, top, bottom] = [60, 560, 56, 380]

/** Draws what is in the request against what is paid for it, in one window. */
export function costs(measured: readonly Measured[], window: number): string {
  const all = measured.map(({ paid }) => paid)
  const [low, high] = [Math.log(0.8 * Math.min(...all)), Math.log(1.25 * Math.max(...all))]
  const x = (paid: number): number => Math.round(left + ((Math.log(paid) - low) / (high - low)) * (right - left))
  const y = (share: number): number => Math.round(bottom - share * (bottom - top))
  const rows = [...measured].sort((a, b) => b.kept.share - a.kept.share)
  const described = rows.map(
    ({ name, kept, paid }) => `${name}: ${Math.round(100 * kept.share)} % for ${Math.round(paid)} tokens`,
  )
  const ticks = [100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000].filter(
    (paid) => Math.log(paid) > low && Math.log(paid) < high,
  )
  const where = `in a window of ${window.toLocaleString('en-US')} tokens`
  const title = `Facts and costs ${where}`
  const heading = `Facts in the request, by tokens paid for it, ${where}`
  return chart({ height: 430, title, described: described.join('; '), heading }, [
    ...[0, 0.25, 0.5, 0.75, 1].map(
      (share) =>
        `<path class="grid" d="M${left} ${y(share)}H${right}"/><text class="small" x="${left - 8}" y="${y(share) + 4}" text-anchor="end">${100 * share} %</text>`,
    ),
    ...ticks.map(
      (paid) =>
        `<path class="grid" d="M${x(paid)} ${top}V${bottom}"/><text class="small" x="${x(paid)}" y="${bottom + 18}" text-anchor="middle">${paid.toLocaleString('en-US')}</text>`,
    ),
    `<text class="small" x="${left}" y="${bottom + 38}">tokens paid for a request, where a repeated one costs a tenth; logarithmic</text>`,
    ...rows.map(
      ({ name, isOwn, paid, kept }, index) =>
        `<circle class="${isOwn ? 'own' : 'rival'}" cx="${x(paid)}" cy="${y(kept.share)}" r="8"/>` +
        `<text class="small ${isOwn ? 'bold' : ''}" x="580" y="${top + 12 + index * 24}">${index + 1} ${escaped(name)}</text>`,
    ),
    ...labels(rows.map(({ paid, kept }) => ({ x: x(paid), y: y(kept.share) }))).map(
      (label) => `<text class="small" x="${label.x + 11}" y="${label.y + 4}">${label.numbers.join(', ')}</text>`,
    ),
  ])
}

interface Label {
  /** Of the dot farthest to the right. */
  readonly x: number
  readonly y: number
  readonly numbers: readonly number[]
}

/** Returns the labels of dots, which are numbered from 1; one label for dots so close that theirs would overlap. */
export function labels(dots: readonly { readonly x: number; readonly y: number }[]): readonly Label[] {
  const all: Label[] = []
  for (const [index, { x, y }] of dots.entries()) {
    const near = all.findIndex((label) => Math.abs(label.x - x) < 24 && Math.abs(label.y - y) < 12)
    const other = all[near]
    if (other) all[near] = { x: Math.max(other.x, x), y: other.y, numbers: [...other.numbers, index + 1] }
    else all.push({ x, y, numbers: [index + 1] })
  }
  return all
}
