import type { Notice } from '../contract/sources.ts'

/**
 * A notice in words: what happened, then what to do about it.
 *
 * @example
 * noticeText({ code: 'FILE_TRUNCATED', what: 'AGENTS.md was cut.', fix: 'Shorten it.' }) // 'AGENTS.md was cut. Shorten it.'
 */
export function noticeText({ what, fix }: Notice): string {
  return fix === undefined ? what : `${what} ${fix}`
}
