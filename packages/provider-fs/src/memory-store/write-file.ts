import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { replaceFile, writeAll } from '../disk/durable.ts'
import { syncIfThere } from '../disk/folders.ts'
import { isAbsent, systemCode } from '../errors.ts'
import { bytesWith, type MemoryFile } from './memory-file.ts'

/**
 * Replaces the text of a file if the file has not changed since it was read: editors, which ignore locks, may have it
 * open. The replaced file is kept under another name until it has been compared once more, and is put back if an editor
 * has saved it in the meantime. A file that would be empty is removed.
 *
 * @param checkLock Throws if the lock was lost.
 * @returns `false` if the file was changed in the meantime; it then has the editor's text.
 */
export async function writeIfSame(
  file: MemoryFile,
  text: string,
  sync: boolean,
  checkLock: () => Promise<void>,
): Promise<boolean> {
  if (text.trim() !== '') {
    const bytes = bytesWith(file, text)
    return replaceFile(
      file.path,
      sync,
      (out) => writeAll(out, bytes),
      checkLock,
      (temporary) =>
        file.bytes === undefined ? create(file.path, temporary) : replace(file.path, temporary, file.bytes),
    )
  }
  await checkLock()
  if (file.bytes !== undefined && !remove(file.path, file.bytes)) return false
  if (sync) await syncIfThere(dirname(file.path))
  return true
}

// These functions do not wait, so that as little time as possible is left for an editor to save.

function create(path: string, temporary: string): boolean {
  try {
    // Unlike a rename, a link never replaces a file that an editor has just created.
    linkSync(temporary, path)
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false
    throw error
  }
  rmSync(temporary)
  return true
}

function replace(path: string, temporary: string, expected: Buffer): boolean {
  const aside = asideOf(path)
  const isKept = linkIfAllowed(path, aside)
  if (!hasBytes(path, expected)) {
    rmSync(aside, { force: true })
    return false
  }
  try {
    renameSync(temporary, path)
  } catch (error) {
    rmSync(aside, { force: true })
    throw error
  }
  return !isKept || isDone(path, aside, expected)
}

function remove(path: string, expected: Buffer): boolean {
  if (!hasBytes(path, expected)) return false
  const aside = asideOf(path)
  renameSync(path, aside)
  return isDone(path, aside, expected)
}

/** Discards the replaced file; puts it back if an editor saved it after the comparison. */
function isDone(path: string, aside: string, expected: Buffer): boolean {
  const isSame = hasBytes(aside, expected)
  // The same file, not a copy: an editor that is still writing to it goes on writing to the visible file.
  if (isSame) rmSync(aside)
  else renameSync(aside, path)
  return isSame
}

function linkIfAllowed(path: string, aside: string): boolean {
  try {
    linkSync(path, aside)
    return true
  } catch (error) {
    // Linux forbids links to files of other users that are not writable (`protected_hardlinks`).
    if (isAbsent(error) || ['EPERM', 'EACCES'].includes(systemCode(error))) return false
    throw error
  }
}

function hasBytes(path: string, expected: Buffer): boolean {
  try {
    return readFileSync(path).equals(expected)
  } catch (error) {
    if (isAbsent(error)) return false
    throw error
  }
}

/** Returns the path under which a replaced memory file is kept until it has been compared once more. */
function asideOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.replaced`)
}

/** Returns the file name that a name from `asideOf` belongs to; `undefined` for any other name. */
export function nameOfAside(name: string): string | undefined {
  return /^\.(.+)\.replaced$/s.exec(name)?.[1]
}
