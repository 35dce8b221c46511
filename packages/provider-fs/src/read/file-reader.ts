import { posix } from 'node:path'
import { isLamellaError, type Notice } from '@lamella/core'
import {
  checkOptions,
  createBoundedMap,
  mustBeFunction,
  mustBeObject,
  mustBeWhole,
  type SkillFile,
  throwIfAborted,
} from '@lamella/core/plugin'
import { checkPath } from '../disk/file-name.ts'
import { isAbsent, isMissing } from '../errors.ts'
import { createLimiter } from './concurrency.ts'
import { type DirectoryEntry, type FileStats, type FileSystem, nodeFileSystem } from './file-system.ts'
import { isSameFile, isTooYoung } from './identity.ts'
import { failure, notFile } from './open-regular.ts'
import { createPathGuard } from './path-guard.ts'
import { readText, type TextLimit } from './read-text.ts'
import { readWithin } from './read-within.ts'

/** Options for reading a folder. */
export interface FileReaderOptions {
  /** The maximum number of UTF-16 units in one file, marker included. Default 20,000. */
  readonly maxChars?: number
  /** The number of files to cache. Default 4,096. */
  readonly maxCached?: number
  /** A clock in milliseconds for the time to live; it need not show the time of day. Default `performance.now`. */
  readonly now?: () => number
  /** Default: `node:fs/promises`. */
  readonly fs?: FileSystem
}

/** Options for reading one file. */
export interface ReadOptions extends Partial<TextLimit> {
  /** Milliseconds for which a cached text is returned without checking the disk. Default 0: always check. */
  readonly ttl?: number
  readonly signal?: AbortSignal
}

/** The result of reading a path. The same frozen object as long as the file does not change. */
export interface FileText {
  /**
   * `missing`: nothing exists at the path. `refused`: something exists but is not readable text; `notices` has the
   * reason.
   */
  readonly state: 'text' | 'missing' | 'refused'
  /** '' unless `state` is `text`. */
  readonly text: string
  /** The path, relative to the root, with `/`. */
  readonly from: string
  /** Where symbolic links lead, if the path has any: relative to the root, with `/`. */
  readonly target?: string
  readonly notices: readonly Notice[]
}

/** The contents of a directory. */
export interface Listing {
  /** In no particular order. */
  readonly entries: readonly DirectoryEntry[]
  readonly notices: readonly Notice[]
}

/** Reads text files in one folder and caches them by identity. */
export interface FileReader {
  /** The folder, absolute. */
  readonly root: string
  /**
   * Reads a file at a path relative to the root. A bad file yields a result with notices, not an exception.
   *
   * @throws LamellaError `WORKSPACE_NOT_FOUND` when the root itself is missing; the signal's reason when it is aborted.
   */
  read(path: string, options?: ReadOptions): Promise<FileText>
  /**
   * Lists a directory; returns the same frozen object until its contents change. A missing directory is empty. Throws
   * like `read`.
   */
  list(path: string, signal?: AbortSignal): Promise<Listing>
  /**
   * Reads the beginning of a regular file, given by its path inside a folder of the root. Returns `undefined` for
   * everything that is not a visible file inside that folder, links that leave it included. Never cached.
   */
  readWithin(folder: string, path: string, maxBytes: number, signal?: AbortSignal): Promise<SkillFile | undefined>
}

interface Remembered {
  /** The resolved path; `undefined` if it is outside the root. */
  readonly absolute: string | undefined
  /** The file's metadata when it was read; `undefined` if it proves nothing. */
  readonly stats: FileStats | undefined
  readonly checked: number
  readonly value: FileText
}

interface Listed {
  readonly stats: FileStats
  readonly checked: number
  readonly value: Listing
}

/**
 * The maximum time in milliseconds to cache a missing or refused path, so that a new file is soon noticed; also applies
 * to lists.
 */
const absenceTtl = 5_000
const openAtOnce = 32

/**
 * Creates a reader for a folder. An unchanged file costs one `stat` and returns the same string object as before.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const reader = createFileReader('./agent')
 * const { text, notices } = await reader.read('AGENTS.md')
 */
export function createFileReader(root: string, options: FileReaderOptions = {}): FileReader {
  checkOptions('createFileReader', options, {
    maxChars: mustBeWhole(0),
    maxCached: mustBeWhole(0),
    now: mustBeFunction,
    fs: mustBeObject,
  })
  const { maxChars = 20_000, maxCached = 4_096, now = () => performance.now(), fs = nodeFileSystem } = options
  const guard = createPathGuard(checkPath('createFileReader', root, 'root'), fs)
  const cache = createBoundedMap<string, Remembered>(maxCached)
  const listed = createBoundedMap<string, Listed>(maxCached)
  const limited = createLimiter(openAtOnce)

  async function load(absolute: string, from: string, stats: FileStats, limit: TextLimit): Promise<Remembered> {
    const known = { absolute, stats, checked: now() }
    try {
      const real = await guard.real(absolute)
      const target = await guard.showReal(real)
      const linked = target !== from && { target }
      if (!stats.isFile()) {
        return { ...known, value: Object.freeze({ ...refused(from, notFile(from, stats.isDirectory())), ...linked }) }
      }
      const read = await limited(() => readText(fs, real, from, limit))
      if (read.text === undefined) return { ...known, value: refused(from, ...read.notices) }
      const notices = Object.freeze(read.notices)
      const value = Object.freeze({ state: 'text', text: read.text, from, ...linked, notices } as const)
      // The opened file counts: it may have been replaced between the check and the opening.
      const opened = read.stats ?? stats
      return { ...known, stats: isTooYoung(opened, Date.now()) ? undefined : opened, value }
    } catch (error) {
      return { ...known, value: absent(error, from) }
    }
  }

  async function list(path: string, signal?: AbortSignal): Promise<Listing> {
    throwIfAborted(signal, 'Reading the workspace')
    try {
      const absolute = guard.locate(path)
      const known = listed.get(absolute)
      const stats = await fs.stat(absolute, { bigint: true })
      throwIfAborted(signal, 'Reading the workspace')
      // A folder's times change with the names in it. Some file systems record no times for folders, hence the limit.
      if (known && isSameFile(known.stats, stats) && now() - known.checked < absenceTtl) return known.value
      const entries = await fs.readdir(await guard.real(absolute), { withFileTypes: true })
      const value = Object.freeze({ entries, notices: [] })
      if (!isTooYoung(stats, Date.now())) listed.set(absolute, { stats, checked: now(), value })
      return value
    } catch (error) {
      throwIfAborted(signal, 'Reading the workspace')
      if (!isMissing(error)) return { entries: [], notices: [failure(error, path, true)] }
      await guard.check()
      return { entries: [], notices: (await isDeadLink(error, path, signal)) ? [failure(error, path, true)] : [] }
    }
  }

  /** Whether nothing was found at a path because it is a link that leads nowhere. */
  async function isDeadLink(error: unknown, path: string, signal: AbortSignal | undefined): Promise<boolean> {
    const [folder, name] = [posix.dirname(path), posix.basename(path)]
    if (!isAbsent(error) || folder === path) return false
    const { entries } = await list(folder, signal)
    return entries.some((entry) => entry.name === name && entry.isSymbolicLink())
  }

  return {
    root: guard.root,
    async read(path, options = {}) {
      checkOptions('read', { options }, { options: mustBeObject })
      const { ttl = 0, signal, ...limits } = options
      throwIfAborted(signal, 'Reading the workspace')
      const limit: TextLimit = { maxChars, head: 0.75, marked: true, ...limits }
      const key = `${limit.maxChars} ${limit.head} ${limit.marked} ${path}`
      const known = cache.get(key)
      if (known) {
        const believed = known.value.state === 'text' ? ttl : Math.min(ttl, absenceTtl)
        if (now() - known.checked < believed) return known.value
      }
      let found: Remembered
      let absolute = known?.absolute
      let from = known?.value.from ?? path
      try {
        if (absolute === undefined) {
          absolute = guard.locate(path)
          from = guard.show(absolute)
        }
        const stats = await fs.stat(absolute, { bigint: true })
        throwIfAborted(signal, 'Reading the workspace')
        const isSame = known?.stats !== undefined && isSameFile(known.stats, stats)
        found = isSame ? { ...known, checked: now() } : await load(absolute, from, stats, limit)
      } catch (error) {
        throwIfAborted(signal, 'Reading the workspace')
        found = { absolute, stats: undefined, checked: now(), value: absent(error, from) }
        if (found.value.state === 'missing') {
          if (known?.value.state !== 'missing') await guard.check()
          if (await isDeadLink(error, from, signal)) found = { ...found, value: refused(from, failure(error, from)) }
        }
      }
      if (known && isSameText(known.value, found.value)) found = { ...found, value: known.value }
      cache.set(key, found)
      return found.value
    },
    list,
    async readWithin(folder, path, maxBytes, signal) {
      throwIfAborted(signal, 'Reading the workspace')
      return limited(() => readWithin(fs, guard, folder, path, maxBytes))
    },
  }
}

function absent(error: unknown, from: string): FileText {
  if (isLamellaError(error, 'WORKSPACE_NOT_FOUND')) throw error
  if (isMissing(error)) return Object.freeze({ state: 'missing', text: '', from, notices: Object.freeze([]) })
  return refused(from, failure(error, from))
}

function refused(from: string, ...notices: readonly Notice[]): FileText {
  return Object.freeze({ state: 'refused', text: '', from, notices: Object.freeze(notices) })
}

/** Compares contents, so that a file that was only touched, or is still too young to trust, keeps its string object. */
function isSameText(a: FileText, b: FileText): boolean {
  return (
    a === b ||
    (a.state === b.state &&
      a.text === b.text &&
      a.target === b.target &&
      a.notices.length === b.notices.length &&
      a.notices.every((notice, i) => notice.what === b.notices[i]?.what))
  )
}
