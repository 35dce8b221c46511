import type { Io, Output } from './io.ts'
import { paletteFor } from './palette.ts'
import { plain } from './plain.ts'
import { wrap } from './text/wrap.ts'

/** Writes text, and waits for slow pipes, so that a long output is never held in memory. */
export async function write(output: Output, text: string): Promise<void> {
  if (output.write(text) !== false || output.once === undefined) return
  await new Promise<void>((resolve) => output.once?.('drain', resolve))
}

/** Prints optional information for the user on standard error, dimmed. */
export function inform({ stderr, env }: Pick<Io, 'stderr' | 'env'>, line: string): void {
  stderr.write(`${paletteFor(stderr, env).dim(wrap(plain(line), stderr, 0, 2))}\n`)
}

/** Prints a warning for the user on standard error, in yellow. */
export function warn({ stderr, env }: Pick<Io, 'stderr' | 'env'>, line: string): void {
  stderr.write(`${paletteFor(stderr, env).yellow(wrap(plain(line), stderr, 0, 2))}\n`)
}
