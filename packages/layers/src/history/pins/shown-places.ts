import type { Session } from '@lamella/core'
import { summaryRange } from '@lamella/core/plugin'

/**
 * Returns how positions in the store become positions as shown, the other way round than `storePlaces`; `undefined` for a message
 * that a summary replaces.
 */
export function shownPlaces({ original, summaries = [] }: Session): (stored: number) => number | undefined {
  if (original === undefined) return (stored) => stored
  const replaced = summaries.flatMap(({ message }) => summaryRange(message) ?? [])
  return (stored) => {
    let shown = stored
    for (const { start, end } of replaced) {
      if (stored < start) break
      if (stored < end) return undefined
      shown -= end - start - 1
    }
    return shown
  }
}
