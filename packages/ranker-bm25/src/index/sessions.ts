/** Which turns stand next to which. */
export interface Sessions {
  /** Puts a turn behind all others of its session. */
  append(number: number, session: string | undefined): void
  /** Takes a turn out, so that those around it are neighbours. */
  remove(number: number, session: string | undefined): void
  /** The turn so many places after one (below 0: before it); -1 where there is none. */
  near(number: number, places: number): number
}

/** Sessions without turns. Turns are links of a chain, so that none is moved when one comes or goes. */
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
