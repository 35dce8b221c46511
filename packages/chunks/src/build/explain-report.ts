import type { Report, ReportRow } from '@lamella/core'
import { noticeText, oneLine, repairTexts } from '@lamella/core/plugin'

/** The default number of listed rows. */
const usualRows = 50

/** Returns the report as text: token usage, what was left out, what was changed and why. */
export function explainReport(report: Report<'system' | 'chunks'>, most: number = usualRows): string {
  const { tokens, rows, layers } = report
  const { chunks } = layers
  const about = tokens.exact ? '' : 'about '
  const limit = Number.isFinite(tokens.window) ? ` of ${tokens.window}` : ''
  const listed = rows.slice(0, most).map(rowLine)
  return [
    `${about}${tokens.total}${limit} tokens, counted by ${tokens.tokenizer}`,
    `chunks: ${chunks.kept} kept, ${chunks.shortened} shortened, ${chunks.dropped} dropped`,
    ...chunks.omitted.map(({ count, reason }) => `- ${count} left out: ${oneLine(reason)}`),
    ...listed,
    ...(rows.length > listed.length ? [`and ${rows.length - listed.length} more`] : []),
    ...chunks.notices.map((notice) => `- ${oneLine(noticeText(notice))} [${notice.code}]`),
  ].join('\n')
}

function rowLine(row: ReportRow): string {
  const { fragment, action, reason, tokensBefore, tokensAfter } = row
  const cause = row.reason === 'repair' ? repairTexts[row.repair] : row.policy
  return oneLine(`- ${fragment}: ${action} (${reason}, ${cause}), ${tokensBefore} -> ${tokensAfter} tokens`)
}
