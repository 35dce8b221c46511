/** The number of rows per read if a filter leaves some out. */
const step = 500

/** Which rows to read next: those after a sort key. */
export interface RowsAfter {
  readonly after: Uint8Array
  readonly most: number
}

/**
 * Lists what a filter leaves of a table's rows, which are sorted by their `sort`, as steps that ask for rows (see
 * `runSteps` and `awaitSteps`).
 *
 * @param after The sort key before the first row.
 * @param read Returns what to list for a row; `undefined` leaves it out.
 * @example
 * const { found, more } = runSteps(listRows(after, 100, read), ({ after, most }) => statement.all(after, most))
 */
export function* listRows<Row extends { readonly sort: Uint8Array }, Item>(
  after: Uint8Array,
  limit: number,
  read: (row: Row) => Item | undefined,
): Generator<RowsAfter, { readonly found: readonly Item[]; readonly more: boolean }, readonly Row[]> {
  const found: Item[] = []
  for (let last = after; ; ) {
    const rows = yield { after: last, most: Math.min(step, limit + 1) }
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
