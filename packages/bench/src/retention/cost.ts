import type { Counter } from '@lamella/core/plugin'
import type { RetentionStrategy, RetentionSummarizer } from '@lamella/testkit/retention'
import type { Format } from '../prefix/formats.ts'
import { createMeter } from '../prefix/tally.ts'
import { type readKinds, sessionsOf } from './conversations.ts'
import type { Measured } from './measured.ts'
import { extracted } from './summaries.ts'

interface Costing {
  readonly window: number
  readonly counter: Counter
  readonly format: Format
  readonly count: (text: string) => number
}

/** What a token costs, relative to one of the input that is not in the cache. */
const prices = { repeated: 0.1, written: 5 } as const

/** How many windows a session fills before each request counts, and how many it fills then. */
const before = 1.25
const counted = 0.75

/**
 * Makes each request of one session of each kind of agent, from when it has filled its window, and adds up what is paid: a token
 * that repeats the beginning of the request before costs a tenth, and what a summarizer reads and writes is paid as well. Chats
 * have too many requests for that.
 */
export async function costOf(
  strategy: RetentionStrategy,
  kinds: ReturnType<typeof readKinds>,
  { window, counter, format, count }: Costing,
): Promise<Pick<Measured, 'sent' | 'paid' | 'unsent'>> {
  const reserve = Math.floor(window / 8)
  let [sent, tokens, paid, unsent] = [0, 0, 0, 0]
  const seen = new Set<string>()
  const agents = kinds.filter(({ tools }) => tools.length > 0)
  for (const { name, system, tools, messages } of sessionsOf(agents, {
    tokens: (before + counted) * window,
    seed: 1,
    counter,
  })) {
    const kind = name.split(' ')[0] ?? ''
    if (seen.has(kind)) continue
    seen.add(kind)
    const meter = createMeter(count)
    let isCounted = false
    const summarize: RetentionSummarizer = (texts, maxTokens) => {
      const text = extracted(texts, maxTokens)
      if (isCounted) paid += texts.reduce((sum, one) => sum + count(one), 0) + prices.written * count(text)
      return text
    }
    const make = strategy({ system, tools, memory: [], window, reserve, counter, summarize })
    let [size, made] = [0, 0]
    for (const [at, message] of messages.entries()) {
      isCounted = size >= before * window
      if (message.role === 'assistant' && at > 0 && (isCounted || size - made >= window / 16)) {
        made = size
        const request = await make(messages.slice(0, at))
        if (isCounted && request) {
          meter.add(format.texts(request))
          sent++
        } else if (isCounted) unsent++
      }
      size += counter.message(message)
    }
    // The first one is there to be compared with.
    tokens += meter.tally.all
    paid += meter.tally.later - (1 - prices.repeated) * meter.tally.repeated
  }
  return { sent: tokens / sent, paid: paid / (sent - seen.size), unsent }
}
