import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { invalid, sqliteError } from '../../errors.ts'
import type { Access } from '../access.ts'
import { failure } from '../failure.ts'
import type { Partials } from './partials.ts'

/** Copies the database into a file that is not there yet. */
export type Backup = (path: string) => Promise<void>

/**
 * VACUUM INTO copies one state of the database, whatever others write meanwhile, and no byte of what was deleted. It writes
 * beside the file first, so that there is never half a backup by that name, and does not see to it that the copy is on the
 * disk, which is done here.
 */
export function createBackup(access: Access, partials: Partials): Backup {
  const copy = access.db.prepare('VACUUM INTO ?')
  return async (given) => {
    if (typeof given !== 'string' || given === '') throw invalid('path', 'is not the path of a file')
    const path = resolve(given)
    if (existsSync(path)) throw backupExists(given)
    // Others that ended in the middle may have left what was deleted since.
    await partials.sweep()
    const partial = await partials.begin(path)
    try {
      // Left by a backup that did not get to its end, and of which the database knows nothing.
      await rm(partial, { force: true })
      await access.alone(() => copy.run(partial))
      await sync(partial)
      await rename(partial, path)
      await sync(dirname(path))
    } catch (error) {
      await rm(partial, { force: true })
      throw failure(error, 0)
    } finally {
      // If this fails, the note about a file that is not there is removed when this process has ended.
      await partials.end(path).catch(() => {})
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
