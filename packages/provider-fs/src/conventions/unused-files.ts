import type { Notice } from '@lamella/core'
import { checkOptions, mustBeTexts, mustHaveMethod } from '@lamella/core/plugin'
import { notice } from '../notices.ts'
import type { FileReader } from '../read/file-reader.ts'
import { type WorkspaceFile, workspaceFiles } from './workspace-files.ts'

/**
 * Lists the paths that `workspaceFiles` can name: those in the root, and those in its folders that other programs use.
 * Where the file system ignores case, a conventional file has its conventional name.
 *
 * @throws LamellaError `WORKSPACE_NOT_FOUND`
 * @example
 * const unused = unusedFiles(await listWorkspace(createFileReader('./agent')))
 */
export async function listWorkspace(reader: FileReader, signal?: AbortSignal): Promise<readonly string[]> {
  checkOptions('listWorkspace', { reader }, { reader: mustHaveMethod('list') }, ['reader'])
  const top = await reader.list('.', signal)
  const names = top.entries.map(({ name }) => name)
  const folders = new Set(workspaceFiles.map(({ name }) => name.slice(0, Math.max(name.indexOf('/'), 0))))
  const inside = await Promise.all(
    names
      .filter((name) => folders.has(name))
      .map(async (name) => {
        const { entries } = await reader.list(name, signal)
        return entries.map((entry) => `${name}/${entry.name}`)
      }),
  )
  const paths = [...names, ...inside.flat()]
  const conventional = finder()
  return Promise.all(
    paths.map(async (path) => {
      const usual = conventional(path)?.name ?? path
      if (usual === path || paths.includes(usual)) return path
      const { state } = await reader.read(usual, { ...(signal && { signal }) })
      return state === 'missing' ? path : usual
    }),
  )
}

/** Returns what finds the conventional file whose name this is, perhaps in other cases. */
function finder(): (path: string) => WorkspaceFile | undefined {
  const exact = new Map(workspaceFiles.map((file) => [file.name, file]))
  const lower = new Map(workspaceFiles.toReversed().map((file) => [file.name.toLowerCase(), file]))
  return (path) => exact.get(path) ?? lower.get(path.toLowerCase())
}

/**
 * Returns those of the given names that workspaces have by convention but that are not read, in list order, then those
 * that differ from a conventional name in case, such as `agents.md`.
 *
 * @param used The names that are read. Default: those that `workspace` reads.
 */
export function unusedFiles(names: Iterable<string>, used?: readonly string[]): readonly WorkspaceFile[] {
  const list = Symbol.iterator in Object(names) ? Array.from(names) : names
  checkOptions<object>('unusedFiles', { names: list, used }, { names: mustBeTexts, used: mustBeTexts })
  const found = new Set(list)
  const isUsed = ({ name, use }: WorkspaceFile): boolean => (used ? used.includes(name) : use !== undefined)
  const conventional = finder()
  const others = [...found].flatMap((name): readonly WorkspaceFile[] => {
    const file = conventional(name)
    if (file === undefined || file.name === name) return []
    const { use: _, ...plain } = file
    return [
      {
        ...plain,
        name,
        advice: plain.advice.replace(file.name, () => name),
        ...(isUsed(file) && { like: file.name, advice: `Rename it to ${file.name}, or merge it into that file.` }),
      },
    ]
  })
  return [...workspaceFiles.filter((file) => found.has(file.name) && !isUsed(file)), ...others]
}

/**
 * Returns a `FILE_NOT_USED` notice for each of them.
 *
 * @param used The names that are read. Default: those that `workspace` reads.
 * @example
 * const notices = unusedNotices(await listWorkspace(reader))
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
