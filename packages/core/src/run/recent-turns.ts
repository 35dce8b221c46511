import type { Counter } from '../contract/counter.ts'
import type { Message } from '../contract/message.ts'
import type { PositionedKept } from './session-messages.ts'

/** How many turns back a turn counts as recent. */
const recent = 4

/** The tokens of recent turns, each without its question. 0 without a turn so far. */
export interface RecentTurns {
  readonly largest: number
  readonly mean: number
}

/** Measures recent turns: what the turn that begins now may need. */
export function recentTurns(session: readonly PositionedKept[], counter: Counter): RecentTurns {
  const all: number[] = []
  for (const { kept } of session) {
    const content = kept.content as readonly Message[]
    if (content[0]?.role === 'user') all.push(0)
    else if (all.length > 0) {
      all[all.length - 1] = (all.at(-1) ?? 0) + (kept.fragment.tokens?.[0] ?? counter.content(content))
    }
  }
  const turns = all.slice(-recent).filter((tokens) => tokens > 0)
  const sum = turns.reduce((total, tokens) => total + tokens, 0)
  return { largest: Math.max(0, ...turns), mean: turns.length === 0 ? 0 : Math.ceil(sum / turns.length) }
}
