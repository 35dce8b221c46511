import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Change, mustBeAt, type NewMemory, type StoredMemory } from '@lamella/store'
import { makeFolder } from '../disk/durable.ts'
import { fsError, unlessAbsent } from '../errors.ts'
import { known } from '../json.ts'
import type { Locks } from '../lock/locks.ts'
import { nodeFileSystem } from '../read/file-system.ts'
import { createPathGuard } from '../read/path-guard.ts'
import { unfit, withEntry, withoutEntry } from './edit-file.ts'
import { storedFrom } from './entry-lines.ts'
import type { MemoryFile } from './memory-file.ts'
import { type KeptEntry, type LoadedMemory, targetIn } from './memory-folder.ts'
import type { MemoryHome } from './memory-homes.ts'
import { sweepHome } from './sweep-home.ts'
import { writeIfSame } from './write-file.ts'

/** Changes memory files, one change at a time. */
export interface MemoryWriter {
  put(home: MemoryHome, entry: NewMemory & { readonly kind: string }, change: Change): Promise<StoredMemory>
  /** Writes an entry unchanged unless its id already exists. */
  restore(home: MemoryHome, entry: StoredMemory): Promise<StoredMemory>
  delete(home: MemoryHome, id: string, change: Change): Promise<boolean>
}

const isNew: Change = { expectedRevision: 0, operation: undefined, at: undefined }

/** How often a change is retried because an editor saves the file at the same time. */
const attempts = 100

export function createMemoryWriter(
  locks: Locks,
  load: (home: MemoryHome) => Promise<LoadedMemory>,
  sync: boolean,
): MemoryWriter {
  /** Holds the lock and retries, starting with the read, until no editor has interfered. */
  function untilDone<Result>(
    home: MemoryHome,
    attempt: (loaded: LoadedMemory, checkLock: () => Promise<void>) => Promise<{ readonly done: Result } | undefined>,
  ): Promise<Result> {
    return locks.hold(home.lock, async (checkLock) => {
      await sweepHome(home)
      for (let count = 0; count < attempts; count++) {
        const result = await attempt(await loadAfterSave(() => load(home)), checkLock)
        if (result) return result.done
      }
      const { folder: path } = home
      throw fsError('STORE_BUSY', `A memory file in '${path}' keeps changing.`, 'Try again later.', { path })
    })
  }

  async function write(file: MemoryFile, text: string, checkLock: () => Promise<void>): Promise<boolean> {
    if (!file.isUtf8) throw unfit(file, 'is not UTF-8', 'Save it as UTF-8.')
    return writeIfSame(file, text, sync, checkLock)
  }

  async function placeFor(home: MemoryHome, loaded: LoadedMemory, day: string | undefined): Promise<MemoryFile> {
    const target = targetIn(home.folder, loaded, day)
    if (target.bytes !== undefined) return target
    const names = day === undefined ? ['MEMORY.md', 'memory.md'] : [target.from]
    const bad = loaded.notices.find(({ from }) => from !== undefined && names.includes(from))
    if (bad) throw unfit(target, 'cannot be read', bad.what)
    await makeFolder(dirname(target.path), sync)
    // The folder of the notes may be a link that leads outside.
    await createPathGuard(home.folder, nodeFileSystem).real(dirname(target.path))
    return target
  }

  const place = (
    home: MemoryHome,
    id: string,
    change: Change,
    next: (before: StoredMemory | undefined) => StoredMemory,
  ): Promise<StoredMemory> =>
    untilDone(home, async (loaded, checkLock) => {
      const before = entryAt(loaded, id, change)
      const entry = next(before && storedFrom(before))
      // The entry stays where it is, even if it was moved by hand: a date that differs from the file's is written in
      // the comment.
      const file = before?.file ?? (await placeFor(home, loaded, entry.date?.slice(0, 10)))
      return (await write(file, withEntry(file, entry, before), checkLock)) ? { done: entry } : undefined
    })

  return {
    put: (home, entry, change) =>
      place(home, entry.id, change, (before) => {
        const { at } = change
        const times = known({ createdAt: before?.createdAt ?? at, updatedAt: at ?? before?.updatedAt })
        return { ...entry, revision: (before?.revision ?? 0) + 1, ...times }
      }),
    restore: (home, entry) => place(home, entry.id, isNew, () => entry),
    delete: (home, id, change) =>
      untilDone(home, async (loaded, checkLock) => {
        const before = entryAt(loaded, id, change)
        if (!before) return { done: false }
        return (await write(before.file, withoutEntry(before.file, before), checkLock)) ? { done: true } : undefined
      }),
  }
}

function entryAt({ entries }: LoadedMemory, id: string, { expectedRevision }: Change): KeptEntry | undefined {
  const found = entries.find(({ entry }) => entry.id === id)
  mustBeAt('memory', id, expectedRevision, found && storedFrom(found).revision)
  return found
}

/** How long an editor may take to save a file, and how often it is looked at, in milliseconds. */
const longestSave = 1_000
const interval = 10

/**
 * Loads memory, and loads it again while a file is empty and less than a second old. Most editors save a file by
 * emptying it and then writing it, and the store itself never leaves an empty file. Waits a second at most.
 */
async function loadAfterSave(load: () => Promise<LoadedMemory>): Promise<LoadedMemory> {
  let loaded = await load()
  for (let waited = 0; waited < longestSave && (await isBeingSaved(loaded)); waited += interval) {
    await setTimeout(interval)
    loaded = await load()
  }
  return loaded
}

async function isBeingSaved({ files }: LoadedMemory): Promise<boolean> {
  for (const { path, bytes } of files) {
    if (bytes?.length !== 0) continue
    const stats = await unlessAbsent(stat(path))
    if (stats && Math.abs(Date.now() - stats.mtimeMs) < longestSave) return true
  }
  return false
}
