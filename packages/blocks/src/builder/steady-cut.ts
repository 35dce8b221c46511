/**
 * Cuts move rarely, and a page at a time: a cut that moved every turn would invalidate the provider's cache every turn. Both functions
 * depend on the length of the session only, so they need no state and every machine computes the same cut.
 */

/** Messages of a page. */
function pageOf(most: number): number {
  return Math.max(1, Math.floor(most / 5))
}

/** The position from which at most `most` messages are left. */
export function startWithin(length: number, most: number): number {
  if (length <= most) return 0
  const page = pageOf(most)
  return Math.min(length, Math.ceil((length - most) / page) * page)
}

/** The number of messages to keep, `least` or more. The first kept message changes once a page. */
export function steadyKeep(length: number, least: number): number {
  if (length <= least) return least
  const page = pageOf(least)
  return length - Math.floor((length - least) / page) * page
}
