import { createContext } from '@lamella/core'
import { createSession } from '@lamella/store/memory'
import { charTokenizer } from '@lamella/testkit'
import { describe, expect, it } from 'vitest'
import type { Arrangement, TruncationStrategy } from '../../src/contract/config.ts'
import { historyFor } from '../../src/truncation/history-for.ts'

/**
 * Returns how often the beginning of the history moves while a conversation of 300 turns grows, and the fewest tokens
 * kept.
 */
async function play(strategy: TruncationStrategy, arrange: Arrangement): Promise<{ moves: number; fewest: number }> {
  const window = 4_000
  const builder = createContext()
    .tokenizer(charTokenizer)
    .use(historyFor(strategy, { arrange, window: window / 4 }))
    .budget({ window, reserve: 0 })
  const session = createSession()
  let [moves, before, fewest] = [0, '', window]
  for (let turn = 0; turn < 300; turn++) {
    session.append({ role: 'user', content: `question ${turn}`.padEnd(40) })
    const { messages, report } = await builder.build({ scope: { tenant: 'acme' }, session })
    const first = `${messages[0]?.content}`
    if (first !== before) moves++
    before = first
    if (turn > 100) fewest = Math.min(fewest, report.tokens.total)
    session.append({ role: 'assistant', content: `answer ${turn}`.padEnd(40) })
  }
  return { moves, fewest }
}

describe('historyFor', () => {
  it('rarely moves the cut of a smart history, and even more rarely if the cache matters', async () => {
    const [classic, cache] = [await play('smart', 'classic'), await play('smart', 'cache')]
    expect(classic.moves).toBeLessThan(60)
    expect(cache.moves).toBeLessThan(classic.moves / 1.5)
    // A page is a quarter of the window, which is left empty after a cut.
    expect(cache.fewest).toBeGreaterThan(4_000 * 0.7)
  })

  it('moves the cut of the other strategies on every turn, and fills the window', async () => {
    for (const strategy of ['simple', 'sliding'] as const) {
      const { moves, fewest } = await play(strategy, 'cache')
      expect(moves).toBeGreaterThan(200)
      expect(fewest).toBeGreaterThan(4_000 * 0.95)
    }
  })

  it('uses one layer name for all strategies', () => {
    for (const strategy of ['simple', 'smart', 'sliding'] as const) {
      expect(historyFor(strategy, { arrange: 'cache', window: 1 })).toMatchObject({
        name: 'history',
        placement: 'messages',
      })
    }
  })
})
