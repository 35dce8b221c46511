import { readdir, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Owner } from '@lamella/store'
import { isMissing, systemCode, unlessAbsent, unlessMissing } from '../errors.ts'
import { syncFolder } from './durable.ts'
import { nameOf } from './file-name.ts'

/** Returns the names in a folder; none if the folder does not exist. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  return (await unlessAbsent(readdir(folder))) ?? []
}

/** Same as `namesIn`, but also returns none if the path is a file. */
export async function namesIfFolder(path: string): Promise<readonly string[]> {
  return (await unlessMissing(readdir(path))) ?? []
}

/**
 * Returns the folders of all owners that an erased scope covers: this agent and user, all agents of this user, or all
 * users of the tenant. Includes owners without a user or an agent.
 */
export async function foldersWithin(root: string, { tenant, user, agent }: Owner): Promise<readonly string[]> {
  const above = join(root, nameOf(tenant))
  const users = user === '' ? await namesIfFolder(above) : [nameOf(user)]
  const folders = await Promise.all(
    users.map(async (name) => {
      const agents = agent === '' ? await namesIfFolder(join(above, name)) : [nameOf(agent)]
      return agents.map((one) => join(above, name, one))
    }),
  )
  return folders.flat()
}

/** Removes a folder if it is empty, and its empty parents up to `root`: their names are user names. */
export async function removeEmpty(folder: string, root: string, sync: boolean): Promise<void> {
  let at = folder
  for (; at !== root; at = dirname(at)) {
    try {
      await rmdir(at)
    } catch (error) {
      if (isMissing(error)) continue
      if (!['ENOTEMPTY', 'EEXIST'].includes(systemCode(error))) throw error
      break
    }
  }
  if (sync) await syncIfThere(at)
}

/** Syncs removed names in a folder to disk, unless the folder itself is gone. */
export async function syncIfThere(folder: string): Promise<void> {
  await unlessMissing(syncFolder(folder))
}
