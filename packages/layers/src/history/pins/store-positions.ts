import type { Session } from '@lamella/core'
import { summaryRange } from '@lamella/core/plugin'

/** Turns positions as a session shows its messages into those in its store, and back. */
export interface StorePositions {
  toStore(shown: number): number
  /** `undefined` for a message that a summary replaces. */
  toShown(stored: number): number | undefined
}

/** They are the same unless summaries replace messages of a store. */
export function storePositions({ original, summaries = [] }: Session): StorePositions {
  if (original === undefined) return { toStore: (shown) => shown, toShown: (stored) => stored }
  const replaced = summaries.flatMap(({ position, message }) => {
    const range = summaryRange(message)
    return range ? [{ position, ...range, less: range.end - range.start - 1 }] : []
  })
  return {
    toStore: (shown) => replaced.reduce((sum, { position, less }) => (position < shown ? sum + less : sum), shown),
    toShown: (stored) => {
      let shown = stored
      for (const { start, end, less } of replaced) {
        if (stored < start) break
        if (stored < end) return undefined
        shown -= less
      }
      return shown
    },
  }
}
