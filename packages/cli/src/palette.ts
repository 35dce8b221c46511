import colors from 'picocolors'
import type { Io, Output } from './io.ts'

/** The colours in use; without a terminal each gives its text back as it is. */
export type Palette = Readonly<Record<'bold' | 'cyan' | 'dim' | 'green' | 'red' | 'yellow', (text: string) => string>>

/** Colours for an output: on a terminal only, and never where NO_COLOR (no-color.org) is set to anything. */
export function paletteFor(output: Output, env: Io['env']): Palette {
  return colors.createColors(output.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb')
}
