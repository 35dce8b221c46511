import type { Notice } from '@lamella/core'
import { notice } from '../notices.ts'
import { type WorkspaceFile, workspaceFiles } from './workspace-files.ts'

/**
 * Returns those of the given names that workspaces have by convention but that are not read, in list order.
 *
 * @param used The names that are read. Default: those that `workspace` reads.
 */
export function unusedFiles(names: Iterable<string>, used?: readonly string[]): readonly WorkspaceFile[] {
  const found = new Set(names)
  const isUsed = ({ name, use }: WorkspaceFile): boolean => (used ? used.includes(name) : use !== undefined)
  return workspaceFiles.filter((file) => found.has(file.name) && !isUsed(file))
}

/**
 * Returns a `FILE_NOT_USED` notice for each of them.
 *
 * @param used The names that are read. Default: those that `workspace` reads.
 * @example
 * const { entries } = await reader.list('.')
 * const notices = unusedNotices(entries.map(({ name }) => name))
 */
export function unusedNotices(names: Iterable<string>, used?: readonly string[]): readonly Notice[] {
  return unusedFiles(names, used).map(({ name, holds, advice }) => {
    const what = `${name} (${holds}) is in the workspace but is not used.`
    return notice('FILE_NOT_USED', [what, advice], name, { file: name, holds, advice })
  })
}

/** Creates a `FILE_NOT_USED` notice for a file with the same text as another one, or for another spelling of its name. */
export function sameNotice(file: string, sameAs: string, why: 'text' | 'spelling'): Notice {
  const sentences =
    why === 'text'
      ? ([`${file} has the same text as ${sameAs} and is not used.`, 'Delete one of the two.'] as const)
      : ([`${file} is not read, because ${sameAs} exists.`, 'Merge the two into one file.'] as const)
  return notice('FILE_NOT_USED', sentences, file, { file, sameAs })
}
