import { shortHash } from './hash.ts'
import { isWellFormed, toWellFormed } from './well-formed.ts'

/**
 * The ids to send for the calls of one assistant message, in their order.
 *
 * Ids matter only between a call and its result, and real conversations use them again in later turns (49 of 200
 * tau-bench conversations): so they are looked at a message at a time, and never kept in a map of all ids. An id that is
 * empty, longer than `maxLength`, not well formed, or a second one of its kind in the message is replaced by one that
 * follows from the id and its place in the message alone.
 */
export function callIds(ids: readonly string[], maxLength: number): readonly string[] {
  const only = ids[0]
  if (ids.length === 0 || (ids.length === 1 && only !== undefined && isUsable(only, maxLength))) return ids

  const taken = new Set<string>()
  const kept = ids.map((id) => {
    if (!isUsable(id, maxLength) || taken.has(id)) return undefined
    taken.add(id)
    return id
  })
  return kept.map((id, position) => {
    if (id !== undefined) return id
    const original = ids[position] ?? ''
    const start = toWellFormed(original.slice(0, maxLength - 9)) || 'call'
    let given = `${start}_${shortHash(`${original}#${position}`)}`
    for (let round = 1; taken.has(given); round++) given = `${start}_${shortHash(`${original}#${position}#${round}`)}`
    taken.add(given)
    return given
  })
}

function isUsable(id: string, maxLength: number): boolean {
  return id !== '' && id.length <= maxLength && isWellFormed(id)
}
