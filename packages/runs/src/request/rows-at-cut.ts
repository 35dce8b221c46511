import type { Fragment } from '@lamella/core'
import type { Fitted, Measured } from '@lamella/core/plugin'
import type { RunRow, RunState } from '../contract/run.ts'
import { rangesOf, without } from './ranges.ts'

/** What an epoch has dropped or changed of the session, as far as the cut that ends it leaves that so. */
export interface RowsAtCut {
  /** The rows that still hold: the new epoch reports them, too. */
  readonly handedOn: readonly RunRow[]
  /** By position: the tokens that the epoch had saved of a message that the cut shortens further or drops, in a new row. */
  readonly saved: ReadonlyMap<number, number>
}

/** Of a cut that reads the session again: its own rows say everything. */
export const noRows: RowsAtCut = { handedOn: [], saved: new Map() }

/**
 * Returns what remains of an epoch's rows about the session after a cut that takes its messages as they were sent.
 *
 * @param read The rows, and the messages as the session has them.
 */
export function rowsAtCut(
  { rows, originals }: { readonly rows: readonly RunRow[]; readonly originals: readonly Fragment[] },
  measured: readonly Measured[],
  { layers }: Fitted,
): RowsAtCut {
  const fates = new Map<number, 'whole' | 'shortened' | 'dropped'>()
  const read = new Set(originals.map(({ position }) => position))
  for (const { fragments } of measured)
    for (const { position } of fragments) if (position !== undefined) fates.set(position, 'dropped')
  for (const { fragment, content } of layers.flatMap(({ kept }) => kept)) {
    const { position } = fragment
    if (position !== undefined) fates.set(position, content === fragment.content ? 'whole' : 'shortened')
  }
  const offered = rangesOf([...fates.keys()])
  const saved = new Map<number, number>()
  const handedOn = rows.flatMap((one): readonly RunRow[] => {
    const { row, position } = one
    // Rows about texts are made anew, with the head.
    if (position === undefined) return withoutSent(one, offered)
    const fate = fates.get(position)
    // It is still not sent, unless its layer failed: then the next request sends it in full.
    if (fate === undefined) return read.has(position) ? [one] : []
    if (fate === 'whole') return [one]
    if (row.reason === 'repair') return fate === 'dropped' ? [] : [one]
    saved.set(position, (saved.get(position) ?? 0) + row.tokensBefore - row.tokensAfter)
    return []
  })
  return { handedOn, saved }
}

/** Returns the rows of dropped messages after a cut at which the session could not be read, so that the next epoch sends what this one did. */
export function rowsOfDropped({ rows = [], kept }: RunState): RowsAtCut {
  return { ...noRows, handedOn: rows.flatMap((one) => withoutSent(one, kept)) }
}

/** Returns a row of dropped messages without those at some positions. */
function withoutSent({ row }: RunRow, sent: RunState['kept']): readonly RunRow[] {
  if (row.reason === 'repair' || row.count === undefined) return []
  if (row.positions === undefined) return [{ row }]
  const positions = row.positions.flatMap((range) => without(range, sent))
  const count = positions.reduce((sum, [start, end]) => sum + end - start, 0)
  if (count === row.count) return [{ row }]
  if (count === 0) return []
  return [{ row: { ...row, count, positions, tokensBefore: Math.round((row.tokensBefore * count) / row.count) } }]
}
