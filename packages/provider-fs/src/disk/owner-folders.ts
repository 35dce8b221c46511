import { join } from 'node:path'
import type { Owner } from '@lamella/core/store'
import { nameOf } from './file-name.ts'
import { namesIfFolder } from './names-in.ts'

/**
 * Folders of the owners that a scope means when it is to be erased: of this agent and user, of all agents of this user, of all
 * users of the tenant. Owners without a user or an agent are among them.
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
