/** So many of a session's best turns speak for it. */
const best = 3

/**
 * What each session adds to the scores of its turns: `weight` times the mean of its best three, those that are missing
 * counting as 0. Nothing where there is one session.
 *
 * @param sessions For each score, what its session is known by.
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

/** Importance of a document that has none: the middle of 1 to 10. */
const middling = 5

/** What importance makes of a score, as a factor. What is no number from 1 to 10 counts as 5. */
export function importanceFactor(importance: number | undefined, strength: number): number {
  const counted = importance !== undefined && importance >= 1 && importance <= 10 ? importance : middling
  return 1 + (strength * (counted - middling)) / middling
}
