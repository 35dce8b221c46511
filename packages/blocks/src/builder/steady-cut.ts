/**
 * Cuts move rarely and far: with every turn they would make all that follows new to the provider's cache. Both follow from the
 * length of the session alone, so that no state is kept and two machines agree.
 */

/** Messages of a page that is cut at once. */
function pageOf(most: number): number {
  return Math.max(1, Math.floor(most / 5))
}

/** Where to begin so that at most so many messages are left. */
export function startWithin(length: number, most: number): number {
  if (length <= most) return 0
  const page = pageOf(most)
  return Math.min(length, Math.ceil((length - most) / page) * page)
}

/** How many messages to keep: at least so many, and the same first one for a fifth of them. */
export function steadyKeep(length: number, least: number): number {
  if (length <= least) return least
  const page = pageOf(least)
  return length - Math.floor((length - least) / page) * page
}
