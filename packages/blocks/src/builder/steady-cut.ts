/**
 * Cuts move rarely, and a page at a time: a cut that moved every turn would invalidate the provider's cache every turn. Both functions
 * depend on the length of the session only, so they need no state and every machine computes the same cut.
 */

/** Messages per page. */
function pageOf(most: number): number {
  return Math.max(1, Math.floor(most / 5))
}

/** Returns the position from which at most `most` messages remain. */
export function startWithin(length: number, most: number): number {
  if (length <= most) return 0
  const page = pageOf(most)
  return Math.min(length, Math.ceil((length - most) / page) * page)
}

/** Returns how many messages to keep, at least `least`. The first kept message changes once per page. */
export function steadyKeep(length: number, least: number): number {
  if (length <= least) return least
  const page = pageOf(least)
  return length - Math.floor((length - least) / page) * page
}
