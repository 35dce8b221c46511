import { join } from 'node:path'
import type { Notice } from '@lamella/core'
import { notice } from '../notices.ts'
import { byCodeUnits } from '../order.ts'
import type { FileReader } from '../read/file-reader.ts'
import { skillFileNames } from './skill-file.ts'

/** The other files in a skill's directory. */
export interface Resources {
  /** Absolute path of the skill's directory. */
  readonly directory: string
  /** Relative to the directory, with `/`, sorted. */
  readonly resources: readonly string[]
  readonly notices: readonly Notice[]
}

const maxResources = 200

/**
 * Lists the regular files of a skill's directory and its subdirectories (`scripts/`, `references/`, `assets/`): the
 * specification requires references to be one level deep. Links and hidden files are left out.
 */
export async function listResources(
  reader: FileReader,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Resources> {
  const top = await reader.list(path, signal)
  const visible = top.entries.filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
  const below = await Promise.all(
    visible
      .filter((entry) => entry.isDirectory())
      .map(async ({ name }) => {
        const { entries, notices } = await reader.list(`${path}/${name}`, signal)
        const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        return { files: files.map((file) => `${name}/${file.name}`), notices }
      }),
  )
  const own = visible.filter((entry) => entry.isFile() && !skillFileNames.includes(entry.name)).map(({ name }) => name)
  const resources = [...own, ...below.flatMap(({ files }) => files)].sort(byCodeUnits)
  return {
    directory: join(reader.root, path),
    resources: resources.slice(0, maxResources),
    notices: [
      ...top.notices,
      ...below.flatMap(({ notices }) => notices),
      ...(resources.length > maxResources ? [tooMany(resources.length, path)] : []),
    ],
  }
}

function tooMany(count: number, path: string): Notice {
  return notice('RESOURCES_OMITTED', [`${path} has ${count} files; only the first ${maxResources} are listed.`], path)
}
