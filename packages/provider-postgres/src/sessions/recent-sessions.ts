import type { Owner } from '@lamella/store'

/** The sessions that this process has appended to last. */
export interface RecentSessions {
  /** Adds a session, given by its sort key, or makes it the newest. */
  add(owner: Owner, sort: Uint8Array): void
  /** Returns the sort keys of an owner's sessions, in hexadecimal. */
  of(owner: Owner): readonly string[]
}

/** The one that was appended to longest ago is forgotten first. */
const most = 1_000

export function createRecentSessions(): RecentSessions {
  const sessions = new Map<string, { readonly owner: string; readonly sort: string }>()
  const nameOf = ({ tenant, user, agent }: Owner): string => JSON.stringify([tenant, user, agent])
  return {
    add: (owner, key) => {
      const [name, sort] = [nameOf(owner), Buffer.from(key).toString('hex')]
      const id = `${name} ${sort}`
      sessions.delete(id)
      sessions.set(id, { owner: name, sort })
      if (sessions.size > most) sessions.delete(sessions.keys().next().value as string)
    },
    of: (owner) => {
      const name = nameOf(owner)
      return [...sessions.values()].filter((one) => one.owner === name).map(({ sort }) => sort)
    },
  }
}
