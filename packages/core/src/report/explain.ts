import type { ExplainOptions, LayerReport, Report } from '../contract/report.ts'

const defaultRows = 20

/** The report as text: where the tokens went, a line a layer, then the fragments that were changed. */
export function explain(report: Report, options: ExplainOptions = {}): string {
  const { tokens, rows, layers } = report
  const most = options.rows ?? defaultRows
  const about = tokens.exact ? '' : 'about '
  const lines = [
    `${about}${number(tokens.total)} of ${number(tokens.window)} tokens, ` +
      `${number(tokens.reserve)} kept for the answer, ${number(tokens.free)} free`,
    `layers ${number(tokens.layers)}, tools ${number(tokens.tools)}, framing ${number(tokens.framing)}; ` +
      `counted by ${tokens.tokenizer}`,
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
  if (rows.length > 0) {
    lines.push(
      '',
      ...table(
        ['fragment', 'what', 'why', 'tokens', 'by'],
        rows
          .slice(0, most)
          .map((row) => [
            visible(`${row.layer}/${row.fragment}`),
            row.action,
            row.reason,
            `${number(row.tokensBefore)} -> ${number(row.tokensAfter)}`,
            visible(row.detail),
          ]),
      ),
    )
    if (rows.length > most) lines.push(`and ${number(rows.length - most)} more`)
  }
  const notices = Object.entries(layers).flatMap(([name, layer]) =>
    layer.notices.map((notice) => `- ${name}: ${visible(notice.message)} [${notice.code}]`),
  )
  if (notices.length > 0) lines.push('', 'notices', ...notices)
  return lines.join('\n')
}

function remarks({ status, why, omitted }: LayerReport): readonly string[] {
  const left = omitted.map(({ count, reason }) => `${number(count)} ${reason}`)
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
