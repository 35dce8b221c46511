import type { Session } from '../contract/sources.ts'
import { summaryRange } from './summary-message.ts'

/** Returns how positions as shown become positions in the store: they are the same unless summaries replace messages there. */
export function storePlaces({ original, summaries = [] }: Session): (shown: number) => number {
  if (original === undefined) return (shown) => shown
  const moves = summaries.map(({ position, message }) => {
    const { start, end } = summaryRange(message) ?? { start: 0, end: 1 }
    return { position, by: end - start - 1 }
  })
  return (shown) => moves.reduce((sum, { position, by }) => (position < shown ? sum + by : sum), shown)
}
