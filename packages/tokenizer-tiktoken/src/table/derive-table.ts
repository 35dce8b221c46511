import { addPair } from '../merge/pair-lookup.ts'
import { addToken } from '../merge/token-lookup.ts'
import { emptyLookup, type Table, type TableCore, toTable } from './table.ts'

/** Computes the lookup of a table: joins the bytes of each token from those of its halves, and fills all slots. */
export function deriveTable(core: TableCore): Table {
  const table = toTable(core, emptyLookup(core.starts))
  const { byteIds, halves, starts, pool } = table
  for (const [byte, id] of byteIds.entries()) pool[starts[id] as number] = byte
  for (let id = 0; id < starts.length - 1; id++) {
    if (starts[id] === starts[id + 1]) continue
    if ((halves[2 * id] as number) >= 0) {
      join(table, id)
      addPair(table, id)
    }
    addToken(table, id)
  }
  return table
}

/** Halves have lower ids, so their bytes are there by then. */
function join({ halves, starts, pool }: Table, id: number): void {
  let at = starts[id] as number
  for (let half = 2 * id; half <= 2 * id + 1; half++) {
    const end = starts[(halves[half] as number) + 1] as number
    for (let from = starts[halves[half] as number] as number; from < end; from++) pool[at++] = pool[from] as number
  }
}
