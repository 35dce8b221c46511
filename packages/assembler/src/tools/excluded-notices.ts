import type { Notice } from '@lamella/core'
import type { ExcludedTool } from './tool-filter.ts'

/** Names in one notice. */
const mostNames = 20

/**
 * A notice for each reason for which tools are not there, other than that somebody named them (`disabledTools`) or that they
 * have the name of another one, of which there is a notice already.
 */
export function excludedNotices(excluded: readonly ExcludedTool[]): readonly Notice[] {
  const sandboxed = excluded.filter(({ reason }) => reason === 'sandbox')
  const missing = excluded.filter(({ reason }) => reason === 'permission')
  return [
    ...noticeOf('TOOL_SANDBOXED', sandboxed, 'may not be used in sandbox mode, as they do not say sandbox: true'),
    ...noticeOf('TOOL_NOT_PERMITTED', missing, 'ask for permissions that are not granted'),
  ]
}

function noticeOf(code: string, tools: readonly ExcludedTool[], why: string): readonly Notice[] {
  if (tools.length === 0) return []
  const named = tools
    .slice(0, mostNames)
    .map(({ name, missing }) => (missing === undefined ? name : `${name} (${missing})`))
  const rest = tools.length > mostNames ? ` and ${tools.length - mostNames} more` : ''
  return [{ code, message: `Tools left out: ${named.join(', ')}${rest}. They ${why}.` }]
}
