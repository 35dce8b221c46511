import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { isRunning, startOf } from '../../processes/running.ts'
import type { Access } from '../access.ts'
import { fileOf } from './file-check.ts'

/** Unfinished backups. The database records their paths, so that the files of a killed process are found again. */
export interface Partials {
  /** Records the start of a backup to this absolute path. Returns its temporary file. */
  begin(path: string): Promise<string>
  /** Records that the backup has ended and its temporary file is gone. */
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

/** Milliseconds after which a backup on another machine, whose processes are not visible here, counts as ended. */
const longest = 24 * 3_600_000

export function createPartials({ db, read, write }: Access): Partials {
  const file = fileOf(db)
  const begin = db.prepare(
    'INSERT OR REPLACE INTO backups (path, file, pid, started, host, at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  // A copy of the database contains the record of its own backup. The copy does not own it: another backup may be
  // writing to that path.
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

/** The temporary file of a backup. */
function partialOf(path: string): string {
  return `${path}.partial`
}
