import type { Notice } from '@lamella/core'
import { notice } from '../notices.ts'
import { type WorkspaceFile, type WorkspaceReader, workspaceFiles } from './workspace-files.ts'

/** The files among some names that workspaces have by convention and that a reader does not read, in the order of the list. */
export function unusedFiles(names: Iterable<string>, by: WorkspaceReader): readonly WorkspaceFile[] {
  const found = new Set(names)
  return workspaceFiles.filter((file) => found.has(file.name) && file[by] === undefined)
}

/**
 * A notice `FILE_NOT_USED` for each of them.
 *
 * @example
 * const { entries } = await reader.list('.')
 * const notices = unusedNotices(entries.map(({ name }) => name), 'workspace')
 */
export function unusedNotices(names: Iterable<string>, by: WorkspaceReader): readonly Notice[] {
  return unusedFiles(names, by).map(notUsed)
}

function notUsed({ name, holds, advice }: WorkspaceFile): Notice {
  const message = `${name} (${holds}) is in the workspace and is not used. ${advice}`
  return notice('FILE_NOT_USED', message, name, { file: name, holds, advice })
}
