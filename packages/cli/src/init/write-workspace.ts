import { join } from 'node:path'
import { cliError, codeOf } from '../problem.ts'
import { isThere, writeInFolder } from '../write-file.ts'
import type { HostName } from './hosts.ts'
import { programFiles } from './program-files.ts'
import { workspaceFiles } from './workspace-files.ts'

/**
 * Writes the files of a new workspace, with those of a program for a host if one is named, and makes its folder if there is
 * none. Nothing is overwritten: if one of the files
 * is there, nothing is written.
 *
 * @returns the paths of the files, from the folder
 * @throws LamellaError `WORKSPACE_EXISTS`, `WORKSPACE_UNWRITABLE`
 */
export async function writeWorkspace(folder: string, host: HostName | undefined): Promise<readonly string[]> {
  const files = { ...workspaceFiles, ...(host && programFiles(host)) }
  const paths = Object.keys(files)
  const existing: string[] = []
  for (const path of paths) if (await isThere(join(folder, path))) existing.push(path)
  if (existing.length > 0) throw exists(folder, existing)
  for (const [path, text] of Object.entries(files)) {
    try {
      // Fails if another program has just written it.
      await writeInFolder(join(folder, path), text, 'wx')
    } catch (cause) {
      throw unwritable(folder, path, cause)
    }
  }
  return paths
}

function exists(folder: string, files: readonly string[]): Error {
  const message = `'${folder}' already has ${files.join(', ')}; nothing was written.`
  const fix = 'Name another folder. `lamella doctor <folder>` checks the workspace that is there.'
  return cliError('WORKSPACE_EXISTS', message, fix, { folder, files })
}

function unwritable(folder: string, file: string, cause: unknown): Error {
  const message = `'${join(folder, file)}' cannot be written (${codeOf(cause)}).`
  return cliError('WORKSPACE_UNWRITABLE', message, 'Check the path, and the free disk space.', { folder }, cause)
}
