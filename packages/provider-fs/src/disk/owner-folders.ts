import { join } from 'node:path'
import type { Owner } from '@lamella/store'
import { nameOf } from './file-name.ts'
import { namesIfFolder } from './names-in.ts'

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
