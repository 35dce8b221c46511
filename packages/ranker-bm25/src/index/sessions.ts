/** The order of turns in sessions. */
export interface Sessions {
  append(number: number, session: string | undefined): void
  /** Removes a turn and links its neighbours. */
  remove(number: number, session: string | undefined): void
  /** Returns the turn `places` after a turn (before it if negative), or -1 if there is none. */
  near(number: number, places: number): number
}

/** Creates empty sessions. Turns form a linked list, so adding or removing one moves no others. */
export function createSessions(): Sessions {
  const before: number[] = []
  const after: number[] = []
  const lasts = new Map<string | undefined, number>()
  return {
    append: (number, session) => {
      const last = lasts.get(session) ?? -1
      before[number] = last
      after[number] = -1
      if (last >= 0) after[last] = number
      lasts.set(session, number)
    },
    remove: (number, session) => {
      const [previous, next] = [before[number] as number, after[number] as number]
      if (previous >= 0) after[previous] = next
      if (next >= 0) before[next] = previous
      else if (previous >= 0) lasts.set(session, previous)
      else lasts.delete(session)
    },
    near: (number, places) => {
      const way = places < 0 ? before : after
      let at = number
      for (let left = Math.abs(places); left > 0 && at >= 0; left--) at = way[at] ?? -1
      return at
    },
  }
}
