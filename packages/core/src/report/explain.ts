import type { ExplainOptions, LayerReport, Report, ReportRow } from '../contract/report.ts'
import { noticeText } from '../text/notice-text.ts'
import { repairTexts } from './repair-texts.ts'

/** The report as text: where the tokens went, a line a layer, then the fragments that were changed. */
export function explain(report: Report, options: ExplainOptions = {}): string {
  const { tokens, rows, layers } = report
  const about = tokens.exact ? '' : 'about '
  const lines = [
    `${about}${number(tokens.total)} of ${number(tokens.window)} tokens, ` +
      `${number(tokens.reserve)} kept for the answer, ${number(tokens.free)} free`,
    `layers ${number(tokens.layers)}, tools ${number(tokens.tools)}, framing ${number(tokens.framing)}; ` +
      `counted by ${tokens.tokenizer}`,
    ...repeated(report),
    '',
    ...table(
      ['layer', 'asked', 'got', 'kept', 'shortened', 'dropped'],
      Object.entries(layers).map(([name, layer]) => [
        name,
        number(layer.asked),
        number(layer.got),
        number(layer.kept),
        number(layer.shortened),
        number(layer.dropped),
      ]),
    ),
  ]
  const missing = Object.entries(layers).flatMap(([name, layer]) => remarks(layer).map((one) => `- ${name}: ${one}`))
  if (missing.length > 0) lines.push('', 'left out before the cut', ...missing)
  if (rows.length > 0) lines.push('', ...fates(rows, options.rows))
  const notices = Object.entries(layers).flatMap(([name, layer]) =>
    layer.notices.map((notice) => `- ${name}: ${visible(noticeText(notice))} [${notice.code}]`),
  )
  if (notices.length > 0) lines.push('', 'notices', ...notices)
  return lines.join('\n')
}

/** How much of the request repeats the one before it, and what ended that. Nothing where none was given. */
function repeated({ cache, tokens }: Report): readonly string[] {
  const { prefix, brokenBy } = cache
  if (prefix === undefined) return []
  const sums = `cache: ${number(prefix)} of ${number(tokens.total)} tokens repeat the last request`
  if (!brokenBy) return [`${sums}, all of it`]
  const { place, index, layer, fragment, why } = brokenBy
  const name = layer === undefined ? `${place}[${index}]` : [layer, fragment ?? []].flat().join('/')
  return [`${sums}; broken by ${visible(name)} (${why})`]
}

/** What was changed, why and by which policy: a line a fragment, or a group of them. */
function fates(rows: readonly ReportRow[], most: number | undefined): readonly string[] {
  const listed = most === undefined ? groupRows(rows).flatMap(groupLines) : rows.slice(0, most).map(rowLine)
  const lines = table(['fragment', 'what', 'why', 'tokens', 'by'], listed)
  const left = most === undefined ? 0 : rows.length - listed.length
  return left > 0 ? [...lines, `and ${number(left)} more`] : lines
}

/** Rows that stand behind each other and say the same of another fragment. */
function groupRows(rows: readonly ReportRow[]): readonly (readonly ReportRow[])[] {
  const groups: ReportRow[][] = []
  for (const row of rows) {
    const group = groups.at(-1)
    const [first] = group ?? []
    const isSame = first && (['layer', 'action', 'reason'] as const).every((key) => first[key] === row[key])
    if (isSame && causeOf(first) === causeOf(row)) group?.push(row)
    else groups.push([row])
  }
  return groups
}

function groupLines(group: readonly ReportRow[]): readonly (readonly string[])[] {
  const [first] = group
  if (!first || group.length <= 3) return group.map(rowLine)
  const sum = (key: 'tokensBefore' | 'tokensAfter'): number => group.reduce((total, row) => total + row[key], 0)
  const name = `${first.layer}: ${number(group.length)} fragments`
  return [line(name, first, sum('tokensBefore'), sum('tokensAfter'), causeOf(first))]
}

function rowLine(row: ReportRow): readonly string[] {
  const { layer, fragment, tokensBefore, tokensAfter } = row
  const unit = row.reason !== 'repair' && row.unit !== undefined ? `, with unit ${row.unit}` : ''
  return line(`${layer}/${fragment}`, row, tokensBefore, tokensAfter, causeOf(row) + unit)
}

function line(
  name: string,
  { action, reason }: ReportRow,
  before: number,
  after: number,
  cause: string,
): readonly string[] {
  return [visible(name), action, reason, `${number(before)} -> ${number(after)}`, visible(cause)]
}

/** The policy that chose a fragment, or what a repair did. */
function causeOf(row: ReportRow): string {
  return row.reason === 'repair' ? repairTexts[row.repair] : row.policy
}

function remarks({ status, why, omitted }: LayerReport): readonly string[] {
  const left = omitted.map(({ count, reason, tokens }) => {
    return `${number(count)} ${reason}${tokens === undefined ? '' : ` (${number(tokens)} tokens)`}`
  })
  return [...(status === 'loaded' ? [] : [`${status}: ${why ?? ''}`]), ...left].map(visible)
}

/** Columns padded to their widest cell; numbers to the right. Trailing spaces are cut. */
function table(head: readonly string[], body: readonly (readonly string[])[]): readonly string[] {
  const widths = head.map((title, column) => Math.max(title.length, ...body.map((row) => row[column]?.length ?? 0)))
  const numeric = head.map((_, column) => body.length > 0 && body.every((row) => /^[\d,]/.test(row[column] ?? '')))
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (numeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  return [line(head), ...body.map(line)]
}

/** Digits in groups of three, the same on every machine. */
function number(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Text of others on one line of a terminal: no control characters, no line breaks, nothing that turns it around. */
function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
}
