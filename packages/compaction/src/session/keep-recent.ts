import type { Message } from '@lamella/core'
import { batchByTurn } from '../compression/batch.ts'

/** How many messages stay, unless the caller says so. */
const mostMessages = 20

/** The share of the free tokens that they may take: they and a summary, of another quarter, leave half of it free. */
const share = 1 / 4

/**
 * Returns the number of newest messages that a compaction keeps: 20, or the whole turns among them that take a quarter of
 * what is free; at least the newest turn.
 *
 * @param available Tokens that a request has for messages. Without it: 20.
 */
export function recentToKeep(
  messages: readonly Message[],
  available: number | undefined,
  count: (messages: readonly Message[]) => number,
): number {
  if (available === undefined) return mostMessages
  let kept = 0
  let tokens = 0
  for (const { messages: turn } of batchByTurn(messages).toReversed()) {
    tokens += count(turn)
    if (kept > 0 && tokens > available * share) break
    kept += turn.length
    if (kept >= mostMessages) return mostMessages
  }
  return Math.max(1, kept)
}
