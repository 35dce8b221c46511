/** The sessions that this process has appended to last, by their numbers. */
export interface RecentSessions {
  /** Adds a session, or makes it the newest. */
  add(id: number): void
  ids(): readonly number[]
}

/** The one that was appended to longest ago is forgotten first. */
const most = 1_000

export function createRecentSessions(): RecentSessions {
  const ids = new Set<number>()
  return {
    add: (id) => {
      ids.delete(id)
      ids.add(id)
      if (ids.size > most) ids.delete(ids.values().next().value as number)
    },
    ids: () => [...ids],
  }
}
