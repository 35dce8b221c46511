import type { Message } from '@lamella/core'
import type { Counter } from '@lamella/core/plugin'

interface Sampling {
  readonly counter: Counter
  readonly window: number
  readonly judged: number
  readonly every: number
}

/** A request of a conversation. */
interface Sampled {
  /** The number of messages before the answer. */
  readonly at: number
  readonly isJudged: boolean
}

/**
 * Chooses which requests of a conversation are made, and which of these are judged: of those in which not everything fits,
 * as many as asked for, evenly spread, the last one included. If everything always fits, the last one is judged.
 */
export function requestsToMake(messages: readonly Message[], sampling: Sampling): readonly Sampled[] {
  const { counter, window, judged, every } = sampling
  const all: { readonly at: number; readonly tokens: number }[] = []
  let tokens = 0
  for (const [at, message] of messages.entries()) {
    if (message.role === 'assistant' && at > 0) all.push({ at, tokens })
    tokens += counter.message(message)
  }
  const full = all.filter((one) => one.tokens > window)
  const later = full.length > 0 ? full : all.slice(-1)
  const spread = Math.min(judged, later.length)
  const chosen = new Set(
    Array.from({ length: spread }, (_, index) => later[Math.ceil(((index + 1) * later.length) / spread) - 1]?.at),
  )
  let made = 0
  return all.flatMap(({ at, tokens: size }) => {
    const isJudged = chosen.has(at)
    if (!isJudged && size - made < every * window) return []
    made = size
    return [{ at, isJudged }]
  })
}
