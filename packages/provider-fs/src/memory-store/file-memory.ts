import type { Notice, Scope } from '@lamella/core'
import {
  checkOptions,
  createBoundedMap,
  mustBeFunction,
  mustBeNumber,
  mustBeObject,
  mustBeOneOf,
} from '@lamella/core/plugin'
import { checkedMemory, type MemoryStore, type Owner, type StoredMemory } from '@lamella/store'
import { checkPath } from '../disk/file-name.ts'
import { onDisk } from '../errors.ts'
import { createLocks } from '../lock/locks.ts'
import { byCodeUnits } from '../order.ts'
import { storedFrom } from './entry-lines.ts'
import { createMemoryReader, type LoadedMemory } from './memory-folder.ts'
import { homesIn, type MemoryHome } from './memory-homes.ts'
import { createMemoryWriter } from './memory-writer.ts'
import { eraseHome } from './sweep-home.ts'

/** Options for storing memory. */
export interface FileMemoryOptions {
  /**
   * The only owner: the folder itself belongs to this owner, like a workspace with `MEMORY.md` in it. Other owners have
   * no entries and cannot write any. Default: every owner has a folder `<tenant>/<user>/<agent>`.
   */
  readonly owner?: Scope
  /** `always` (default): a completed change survives a power failure. `os`: it survives the end of the process. */
  readonly fsync?: 'always' | 'os'
  /** Milliseconds to wait while others write to the same memory. Default 60,000. */
  readonly lockTimeout?: number
  /** Receives notices about unreadable files when they are found. */
  readonly onNotice?: (notice: Notice) => void
}

/** File-based memory with every operation of a memory store except search. */
export type FileMemory = Required<Omit<MemoryStore, 'search'>>

/** Milliseconds without a sign of life after which a writer on another machine counts as dead. */
const stale = 20_000

/**
 * Creates a memory store of readable, editable Markdown files: `MEMORY.md`, and `memory/YYYY-MM-DD.md` for dated
 * entries, which `memoryFiles` also reads. Handwritten content keeps its bytes. Any number of processes can use a
 * folder at once; a file that an editor saves in between is read again.
 *
 * @throws LamellaError `OPTION_INVALID`; all methods: `STORE_FULL`, `STORE_UNAVAILABLE` on operating system errors; methods that
 * write: `MEMORY_FILE_UNFIT`, and `STORE_BUSY` when others keep writing
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
  const { owner: only, fsync = 'always', lockTimeout = 60_000, onNotice = () => {} } = options
  const sync = fsync === 'always'
  const homes = homesIn(checkPath('fileMemory', folder), only)
  const locks = createLocks(homes.locks, { timeout: lockTimeout, stale })
  const read = createMemoryReader()
  const reported = createBoundedMap<string, string>(1_000)

  async function load(home: MemoryHome): Promise<LoadedMemory> {
    const loaded = await read(home.folder)
    const all = loaded.notices.map(({ what }) => what).join('\n')
    if (all !== (reported.get(home.folder) ?? '')) {
      reported.set(home.folder, all)
      for (const one of loaded.notices) onNotice(one)
    }
    return loaded
  }

  async function storedIn(home: MemoryHome | undefined): Promise<readonly StoredMemory[]> {
    return home ? onDisk(home.folder, async () => (await load(home)).entries.map(storedFrom)) : []
  }

  const writer = createMemoryWriter(locks, load, sync)
  const change = <Result>(owner: Owner, task: (home: MemoryHome) => Promise<Result>) => {
    const home = homes.mustHave(owner)
    return onDisk(home.folder, () => task(home))
  }

  return checkedMemory({
    put: (owner, entry, how) => change(owner, (home) => writer.put(home, entry, how)),
    get: async (owner, id) => (await storedIn(homes.of(owner))).find((stored) => stored.id === id),
    list: async (owner, { after, limit, accepts }) => {
      const meant = (await storedIn(homes.of(owner))).filter((stored) => {
        return (after === undefined || stored.id > after) && accepts(stored)
      })
      const entries = meant.sort((a, b) => byCodeUnits(a.id, b.id))
      return { entries: entries.slice(0, limit), more: entries.length > limit }
    },
    delete: (owner, id, how) => change(owner, (home) => writer.delete(home, id, how)),
    restore: (owner, entry) => change(owner, (home) => writer.restore(home, entry)),
    erase: async (owner) => {
      let count = 0
      for (const home of await onDisk(homes.root, () => homes.within(owner))) {
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
  })
}
