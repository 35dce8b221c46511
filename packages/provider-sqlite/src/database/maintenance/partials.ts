import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { isRunning, startOf } from '../../processes/running.ts'
import type { Access } from '../access.ts'
import { fileOf } from './file-check.ts'

/** Backups that are being written. The database knows where, so that what a killed process left of one is found again. */
export interface Partials {
  /** Notes that a backup to this absolute path begins. Gives the file it is written to first. */
  begin(path: string): Promise<string>
  /** Notes that it has ended, and its first file is gone. */
  end(path: string): Promise<void>
  /** Removes the files of backups whose process has ended. */
  sweep(): Promise<void>
}

interface Row {
  readonly path: string
  readonly pid: number
  readonly started: string
  readonly host: string
  readonly at: number
}

/** Milliseconds after which a backup on another machine, whose processes cannot be seen from here, counts as ended. */
const longest = 24 * 3_600_000

export function createPartials({ db, read, write }: Access): Partials {
  const file = fileOf(db)
  const begin = db.prepare(
    'INSERT OR REPLACE INTO backups (path, file, pid, started, host, at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  // A copy of the database has the row of its own making. Such a row is not its own: another backup may be going there.
  const list = db.prepare('SELECT path, pid, started, host, at FROM backups WHERE file = ?')
  const forget = db.prepare('DELETE FROM backups WHERE path = ? AND pid = ? AND started = ? AND host = ?')
  const own = { pid: process.pid, host: hostname() }

  return {
    begin: async (path) => {
      const started = await startOf(own.pid)
      await write(() => begin.run(path, file, own.pid, started, own.host, Date.now()))
      return partialOf(path)
    },
    end: async (path) => {
      const started = await startOf(own.pid)
      await write(() => forget.run(path, own.pid, started, own.host))
    },
    sweep: async () => {
      const rows = await read(() => list.all(file) as Row[])
      for (const { path, pid, started, host, at } of rows) {
        const isHere = host === own.host
        if (isHere ? await isRunning(pid, started) : Date.now() - at < longest) continue
        await rm(partialOf(path), { force: true })
        await write(() => forget.run(path, pid, started, host))
      }
    },
  }
}

/** Where a backup is written before it has its name. */
function partialOf(path: string): string {
  return `${path}.partial`
}
