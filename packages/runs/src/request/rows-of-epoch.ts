import type { LayerReport, ReportRow } from '@lamella/core'
import type { CutRow, Measured } from '@lamella/core/plugin'
import type { RunInsert, RunRow, RunState } from '../contract/run.ts'
import { rangesOf } from './ranges.ts'
import type { RowsAtCut } from './rows-at-cut.ts'

/**
 * Returns the rows of a request that hold for each later request of its epoch, too. What was dropped of the session is one row for
 * each reason.
 *
 * @param rows Those of the request.
 * @param before Those of them that were handed on to it, and what the epoch before had saved of others.
 */
export function rowsOfEpoch(
  rows: readonly ReportRow[],
  measured: readonly Measured[],
  { handedOn: before, saved }: RowsAtCut,
): readonly RunRow[] {
  const own = rows.slice(before.length).filter((row) => row.reason === 'repair' || row.policy !== 'update')
  if (own.length === 0) return before
  const places = new Map(measured.map(({ source, fragments }) => [source.layer.name, placesIn(source, fragments)]))
  const dropped = new Map<string, { readonly row: CutRow; readonly positions: number[] }>()
  const others: RunRow[] = []
  for (const made of own) {
    const position = places.get(made.layer)?.get(made.fragment)
    const row = position === undefined ? made : withSaved(made, saved.get(position) ?? 0)
    if (row.reason === 'repair' || row.action !== 'dropped' || position === undefined) {
      others.push({ row, ...(position !== undefined && { position }) })
      continue
    }
    const sum = dropped.get(causeOf(row))
    if (sum) sum.positions.push(position)
    dropped.set(causeOf(row), { row: sum ? withBoth(sum.row, row) : row, positions: sum?.positions ?? [position] })
  }
  const sums = Array.from(dropped.values(), ({ row, positions }): RunRow => {
    const { unit: _, origin: __, ...rest } = row
    return { row: { ...rest, count: positions.length, positions: rangesOf(positions) } }
  })
  // A repair of a message that is not sent changes nothing in the request.
  const gone = new Set([...dropped.values()].flatMap(({ positions }) => positions))
  const lastGone = [...gone].reduce((most, position) => Math.max(most, position), -1)
  const present = new Set(measured.flatMap(({ fragments }) => fragments.map(({ position }) => position)))
  const left = others.filter(({ row, position }) => {
    if (row.reason !== 'repair' || position === undefined) return true
    return !gone.has(position) && (present.has(position) || position > lastGone)
  })
  return [...withSums(before, sums), ...left]
}

/** Adds rows of dropped messages to those that an earlier epoch dropped for the same reason. */
function withSums(before: readonly RunRow[], sums: readonly RunRow[]): readonly RunRow[] {
  const rows = [...before]
  for (const sum of sums) {
    const { row: added } = sum as { readonly row: CutRow }
    const index = rows.findIndex(({ row }) => isOfDropped(row) && causeOf(row) === causeOf(added))
    const { row } = (rows[index] ?? {}) as { readonly row?: CutRow }
    if (row === undefined) rows.push(sum)
    else {
      const positions = [...(row.positions ?? []), ...(added.positions ?? [])].sort(([one], [other]) => one - other)
      const first = positions[0] === row.positions?.[0] ? row : added
      const { fragment } = first
      rows[index] = {
        row: { ...withBoth(row, added), fragment, count: (row.count ?? 0) + (added.count ?? 0), positions },
      }
    }
  }
  return rows
}

function isOfDropped(row: ReportRow): row is CutRow {
  return row.reason !== 'repair' && row.count !== undefined
}

/** By what rows of dropped messages are summed. */
function causeOf({ layer, reason, policy, limit }: CutRow): string {
  return JSON.stringify([layer, reason, policy, limit?.name])
}

function withBoth(row: CutRow, { tokensBefore, limit }: CutRow): CutRow {
  const both = row.limit && limit && { limit: { ...row.limit, before: row.limit.before + limit.before } }
  return { ...row, ...both, tokensBefore: row.tokensBefore + tokensBefore }
}

/** Adds what the epoch before had saved of the message: the row is about the message of the session. */
function withSaved(row: ReportRow, saved: number): ReportRow {
  return row.reason === 'repair' || saved === 0 ? row : { ...row, tokensBefore: row.tokensBefore + saved }
}

/**
 * Returns the rows that an epoch hands on to a request: not those of texts that were announced since or are gone, nor those of
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

/** Whether a layer still has the text of a row, and no update has announced it. A layer that failed says nothing about its texts. */
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
