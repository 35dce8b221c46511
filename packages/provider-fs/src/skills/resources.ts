import { join } from 'node:path'
import type { Notice } from '@lamella/core'
import { notice } from '../notices.ts'
import { byCodeUnits } from '../order.ts'
import type { FileReader } from '../read/file-reader.ts'
import { isSkillFileName } from './skill-file.ts'

/** The other files in a skill's directory. */
export interface Resources {
  /** Absolute path of the skill's directory. */
  readonly directory: string
  /** Relative to the directory, with `/`, sorted. */
  readonly resources: readonly string[]
  readonly notices: readonly Notice[]
}

const maxResources = 200
/** The deepest level of directories in a skill that is looked at, and the maximum number of directories. */
const maxDepth = 4
const maxFolders = 200

/**
 * Lists the regular files of a skill's directory and its subdirectories (`scripts/`, `references/`, `assets/`). Links and
 * hidden files are left out.
 */
export async function listResources(
  reader: FileReader,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Resources> {
  const resources: string[] = []
  const notices: Notice[] = []
  let folders: readonly string[] = ['']
  let left = maxFolders
  for (let depth = 0; depth <= maxDepth && folders.length > 0 && left > 0; depth++) {
    const looked = folders.slice(0, left)
    left -= looked.length
    const lists = await Promise.all(looked.map((folder) => reader.list(path + folder, signal)))
    notices.push(...lists.flatMap((list) => list.notices))
    const found = lists.flatMap(({ entries }, i) =>
      entries
        .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
        .map((entry) => ({ entry, place: `${looked[i]}/${entry.name}` })),
    )
    const files = found.filter(({ entry }) => entry.isFile() && !(depth === 0 && isSkillFileName(entry.name)))
    resources.push(...files.map(({ place }) => place.slice(1)))
    const below = found.flatMap(({ entry, place }) => (entry.isDirectory() ? [place] : []))
    folders = [...folders.slice(looked.length), ...below.sort(byCodeUnits)]
  }
  if (resources.length > maxResources || folders.length > 0)
    notices.push(tooMany(resources.length, path, folders.length))
  const listed = resources.sort(byCodeUnits).slice(0, maxResources)
  return { directory: join(reader.root, path), resources: listed, notices }
}

function tooMany(count: number, path: string, folders: number): Notice {
  const more = folders === 0 ? '' : ', and directories that are not listed'
  const what = `${path} has ${count} files${more}; only the first ${maxResources} files are listed.`
  return notice('RESOURCES_OMITTED', [what], path)
}
