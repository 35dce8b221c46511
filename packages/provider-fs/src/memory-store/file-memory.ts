import type { Notice, Scope } from '@lamella/core'
import {
  checkOptions,
  createBoundedMap,
  mustBeFunction,
  mustBeNumber,
  mustBeObject,
  mustBeOneOf,
} from '@lamella/core/plugin'
import {
  checkChange,
  checkId,
  checkList,
  checkMemory,
  checkStored,
  type MemoryStore,
  memoryFilter,
  type StoredMemory,
} from '@lamella/core/store'
import { onDisk } from '../errors.ts'
import { createLocks } from '../lock/locks.ts'
import { byCodeUnits } from '../order.ts'
import { storedFrom } from './entry-lines.ts'
import { eraseHome } from './erase-home.ts'
import { createMemoryReader, type LoadedMemory } from './memory-folder.ts'
import { homesIn, type MemoryHome } from './memory-homes.ts'
import { createMemoryWriter } from './memory-writer.ts'

/** How memory is kept. */
export interface FileMemoryOptions {
  /**
   * The only owner there is: the folder itself is his, as a workspace is, with `MEMORY.md` in it. Others have nothing in it,
   * and can put nothing there. Default: every owner has a folder `<tenant>/<user>/<agent>` of his own.
   */
  readonly owner?: Scope
  /** `always` (default): a change outlives a power failure when it is done. `os`: it outlives the end of the process. */
  readonly fsync?: 'always' | 'os'
  /** For how many milliseconds one waits while others write to the same memory. Default 60,000. */
  readonly lockTimeout?: number
  /** Told of files that cannot be read, when that is seen. */
  readonly onNotice?: (notice: Notice) => void
}

/** Memory on files, with everything that a memory store can do but search. */
export type FileMemory = Required<Omit<MemoryStore, 'search'>>

/** Without a sign of life for so many milliseconds a writer on another machine counts as gone. */
const stale = 20_000

/**
 * Memory as Markdown that a person can read and edit: `MEMORY.md`, and `memory/YYYY-MM-DD.md` for entries with a date, which
 * `memoryFiles` reads, too. What others have written in these files keeps its bytes. Any number of processes may use a folder
 * at once, and a file that is saved by an editor in between is read anew.
 *
 * @throws LamellaError `OPTION_INVALID`; from all methods `STORE_UNAVAILABLE` when the operating system refuses, and from
 * those that write `MEMORY_FILE_UNFIT`, and `STORE_BUSY` when others write all the time
 * @example
 * const memory = fileMemory('./agent', { owner: { tenant: 'acme', user: 'ada' } })
 * await memory.put({ tenant: 'acme', user: 'ada' }, { id: 'tea', text: 'Ada likes green tea.', importance: 7 })
 */
export function fileMemory(folder: string, options: FileMemoryOptions = {}): FileMemory {
  checkOptions('fileMemory', options, {
    owner: mustBeObject,
    fsync: mustBeOneOf(['always', 'os']),
    lockTimeout: mustBeNumber(0),
    onNotice: mustBeFunction,
  })
  const { owner, fsync = 'always', lockTimeout = 60_000, onNotice = () => {} } = options
  const sync = fsync === 'always'
  const homes = homesIn(folder, owner)
  const locks = createLocks(homes.locks, { timeout: lockTimeout, stale })
  const reader = createMemoryReader()
  const told = createBoundedMap<string, string>(1_000)

  async function load(home: MemoryHome): Promise<LoadedMemory> {
    const loaded = await reader.load(home.folder)
    const all = loaded.notices.map(({ what: message }) => message).join('\n')
    if (all !== (told.get(home.folder) ?? '')) {
      told.set(home.folder, all)
      for (const one of loaded.notices) onNotice(one)
    }
    return loaded
  }

  async function storedIn(home: MemoryHome | undefined): Promise<readonly StoredMemory[]> {
    return home ? onDisk(home.folder, async () => (await load(home)).entries.map(storedFrom)) : []
  }

  const writer = createMemoryWriter({ locks, load, reader, sync })

  return {
    spec: 1,
    put: async (scope, entry, putOptions) => {
      const home = homes.mustHave(scope)
      const checked = checkMemory(entry)
      const change = checkChange(putOptions)
      return onDisk(home.folder, () => writer.put(home, checked, change))
    },
    get: async (scope, id) => {
      const home = homes.of(scope)
      checkId('id', id)
      return (await storedIn(home)).find((stored) => stored.id === id)
    },
    list: async (scope, request) => {
      const home = homes.of(scope)
      const { after, limit } = checkList(request)
      const isMeant = memoryFilter(request?.filter)
      const meant = (await storedIn(home)).filter((stored) => {
        return (after === undefined || stored.id > after) && isMeant(stored)
      })
      const entries = meant.toSorted((a, b) => byCodeUnits(a.id, b.id))
      return { entries: entries.slice(0, limit), more: entries.length > limit }
    },
    delete: async (scope, id, putOptions) => {
      const home = homes.mustHave(scope)
      checkId('id', id)
      const change = checkChange(putOptions)
      return onDisk(home.folder, () => writer.delete(home, id, change))
    },
    restore: async (scope, entry) => {
      const home = homes.mustHave(scope)
      const checked = checkStored(entry)
      return onDisk(home.folder, () => writer.restore(home, checked))
    },
    erase: async (scope) => {
      let count = 0
      for (const home of await onDisk(homes.root, () => homes.within(scope))) {
        await onDisk(home.folder, () =>
          locks.hold(home.lock, async () => {
            count += (await load(home)).entries.length
            await eraseHome(home, homes.root, sync)
          }),
        )
      }
      return count
    },
    close: async () => onDisk(homes.locks, locks.close),
  }
}
