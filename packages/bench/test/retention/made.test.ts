import { createEstimator } from '@lamella/core'
import { createCounter, defaultFraming, messageText } from '@lamella/core/plugin'
import { measureRetention, type RetentionStrategy, shareOf, tellsFact } from '@lamella/testkit/retention'
import { describe, expect, it } from 'vitest'
import { madeConversation, wordings } from '../../src/retention/made/conversation.ts'

describe.each(wordings.map((one) => [one.name, one] as const))('made conversations: %s', (_, wording) => {
  const made = madeConversation(wording, 3, 6_000)
  const texts = made.messages.map(messageText)

  it('say 24 facts, a third of which replace an earlier decision, and the same for the same seed', () => {
    expect(made.facts).toHaveLength(24)
    expect(made.facts.filter(({ replaces }) => replaces !== undefined)).toHaveLength(8)
    expect(madeConversation(wording, 3, 6_000)).toEqual(made)
  })

  it('have each fact in the message of its position, or in the question before it, and the earlier decision before', () => {
    for (const fact of made.facts) {
      const at = fact.position ?? -1
      expect([fact.id, tellsFact([texts.slice(Math.max(0, at - 1), at + 1).join(' ')], fact)]).toEqual([fact.id, true])
      expect(fact.replaces?.position ?? -1).toBeLessThan(at)
    }
  })

  it('are measured without planting anything', async () => {
    const counter = createCounter(createEstimator(), defaultFraming)
    const all: RetentionStrategy = () => async (messages) => ({ messages })
    const outcomes = await measureRetention(all, [made], { window: 2_000, counter, summarize: () => '', judged: 1 })
    expect([...new Set(outcomes.map(({ fact }) => fact.id))].sort()).toEqual(made.facts.map(({ id }) => id).sort())
    expect(shareOf(outcomes, 'outdated').share).toBe(0)
  })
})
