import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { invalid, sqliteError } from '../errors.ts'
import type { Access } from './access.ts'
import { failure } from './failure.ts'

/** Copies the database into a file that is not there yet. */
export type Backup = (path: string) => Promise<void>

/**
 * VACUUM INTO copies one state of the database, whatever others write meanwhile, and no byte of what was deleted. It writes
 * beside the file first, so that there is never half a backup by that name, and does not see to it that the copy is on the
 * disk, which is done here.
 */
export function createBackup(access: Access): Backup {
  const copy = access.db.prepare('VACUUM INTO ?')
  return async (path) => {
    if (typeof path !== 'string' || path === '') throw invalid('path', 'is not the path of a file')
    if (existsSync(path)) throw backupExists(path)
    const partial = `${path}.partial`
    try {
      // Left by a backup that did not get to its end.
      await rm(partial, { force: true })
      await access.alone(() => copy.run(partial))
      await sync(partial)
      await rename(partial, path)
      await sync(dirname(path))
    } catch (error) {
      await rm(partial, { force: true })
      throw failure(error, 0)
    }
  }
}

async function sync(path: string): Promise<void> {
  // Windows cannot open a folder; there the rename is as safe as it gets.
  if (process.platform === 'win32') return
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

function backupExists(path: string): Error {
  return sqliteError('BACKUP_EXISTS', `There is a file at ${path}.`, 'Give a new path, or move the old backup away.', {
    path,
  })
}
