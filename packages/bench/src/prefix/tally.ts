import type { RequestTexts } from './formats.ts'

/** Token totals over the requests of many conversations. */
export interface Tally {
  /** Over all requests. */
  readonly all: number
  /** Over the requests that follow another one: of the whole, and of their messages alone. */
  readonly later: number
  readonly laterMessages: number
  /** The tokens at the start of these that repeat the previous request. */
  readonly repeated: number
  readonly repeatedMessages: number
}

export interface Meter {
  readonly tally: Tally
  /** Marks the next request as the first of another conversation. */
  restart(): void
  /** Adds a request. */
  add(request: RequestTexts): void
}

/**
 * Compares each request with the previous one. A text that is the same in both counts in full. The first text that
 * differs counts by the share of its characters that are the same, since a provider's cache compares tokens, not
 * messages.
 */
export function createMeter(count: (text: string) => number): Meter {
  const tally = { all: 0, later: 0, laterMessages: 0, repeated: 0, repeatedMessages: 0 }
  let before: readonly string[] | undefined
  const sum = (texts: readonly string[]): number => texts.reduce((total, text) => total + count(text), 0)
  return {
    tally,
    restart: () => {
      before = undefined
    },
    add: ({ head, messages }) => {
      const parts = [...head, ...messages]
      const [headTokens, messageTokens] = [sum(head), sum(messages)]
      tally.all += headTokens + messageTokens
      if (before) {
        const repeated = repeatedTokens(parts, before, count)
        tally.later += headTokens + messageTokens
        tally.laterMessages += messageTokens
        tally.repeated += repeated
        tally.repeatedMessages += Math.max(0, repeated - headTokens)
      }
      before = parts
    },
  }
}

function repeatedTokens(parts: readonly string[], before: readonly string[], count: (text: string) => number): number {
  let tokens = 0
  for (const [index, part] of parts.entries()) {
    const other = before[index] ?? ''
    if (part === other) {
      tokens += count(part)
      continue
    }
    let same = 0
    while (same < part.length && part[same] === other[same]) same++
    return tokens + Math.floor((count(part) * same) / part.length)
  }
  return tokens
}
