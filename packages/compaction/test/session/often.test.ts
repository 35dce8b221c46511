import type { Summarize, SummarizeRequest } from '@lamella/compaction'
import { compactSession } from '@lamella/compaction'
import { summaryRange } from '@lamella/core/plugin'
import { createSessionStore } from '@lamella/store/memory'
import { charTokenizer } from '@lamella/testkit'
import { describe, expect, it } from 'vitest'
import { expectIntact, expectUsable, plain, scope, shown, summariesOf } from './support.ts'

describe('a session of 5,000 messages that is compacted 50 times', () => {
  it.each<[string, (request: SummarizeRequest) => string]>([
    ['short', ({ text }) => `Up to ${text.lastIndexOf('Question')}.`],
    ['as long as allowed', ({ maxOutputTokens }) => 'x'.repeat(maxOutputTokens)],
  ])('has one summary of all of it, of bounded size, even if summaries are %s', async (_, answer) => {
    const store = createSessionStore()
    let calls = 0
    let seen = ''
    const summarize: Summarize = (request) => {
      calls++
      seen += request.text
      return answer(request)
    }
    const most = 2_000
    const sizes: number[] = []
    for (let round = 0; round < 50; round++) {
      await store.append(scope, 's', plain(50, round * 50))
      const result = await compactSession({
        store,
        scope,
        session: 's',
        summarize,
        tokenizer: charTokenizer,
        window: most * 4,
      })
      expect(result).toMatchObject({ compacted: true, messagesAfter: 21, failed: [] })
      expect(result.replaced).toEqual([{ start: 0, end: (round + 1) * 100 - 20 }])
      const messages = await shown(store, 's')
      expect(summariesOf(messages)).toEqual([messages[0]])
      sizes.push(result.tokensAfter)
    }
    const [summary] = await shown(store, 's')
    expect(summary && summaryRange(summary)).toEqual({ start: 0, end: 4_980 })
    expect(String(summary?.content).length).toBeLessThan(most + 100)
    expect(Math.max(...sizes)).toBeLessThan(most + 20 * 200)
    // Each round sends the previous summary and the new messages, in chunks, and never repeats what it has sent.
    expect(calls).toBeLessThan(50 * 12)
    const questions = [...seen.matchAll(/Question (\d+) /g)].map(([, number]) => Number(number))
    expect(questions).toEqual(Array.from({ length: 2_490 }, (__, question) => question))
    await expectIntact(store, 's', Array.from({ length: 50 }, (__, round) => plain(50, round * 50)).flat())
    await expectUsable(store, 's')
  })
})
