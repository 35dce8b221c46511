import { widthOf } from './width.ts'

/** Widest column that is filled up to: a long id pushes its own line only. */
const widest = 40

/**
 * Rows as lines with their columns one under the other. Nothing is shortened: ids are there to be copied.
 *
 * @param align A letter a column: `l` (left) or `r` (right).
 */
export function table(align: string, rows: readonly (readonly string[])[]): readonly string[] {
  const widths = [...align].map((_, column) =>
    Math.min(
      widest,
      rows.reduce((most, row) => Math.max(most, widthOf(row[column] ?? '')), 0),
    ),
  )
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const space = ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell)))
        return align[column] === 'r' ? `${space}${cell}` : `${cell}${space}`
      })
      .join('  ')
      .trimEnd(),
  )
}
