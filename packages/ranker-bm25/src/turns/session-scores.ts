/** The number of top turns that represent a session. */
const best = 3

/**
 * Returns the score that each session adds to its turns: `weight` times the mean of its best three scores, counting
 * missing ones as 0. A single session adds nothing.
 *
 * @param sessions The session key for each score.
 */
export function sessionScores<Session>(
  scores: ArrayLike<number>,
  sessions: (index: number) => Session,
  weight: number,
): ReadonlyMap<Session, number> {
  const tops = new Map<Session, [number, number, number]>()
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i] as number
    if (score <= 0) continue
    const session = sessions(i)
    const top = tops.get(session)
    if (top === undefined) tops.set(session, [score, 0, 0])
    else if (score > top[2]) {
      top[2] = score
      if (top[2] > top[1]) [top[1], top[2]] = [top[2], top[1]]
      if (top[1] > top[0]) [top[0], top[1]] = [top[1], top[0]]
    }
  }
  const added = new Map<Session, number>()
  for (const [session, [first, second, third]] of tops) added.set(session, (weight * (first + second + third)) / best)
  return added
}

/** The default importance: the middle of 1 to 10. */
const middling = 5

/** Returns the factor that importance applies to a score. Values other than a number from 1 to 10 count as 5. */
export function importanceFactor(importance: number | undefined, strength: number): number {
  const counted = importance !== undefined && importance >= 1 && importance <= 10 ? importance : middling
  return 1 + (strength * (counted - middling)) / middling
}
