import type { CutRow, ReportRow } from '../contract/report.ts'
import type { RunInsert, RunRow, RunState } from '../contract/run.ts'
import type { Measured } from '../pipeline/measure-layer.ts'
import { rangesOf } from './ranges.ts'

/**
 * Returns the rows of a request that hold for each later request of its epoch, too. What was dropped of the session is one row for
 * each reason.
 *
 * @param rows Those of the request.
 * @param before Those of them that were handed on to it.
 */
export function rowsOfEpoch(
  rows: readonly ReportRow[],
  measured: readonly Measured[],
  before: readonly RunRow[] = [],
): readonly RunRow[] {
  const own = rows.slice(before.length).filter((row) => row.reason === 'repair' || row.policy !== 'update')
  if (own.length === 0) return before
  const places = new Map(measured.map(({ source, fragments }) => [source.layer.name, placesIn(source, fragments)]))
  const dropped = new Map<string, { readonly row: CutRow; readonly positions: number[]; tokens: number }>()
  const others: RunRow[] = []
  for (const row of own) {
    const position = places.get(row.layer)?.get(row.fragment)
    if (row.reason === 'repair' || row.action !== 'dropped' || position === undefined) {
      others.push({ row, ...(position !== undefined && { position }) })
      continue
    }
    const key = JSON.stringify([row.layer, row.reason, row.policy, row.limit?.name])
    const sum = dropped.get(key) ?? { row, positions: [], tokens: 0 }
    sum.positions.push(position)
    sum.tokens += row.tokensBefore
    dropped.set(key, sum)
  }
  const sums = Array.from(dropped.values(), ({ row, positions, tokens }): RunRow => {
    const { unit: _, origin: __, limit: ___, ...rest } = row
    const all = { count: positions.length, positions: rangesOf(positions), tokensBefore: tokens }
    return { row: { ...rest, ...all } }
  })
  // Repairs of what is not sent are nobody's business.
  const gone = new Set([...dropped.values()].flatMap((sum) => sum.positions))
  const lastGone = [...gone].reduce((most, position) => Math.max(most, position), -1)
  const present = new Set(measured.flatMap(({ fragments }) => fragments.map(({ position }) => position)))
  const left = others.filter(({ row, position }) => {
    if (row.reason !== 'repair' || position === undefined) return true
    return !gone.has(position) && (present.has(position) || position > lastGone)
  })
  return [...before, ...sums, ...left]
}

/**
 * Returns the rows that an epoch hands on to a request: not those of texts that were told since or are gone, nor those of
 * messages that were edited.
 */
export function handedOn(
  { rows = [], inserts: before }: RunState,
  measured: readonly Measured[],
  added: readonly RunInsert[],
  editedFrom: number = Number.POSITIVE_INFINITY,
): readonly RunRow[] {
  if (rows.length === 0) return rows
  const inserts = [...before, ...added]
  const told = new Set(inserts.flatMap((one) => Object.keys(one.told).map((id) => keyOf(one.layer, id))))
  const results = new Set(inserts.flatMap(({ result }) => (result ? [keyOf(`${result.position}`, result.id)] : [])))
  // A layer that failed says nothing about its texts.
  const loaded = measured.filter(({ source }) => source.status === 'loaded')
  const asked = new Set(loaded.map(({ source }) => source.layer.name))
  const present = new Set(
    loaded.flatMap(({ source, fragments }) => fragments.map(({ id }) => keyOf(source.layer.name, id))),
  )
  // A summary gives the messages other positions, and with them other fragments.
  const ids = new Map(measured.flatMap((one) => one.fragments.map(({ id, position }) => [position, id] as const)))
  const left = rows.filter(({ row, position }) => {
    if (row.reason !== 'repair' && row.count !== undefined) return true
    if (position === undefined) {
      const key = keyOf(row.layer, row.fragment)
      return !told.has(key) && (present.has(key) || !asked.has(row.layer))
    }
    if (position >= editedFrom) return false
    return row.reason !== 'repair' || row.repair !== 'result-late' || !results.has(keyOf(`${position}`, row.id))
  })
  return left.map(({ row, position }) => {
    const fragment = (position !== undefined && ids.get(position)) || row.fragment
    return { row: { ...row, fragment }, ...(position !== undefined && { position }) }
  })
}

function keyOf(layer: string, id: string): string {
  return JSON.stringify([layer, id])
}

function placesIn(
  { result }: Measured['source'],
  fragments: Measured['fragments'],
): ReadonlyMap<string, number | undefined> {
  return new Map([...result.fragments, ...fragments].map(({ id, position }) => [id, position]))
}
