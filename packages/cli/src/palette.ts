import colors from 'picocolors'
import type { Io, Output } from './io.ts'

type Colour =
  | 'blue'
  | 'blueBright'
  | 'bold'
  | 'cyan'
  | 'cyanBright'
  | 'dim'
  | 'green'
  | 'greenBright'
  | 'magenta'
  | 'magentaBright'
  | 'red'
  | 'redBright'
  | 'yellow'
  | 'yellowBright'

/** The colour functions; without a terminal each returns its text unchanged. */
export type Palette = Readonly<Record<Colour, (text: string) => string>>

/** Returns the colours for an output: only on a terminal, and never if NO_COLOR (no-color.org) is set to anything. */
export function paletteFor(output: Output, env: Io['env']): Palette {
  return colors.createColors(output.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb')
}
