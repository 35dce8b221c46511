/** The number of rows per read if a filter leaves some out. */
const step = 500

/** Which rows to read next: those behind a sort key. */
export interface RowsBehind {
  readonly behind: Uint8Array
  readonly most: number
}

/**
 * Lists what a filter leaves of a table's rows, which are sorted by their `sort`, as steps that ask for rows (see
 * `runSteps` and `awaitSteps`).
 *
 * @param behind The sort key before the first row.
 * @param read Returns what to list for a row; `undefined` leaves it out.
 * @example
 * const { found, more } = runSteps(listRows(behind, 100, read), ({ behind, most }) => statement.all(behind, most))
 */
export function* listRows<Row extends { readonly sort: Uint8Array }, Item>(
  behind: Uint8Array,
  limit: number,
  read: (row: Row) => Item | undefined,
): Generator<RowsBehind, { readonly found: readonly Item[]; readonly more: boolean }, readonly Row[]> {
  const found: Item[] = []
  for (let last = behind; ; ) {
    const rows = yield { behind: last, most: Math.min(step, limit + 1) }
    for (const row of rows) {
      const item = read(row)
      if (item === undefined) continue
      if (found.length === limit) return { found, more: true }
      found.push(item)
    }
    const end = rows.at(-1)
    if (end === undefined) return { found, more: false }
    last = end.sort
  }
}
