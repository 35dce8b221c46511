import type { LayerReport, ReportRow } from '@lamella/core'
import type { CutRow, Measured } from '@lamella/core/plugin'
import type { RunInsert, RunRow, RunState } from '../contract/run.ts'
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
  const dropped = new Map<
    string,
    { readonly row: CutRow; readonly positions: number[]; tokens: number; amount: number }
  >()
  const others: RunRow[] = []
  for (const row of own) {
    const position = places.get(row.layer)?.get(row.fragment)
    if (row.reason === 'repair' || row.action !== 'dropped' || position === undefined) {
      others.push({ row, ...(position !== undefined && { position }) })
      continue
    }
    const key = JSON.stringify([row.layer, row.reason, row.policy, row.limit?.name])
    const sum = dropped.get(key) ?? { row, positions: [], tokens: 0, amount: 0 }
    sum.positions.push(position)
    sum.tokens += row.tokensBefore
    sum.amount += row.limit?.before ?? 0
    dropped.set(key, sum)
  }
  const sums = Array.from(dropped.values(), ({ row, positions, tokens, amount }): RunRow => {
    const { unit: _, origin: __, ...rest } = row
    const limit = row.limit && { limit: { ...row.limit, before: amount } }
    return { row: { ...rest, ...limit, count: positions.length, positions: rangesOf(positions), tokensBefore: tokens } }
  })
  // A repair of a message that is not sent changes nothing in the request.
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
 *
 * @param isMoved Whether a summary has given the messages other positions, and with them other fragments.
 */
export function handedOn(
  { rows = [], inserts: before }: RunState,
  measured: readonly Measured[],
  added: readonly RunInsert[],
  {
    editedFrom = Number.POSITIVE_INFINITY,
    isMoved,
  }: { readonly editedFrom?: number | undefined; readonly isMoved: boolean },
): readonly RunRow[] {
  if (rows.length === 0) return rows
  const inserts = [...before, ...added]
  const left = rows.filter(({ row, position }) => {
    if (position === undefined)
      return row.reason !== 'repair' && row.count !== undefined ? true : isUntold(row, measured, inserts)
    if (position >= editedFrom) return false
    if (row.reason !== 'repair' || row.repair !== 'result-late') return true
    return !inserts.some(({ result }) => result?.position === position && result.id === row.id)
  })
  if (!isMoved) return left
  const ids = new Map(measured.flatMap((one) => one.fragments.map(({ id, position }) => [position, id] as const)))
  return left.map(({ row, position }) => {
    const fragment = (position !== undefined && ids.get(position)) || row.fragment
    return { row: { ...row, fragment }, ...(position !== undefined && { position }) }
  })
}

/** Whether a layer still has the text of a row, and no update has told it. A layer that failed says nothing about its texts. */
function isUntold(
  { layer, fragment }: ReportRow,
  measured: readonly Measured[],
  inserts: readonly RunInsert[],
): boolean {
  if (inserts.some((one) => one.layer === layer && Object.hasOwn(one.told, fragment))) return false
  const own = measured.find(({ source }) => source.layer.name === layer)
  return own?.source.status !== 'loaded' || own.fragments.some(({ id }) => id === fragment)
}

function placesIn(
  { result }: Measured['source'],
  fragments: Measured['fragments'],
): ReadonlyMap<string, number | undefined> {
  return new Map([...result.fragments, ...fragments].map(({ id, position }) => [id, position]))
}

/** Adds to the report of a layer what the epoch has sent otherwise before: the layer is measured as it was sent. */
export function withRows(
  report: LayerReport,
  { source, fragments: present }: Measured,
  rows: readonly RunRow[],
): LayerReport {
  let { asked, fragments, kept, shortened, dropped } = report
  for (const { row } of rows) {
    if (row.layer !== source.layer.name || row.reason === 'repair') continue
    asked += row.tokensBefore - row.tokensAfter
    if (row.count !== undefined) {
      // Dropped messages of the session are not read again.
      fragments += row.count
      dropped += row.count
    } else if (present.some(({ id }) => id === row.fragment)) {
      kept -= 1
      if (row.action === 'dropped') dropped += 1
      else shortened += 1
    }
  }
  return { ...report, asked, fragments, kept, shortened, dropped }
}
