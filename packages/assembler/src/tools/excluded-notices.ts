import type { Notice } from '@lamella/core'
import type { ExcludedTool } from './tool-filter.ts'

/** The maximum number of names in one notice. */
const mostNames = 20

/**
 * Returns a notice for each reason for which tools were excluded. There are no notices for tools excluded by name
 * (`disabledTools`); duplicates already have one.
 */
export function excludedNotices(excluded: readonly ExcludedTool[]): readonly Notice[] {
  const sandboxed = excluded.filter(({ reason }) => reason === 'sandbox')
  const refused = excluded.filter(({ reason }) => reason === 'permission')
  const notices: Notice[] = []
  if (sandboxed.length > 0) {
    const what = `Sandbox mode excludes ${listed(sandboxed)}.`
    notices.push({ code: 'TOOL_SANDBOXED', what, fix: 'Set sandbox: true on tools that are safe to use there.' })
  }
  if (refused.length > 0) {
    const what = `The permissions exclude ${listed(refused)}.`
    notices.push({ code: 'TOOL_NOT_PERMITTED', what, fix: 'Grant the permissions that these tools require.' })
  }
  return notices
}

/** Returns names of tools, each with the permission that it lacks. */
function listed(tools: readonly ExcludedTool[]): string {
  const names = tools
    .slice(0, mostNames)
    .map(({ name, missing }) => (missing === undefined ? name : `${name} (${missing})`))
  return tools.length > mostNames ? `${names.join(', ')} and ${tools.length - mostNames} more` : names.join(', ')
}
