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
