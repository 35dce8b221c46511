import type { Io, Output } from '../io.ts'
import { type Palette, paletteFor } from '../palette.ts'
import { plain } from '../plain.ts'
import { counted } from '../text/words.ts'
import { wrap } from '../text/wrap.ts'
import type { Mark, Remark, Section } from './remark.ts'

/** Counts problems and notes. */
export function sumUp(sections: readonly Section[]): { readonly problems: number; readonly notes: number } {
  const marks = sections.flatMap(({ remarks }) => remarks.map(({ mark }) => mark))
  const count = (mark: Mark): number => marks.filter((other) => other === mark).length
  return { problems: count('problem'), notes: count('note') }
}

/** Writes a paragraph per section, a line per remark and a fix below each problem, and the totals. */
export function writeSections(sections: readonly Section[], { stdout, env }: Pick<Io, 'stdout' | 'env'>): void {
  const palette = paletteFor(stdout, env)
  for (const { title, remarks } of sections) {
    stdout.write(`${palette.bold(title)}\n`)
    for (const remark of remarks) stdout.write(lineOf(remark, palette, stdout))
    stdout.write('\n')
  }
  const { problems, notes } = sumUp(sections)
  const sum = `${counted(problems, 'problem')}, ${counted(notes, 'note')}`
  stdout.write(`${problems === 0 ? palette.green(sum) : palette.red(sum)}\n`)
}

/** The columns before the text of a remark. */
const indent = 11

/** The maximum number of files to name in a remark. */
const maxNamed = 5

function lineOf({ mark, text, fix, files = [] }: Remark, { red, yellow, green }: Palette, stdout: Output): string {
  const wrapped = (line: string): string => wrap(plain(line), stdout, indent)
  const paint = mark === 'ok' ? green : mark === 'note' ? yellow : red
  const line = `  ${paint(mark.padEnd(7))}  ${wrapped(text)}\n`
  const named = files.length > maxNamed ? [...files.slice(0, maxNamed), '…'] : files
  const list = files.length === 0 ? '' : `${' '.repeat(indent)}${wrapped(`in ${named.join(', ')}`)}\n`
  return fix === undefined ? line + list : `${line}${list}${' '.repeat(indent)}${wrapped(`fix: ${fix}`)}\n`
}
