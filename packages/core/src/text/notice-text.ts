import type { RepairAction } from '../contract/report.ts'
import type { Notice } from '../contract/sources.ts'

/**
 * Formats a notice as text: what happened, then how to fix it.
 *
 * @example
 * noticeText({ code: 'FILE_TRUNCATED', what: 'AGENTS.md was cut.', fix: 'Shorten it.' }) // 'AGENTS.md was cut. Shorten it.'
 */
export function noticeText({ what, fix }: Notice): string {
  return fix === undefined ? what : `${what} ${fix}`
}

/** Puts external text on one terminal line: no control characters, line breaks or bidirectional overrides. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
}

/** Descriptions of repairs, for reports and logs. */
export const repairTexts: Readonly<Record<RepairAction, string>> = {
  'call-dropped': 'dropped a tool call without a result',
  'result-dropped': 'dropped a tool result without a call',
  'result-replaced': 'dropped a tool result: another one of its call counts',
  'result-late': 'left a late tool result to an update',
  'result-moved': 'moved a tool result to its call',
  'result-added': 'added a stand-in for a missing tool result',
  'denial-added': 'added a result to a denied tool call',
  'request-dropped': 'dropped an approval request without a call',
  'response-dropped': 'dropped an approval response without a request',
  'response-moved': 'moved an approval response to its call',
}
