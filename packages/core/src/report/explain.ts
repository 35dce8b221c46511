import type { CostReport } from '../contract/prices.ts'
import type { LayerReport, Report, ReportRow, RunReport, TokenReport } from '../contract/report.ts'
import type { Notice } from '../contract/sources.ts'
import type { LimitName } from '../contract/truncation.ts'
import { coreError } from '../errors.ts'
import { checkOptions, isObject, mustBeWhole } from '../options.ts'
import { noticeText, oneLine } from '../text/notice-text.ts'
import { dollars } from './dollars.ts'
import { countOf } from './rows.ts'

/** The table row of each layer. */
const sums = ['asked', 'got', 'kept', 'shortened', 'dropped'] as const

/** Options of `explain`. */
export interface ExplainOptions {
  /**
   * The most fragments to list one by one; the rest is summed up in one line. Default: more than three fragments of one
   * layer with the same outcome share one line.
   */
  readonly rows?: number | undefined
}

/**
 * Formats a report as text: where the tokens went, one line per layer, then the fragments that were changed.
 *
 * @throws LamellaError `REQUEST_INVALID` for a value that is not a report, `OPTION_INVALID`
 * @example
 * console.log(explain(context.report)) // import { explain } from '@lamella/core/plan'
 */
export function explain(report: Report, options: ExplainOptions = {}): string {
  if (!isObject(report) || !isObject(report.layers)) {
    throw coreError('REQUEST_INVALID', 'explain(report) requires the report of a context.', 'Pass context.report.', {
      key: 'report',
    })
  }
  const { rows: most } = checkOptions('explain', options, { rows: mustBeWhole(0) })
  const { tokens, limits = {}, layers, rows, cache, cost, run, notices = [] } = report
  const all = Object.entries(layers)
  const list = (
    title: string,
    linesOf: (layer: LayerReport) => readonly string[],
    whole: readonly string[] = [],
  ): readonly string[] => {
    const ofLayers = all.flatMap(([name, layer]) => linesOf(layer).map((line) => `- ${name}: ${line}`))
    const lines = [...whole.map((line) => `- ${line}`), ...ofLayers]
    return lines.length > 0 ? ['', title, ...lines] : lines
  }
  const noticeLine = (notice: Notice): string => `${noticeText(notice)} [${notice.code}]`
  const lines = [
    `${tokens.exact ? '' : 'about '}${number(tokens.total)} of ${number(tokens.window)} tokens, ` +
      `${number(tokens.reserve)} kept for the answer, ${number(tokens.free)} free`,
    `layers ${number(tokens.layers)}, tools ${number(tokens.tools)}, framing ${number(tokens.framing)}; ` +
      `counted by ${tokens.tokenizer}${correctionOf(tokens)}`,
    // Otherwise the sum puzzles: it can be twenty times the definitions.
    ...(tokens.toolPrompt ? [`tools: ${number(tokens.toolPrompt)} of them are the provider's own text for tools`] : []),
    ...limitLines(limits, rows),
    ...(cost ? [costLine(cost)] : []),
    ...(run ? [runLine(run, cache.prefix ?? 0, tokens.total)] : []),
    '',
    ...table(
      ['layer', ...sums],
      all.map(([name, layer]) => [name, ...sums.map((sum) => number(layer[sum]))]),
    ),
    ...list('left out by the layers', remarks),
    ...fates(rows, most),
    ...list('notices', ({ notices: own }) => own.map(noticeLine), notices.map(noticeLine)),
  ]
  return lines.map(oneLine).join('\n')
}

/** Formats by how much the provider counts otherwise than the tokenizer, as far as that is known. */
function correctionOf({ correction }: TokenReport): string {
  if (correction === undefined || correction === 0) return ''
  return `; the provider counts ${number(Math.abs(correction))} ${correction < 0 ? 'less' : 'more'}`
}

/** The share of a limit above which it gets a line, even if nothing gave way for it. */
const listedShare = 0.1

/** Formats the limits beside the window, where they matter. */
function limitLines(limits: NonNullable<Report['limits']>, rows: readonly ReportRow[]): readonly string[] {
  const gaveWay = new Set(rows.map((row) => (row.reason === 'limit' ? row.limit?.name : undefined)))
  const uses = Object.entries(limits).filter(([name, { used, limit }]) => {
    return used >= listedShare * limit || gaveWay.has(name as LimitName)
  })
  if (uses.length === 0) return []
  return [`limits: ${uses.map(([name, { used, limit }]) => `${name} ${number(used)} of ${number(limit)}`).join(', ')}`]
}

/** Formats what the request costs. */
function costLine({ uncached, cached, answer }: CostReport): string {
  const how = cached > uncached ? 'while it is written to a prompt cache' : 'with a prompt cache'
  return `costs ${dollars(uncached)}, or ${dollars(cached)} ${how}; the answer at most ${dollars(answer)}`
}

/** Formats how the request relates to its run. */
function runLine({ epoch, cut, updates }: RunReport, prefix: number, total: number): string {
  const announced = updates.map(({ layer, tokens }) => `${layer} ${number(tokens)}`).join(', ')
  const how = cut
    ? `cut (${cut.reason}), ${number(cut.newTokens)} tokens new to the cache`
    : `${number(prefix)} of ${number(total)} tokens repeat the last request`
  return `run: epoch ${epoch}, ${how}${announced === '' ? '' : `; announced: ${announced}`}`
}

/** Formats a layer's omissions before planning. */
function remarks({ status, why = '', omitted }: LayerReport): readonly string[] {
  const left = omitted.map(({ count, reason, tokens }) => {
    return `${number(count)} ${reason}${tokens === undefined ? '' : ` (${number(tokens)} tokens)`}`
  })
  return status === 'loaded' ? left : [`${status}: ${why}`, ...left]
}

/** Formats the changes, with reason and policy: one line per fragment, or per group of them. */
function fates(rows: readonly ReportRow[], most: number | undefined): readonly string[] {
  if (rows.length === 0) return []
  const listed = most === undefined ? grouped(rows) : rows.slice(0, most).map(rowLine)
  const lines = table(['fragment', 'what', 'why', 'tokens', 'by'], listed)
  const left = most === undefined ? 0 : rows.length - listed.length
  return ['', ...lines, ...(left > 0 ? [`and ${number(left)} more`] : [])]
}

/** Returns one line per row, or one for more than three adjacent rows that differ only in the fragment. */
function grouped(rows: readonly ReportRow[]): readonly (readonly string[])[] {
  const groups: ReportRow[][] = []
  let last = ''
  for (const row of rows) {
    const fate = JSON.stringify([
      row.layer,
      row.action,
      row.reason,
      row.reason === 'limit' && row.limit?.name,
      causeOf(row),
    ])
    if (fate === last) groups.at(-1)?.push(row)
    else groups.push([row])
    last = fate
  }
  return groups.flatMap((group) => (group.length > 3 ? [groupLine(group)] : group.map(rowLine)))
}

function groupLine(group: readonly ReportRow[]): readonly string[] {
  const first = group[0] as ReportRow
  const sum = (key: 'tokensBefore' | 'tokensAfter'): number => group.reduce((total, row) => total + row[key], 0)
  const count = group.reduce((total, row) => total + countOf(row), 0)
  const name = `${first.layer}: ${number(count)} fragments`
  return cells(name, first, sum('tokensBefore'), sum('tokensAfter'), causeOf(first))
}

function rowLine(row: ReportRow): readonly string[] {
  if (countOf(row) > 1) return groupLine([row])
  const unit = row.reason !== 'repair' && row.unit !== undefined ? `, with unit ${row.unit}` : ''
  return cells(`${row.layer}/${row.fragment}`, row, row.tokensBefore, row.tokensAfter, causeOf(row) + unit)
}

function cells(name: string, row: ReportRow, before: number, after: number, cause: string): readonly string[] {
  const why = row.reason === 'limit' && row.limit ? `limit ${row.limit.name}` : row.reason
  return [name, row.action, why, `${number(before)} -> ${number(after)}`, cause]
}

/** Returns the policy that chose a fragment, or the effect of a repair. */
function causeOf(row: ReportRow): string {
  return row.reason === 'repair' ? row.repair : row.policy
}

/** Pads columns to their widest cell; numbers are right-aligned. Trailing spaces are cut. */
function table(head: readonly string[], body: readonly (readonly string[])[]): readonly string[] {
  const rows = [head, ...body.map((row) => row.map(oneLine))]
  const pads = head.map((_, column) => {
    const cells = rows.map((row) => row[column] as string)
    const width = cells.reduce((most, cell) => Math.max(most, cell.length), 0)
    return cells.length > 1 && cells.slice(1).every((cell) => /^\d/.test(cell))
      ? (cell: string) => cell.padStart(width)
      : (cell: string) => cell.padEnd(width)
  })
  return rows.map((row) =>
    pads
      .map((pad, column) => pad(row[column] as string))
      .join('  ')
      .trimEnd(),
  )
}

/** Formats digits in groups of three, the same on every machine. */
function number(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}
