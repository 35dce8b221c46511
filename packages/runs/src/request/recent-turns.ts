import type { Message } from '@lamella/core'
import type { Counter } from '@lamella/core/plugin'
import type { PositionedKept } from './session-messages.ts'

/** How many turns back a turn counts as recent. */
export const recent = 4

/** Returns the tokens of the largest of the recent turns, without its question: what the turn that begins now may need. */
export function largestRecentTurn(session: readonly PositionedKept[], counter: Counter): number {
  const all: number[] = []
  for (const { kept } of session) {
    const content = kept.content as readonly Message[]
    if (content[0]?.role === 'user') all.push(0)
    else if (all.length > 0) {
      all[all.length - 1] = (all.at(-1) ?? 0) + (kept.fragment.tokens?.[0] ?? counter.content(content))
    }
  }
  return Math.max(0, ...all.slice(-recent))
}
