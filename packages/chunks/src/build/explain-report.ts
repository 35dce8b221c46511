import type { Report, ReportRow } from '@lamella/core'
import { noticeText, repairTexts } from '@lamella/core/plugin'

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
    ...chunks.omitted.map(({ count, reason }) => `- ${count} left out: ${visible(reason)}`),
    ...listed,
    ...(rows.length > listed.length ? [`and ${rows.length - listed.length} more`] : []),
    ...chunks.notices.map((notice) => `- ${visible(noticeText(notice))} [${notice.code}]`),
  ].join('\n')
}

function rowLine(row: ReportRow): string {
  const { fragment, action, reason, tokensBefore, tokensAfter } = row
  const cause = row.reason === 'repair' ? repairTexts[row.repair] : row.policy
  return visible(`- ${fragment}: ${action} (${reason}, ${cause}), ${tokensBefore} -> ${tokensAfter} tokens`)
}

/** Returns untrusted text on one terminal line, without control characters, line breaks or bidirectional controls. */
function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
}
