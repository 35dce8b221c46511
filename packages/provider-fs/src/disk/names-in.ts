import { readdir } from 'node:fs/promises'
import { isAbsent, isMissing } from '../errors.ts'

/** Names in a folder; none where there is no such folder. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

/** The same; none where a file stands in the folder's place, too. */
export async function namesIfFolder(path: string): Promise<readonly string[]> {
  try {
    return await readdir(path)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
