import { widthOf } from './width.ts'

/** Widest column to pad to: a long id shifts only its own line. */
const widest = 40

/**
 * Formats rows as lines with aligned columns. Nothing is shortened, so that ids can be copied.
 *
 * @param align One letter per column: `l` (left) or `r` (right).
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
