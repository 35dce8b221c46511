import type { BarPart } from '@lamella/inspector'
import type { Palette } from '../palette.ts'
import { plain } from '../plain.ts'
import { table } from './table.ts'
import { shorten } from './width.ts'
import { grouped } from './words.ts'

/** In this order: no part of a window with the standard layers has the colour of another. */
const colours = [
  'cyan',
  'green',
  'yellow',
  'red',
  'magenta',
  'blue',
  'cyanBright',
  'greenBright',
  'yellowBright',
  'redBright',
  'magentaBright',
  'blueBright',
] as const

type Paint = (text: string) => string

/**
 * Returns the bar of a window and a legend. Each part has a letter besides its colour, so that the bar can be read without
 * colours.
 *
 * @param columns The width to fill.
 */
export function windowBarText(parts: readonly BarPart[], palette: Palette, columns: number): readonly string[] {
  const width = Math.max(8, Math.min(columns - 2, 72))
  const { dim } = palette
  const letters = lettersOf(parts)
  const paints = parts.map(
    ({ kind }, index): Paint =>
      kind === 'free' ? dim : palette[colours[index % colours.length] as (typeof colours)[number]],
  )
  const cells = cellsOf(parts, width)
  const bar = parts.map((_, index) => paints[index]?.((letters[index] as string).repeat(cells[index] as number)))
  const names = Math.max(6, columns - 22)
  const rows = parts.map(({ name, tokens, share }) => [shorten(plain(name), names), grouped(tokens), percent(share)])
  const legend = table('lrr', rows).map((line, index) => `${paints[index]?.(letters[index] as string)} ${line}`)
  return [`[${bar.join('')}]`, '', ...legend]
}

/** Free room is dots, the reserve dashes; each other part the first letter or digit that no part before it has. */
function lettersOf(parts: readonly BarPart[]): readonly string[] {
  const taken = new Set<string>()
  return parts.map(({ kind, name }) => {
    if (kind === 'free') return '.'
    if (kind === 'reserve') return '-'
    const own = name.toUpperCase().match(/[A-Z0-9]/g) ?? []
    const letter = [...own, ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'].find((one) => !taken.has(one)) ?? '#'
    taken.add(letter)
    return letter
  })
}

/** Shares out the cells of a bar: at least one for each part, the rest by size, all of them used. */
function cellsOf(parts: readonly BarPart[], width: number): readonly number[] {
  const left = Math.max(0, width - parts.length)
  const exact = parts.map(({ share }) => share * left)
  const cells = exact.map((one) => 1 + Math.floor(one))
  const byRest = exact.map((one, index) => [one % 1, index] as const).sort(([one], [other]) => other - one)
  const missing = left + parts.length - cells.reduce((sum, one) => sum + one, 0)
  for (const [, index] of byRest.slice(0, missing)) cells[index] = (cells[index] as number) + 1
  return cells
}

/** Formats a share: `12.3 %`. */
function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
