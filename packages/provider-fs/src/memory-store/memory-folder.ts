import { join } from 'node:path'
import { isLamellaError, type Notice } from '@lamella/core'
import { createBoundedMap } from '@lamella/core/plugin'
import { namesIfFolder, namesIn } from '../disk/folders.ts'
import { isMissing } from '../errors.ts'
import { type FoundEntry, numberDuplicates } from '../memory/entry.ts'
import { parseNoteName } from '../memory/note-name.ts'
import { byCodeUnits } from '../order.ts'
import { type FileStats, nodeFileSystem } from '../read/file-system.ts'
import { isSameFile, isTooYoung } from '../read/identity.ts'
import { failure } from '../read/open-regular.ts'
import { createPathGuard } from '../read/path-guard.ts'
import { type MemoryFile, type MemoryPlace, memoryFile, readMemoryFile } from './memory-file.ts'

/** An entry and the file that contains it. */
export interface KeptEntry extends FoundEntry {
  readonly file: MemoryFile
}

/** All memory of one owner. */
export interface LoadedMemory {
  readonly files: readonly MemoryFile[]
  /** Ids are unique. */
  readonly entries: readonly KeptEntry[]
  readonly notices: readonly Notice[]
}

/** Number of files to cache. */
const maxRemembered = 1_000

/** Creates what reads the memory files in owners' folders: the same files as `memoryFiles`, in the same order. */
export function createMemoryReader(): (folder: string) => Promise<LoadedMemory> {
  const known = createBoundedMap<string, { readonly stats: FileStats; readonly file: MemoryFile }>(maxRemembered)

  /** Returns `undefined` for a file that does not exist. */
  async function read(place: MemoryPlace): Promise<MemoryFile | Notice | undefined> {
    try {
      const stats = await nodeFileSystem.stat(place.path, { bigint: true })
      const last = known.get(place.path)
      if (last && isSameFile(last.stats, stats)) return last.file
      const now = await readMemoryFile(place)
      if (now.stats && 'text' in now.file && !isTooYoung(now.stats, Date.now())) {
        known.set(place.path, { stats: now.stats, file: now.file })
      }
      return now.file
    } catch (error) {
      return isMissing(error) ? undefined : failure(error, place.from)
    }
  }

  return async (folder) => {
    const [inRoot, inFolder] = await Promise.all([namesIn(folder), namesIfFolder(join(folder, 'memory'))])
    const guard = createPathGuard(folder, nodeFileSystem)
    const wanted = memoryNames(inRoot, inFolder)
    const notices: Notice[] = []
    const files: MemoryFile[] = []
    for (const { name, day } of wanted) {
      const found = await guard.real(join(folder, name)).then(
        (path) => read({ path, from: name, day }),
        (error: unknown) => (isMissing(error) && !isLamellaError(error) ? undefined : failure(error, name)),
      )
      if (found === undefined) continue
      if (!('text' in found)) notices.push(found)
      // One is a link to the other.
      else if (!files.some(({ path }) => path === found.path)) files.push(found)
    }
    const found = files.flatMap((file) => file.found.map((one): KeptEntry => ({ ...one, file })))
    return { files, entries: numberDuplicates(found), notices }
  }
}

/** Returns the file for an entry of this day, or for an undated entry. The file may not exist yet. */
export function targetIn(folder: string, { files }: LoadedMemory, day: string | undefined): MemoryFile {
  const there = files.find((file) => file.day === day && (day === undefined || file.from === noteName(day)))
  // Other readers look at curated memory in the root first.
  const root = day === undefined ? files.find((file) => file.day === undefined && !file.from.includes('/')) : there
  const name = day === undefined ? 'MEMORY.md' : noteName(day)
  return root ?? there ?? memoryFile({ path: join(folder, name), from: name, day }, '')
}

interface Wanted {
  readonly name: string
  readonly day: string | undefined
}

/** Returns the names of the memory files in an owner's folder and its `memory` folder, in reading order. */
export function memoryNames(inRoot: readonly string[], inFolder: readonly string[]): readonly Wanted[] {
  const own = ['MEMORY.md', 'memory.md'].find((name) => inRoot.includes(name))
  const curated = [...(inFolder.includes('MEMORY.md') ? ['memory/MEMORY.md'] : []), ...(own === undefined ? [] : [own])]
  const notes = inFolder.toSorted(byCodeUnits).flatMap((name) => parseNoteName(name) ?? [])
  return [
    ...curated.map((name) => ({ name, day: undefined })),
    ...notes.map(({ name, date }) => ({ name: `memory/${name}`, day: date })),
  ]
}

function noteName(day: string): string {
  return `memory/${day}.md`
}
