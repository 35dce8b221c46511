import { open, readdir, realpath, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { FileStats, FileSystem } from '@lamella/provider-fs'

/** The real file system, with a record of all calls. */
export interface CountingFs extends FileSystem {
  /** Such as `stat SOUL.md`, in call order. */
  readonly calls: string[]
}

/**
 * Files appear to have been written a minute earlier, so that their time stamps can be trusted at once; `young: true`
 * leaves the stamps unchanged.
 */
export function countingFs({ young = false }: { readonly young?: boolean } = {}): CountingFs {
  const calls: string[] = []
  const note = (call: string, path: string): void => {
    calls.push(`${call} ${basename(path)}`)
  }
  const age = (stats: FileStats): FileStats => {
    if (young) return stats
    return {
      dev: stats.dev,
      ino: stats.ino,
      size: stats.size,
      mtimeNs: stats.mtimeNs,
      ctimeNs: stats.ctimeNs - 60_000_000_000n,
      isFile: () => stats.isFile(),
      isDirectory: () => stats.isDirectory(),
    }
  }
  return {
    calls,
    stat: async (path, options) => {
      note('stat', path)
      return age(await stat(path, options))
    },
    realpath: (path) => {
      note('realpath', path)
      return realpath(path)
    },
    readdir: (path, options) => {
      note('readdir', path)
      return readdir(path, options)
    },
    open: async (path, flags) => {
      note('open', path)
      const file = await open(path, flags)
      return {
        stat: async (options) => age(await file.stat(options)),
        read: (buffer, offset, length, position) => {
          note(`read ${length}`, path)
          return file.read(buffer, offset, length, position)
        },
        close: () => file.close(),
      }
    },
  }
}
