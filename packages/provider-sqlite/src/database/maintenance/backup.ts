import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { valueInvalid } from '@lamella/store'
import { sqliteError } from '../../errors.ts'
import type { Access } from '../access.ts'
import { failure } from '../failure.ts'
import type { Partials } from './partials.ts'

/** Copies the database into a new file. */
export type Backup = (path: string) => Promise<void>

/**
 * VACUUM INTO copies one consistent state of the database during concurrent writes, without any deleted bytes. The copy
 * is written to a temporary file first, so that there is never a partial backup under that name. VACUUM INTO does not
 * sync the copy to disk, so this function does.
 */
export function createBackup(access: Access, partials: Partials): Backup {
  const copy = access.db.prepare('VACUUM INTO ?')
  return async (given) => {
    if (typeof given !== 'string' || given === '') throw valueInvalid('path', 'is not a file path')
    const path = resolve(given)
    if (existsSync(path)) throw backupExists(given)
    // Interrupted backups may contain data deleted since.
    await partials.sweep()
    const partial = await partials.begin(path)
    try {
      // Left by an interrupted backup that the database has no record of.
      await rm(partial, { force: true })
      await createPrivate(partial)
      await access.alone(() => copy.run(partial))
      await sync(partial)
      await rename(partial, path)
      await sync(dirname(path))
    } catch (error) {
      await rm(partial, { force: true })
      throw failure(error, 0)
    } finally {
      // If this fails, the record of the missing file is removed after this process has ended.
      await partials.end(path).catch(() => {})
    }
  }
}

/** Creates an empty file for the owner of the process alone, which SQLite then fills. */
async function createPrivate(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  await file.close()
}

async function sync(path: string): Promise<void> {
  // Windows cannot open a folder; there the rename cannot be made safer.
  if (process.platform === 'win32') return
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

function backupExists(path: string): Error {
  const fix = 'Choose a new path, or move the old backup away.'
  return sqliteError('BACKUP_EXISTS', `A file already exists at ${path}.`, fix, { path })
}
