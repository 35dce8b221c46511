import { readdir } from 'node:fs/promises'
import { isAbsent, isMissing } from '../errors.ts'

/** Returns the names in a folder; none if the folder does not exist. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

/** Same as `namesIn`, but also returns none if the path is a file. */
export async function namesIfFolder(path: string): Promise<readonly string[]> {
  try {
    return await readdir(path)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
