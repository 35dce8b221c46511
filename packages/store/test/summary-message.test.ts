import { summaryMessage, summaryRange } from '@lamella/core/plugin'
import { openSession } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'

describe('summaryMessage', () => {
  it('creates the message that an opened session shows instead of the summarized messages', async () => {
    const scope = { tenant: 'acme' }
    const store = createSessionStore()
    const texts = ['one', 'two', 'three']
    await store.append(
      scope,
      's',
      texts.map((content) => ({ role: 'user', content })),
    )
    const compaction = { start: 0, end: 2, text: 'Two things.' }
    await store.compactions?.add(scope, 's', compaction)
    const session = await openSession(store, scope, 's')
    const shown = await session.read(0, session.length, { signal: new AbortController().signal })
    expect(shown).toEqual([summaryMessage(compaction), { role: 'user', content: 'three' }])
  })
})

describe('summaryRange', () => {
  it('returns the range that a summary replaces', () => {
    expect(summaryRange(summaryMessage({ start: 3, end: 5, text: '' }))).toEqual({ start: 3, end: 5 })
  })

  it('accepts no other message as a summary, whatever its text or marks', () => {
    const summary = summaryMessage({ start: 3, end: 5, text: '' })
    const content = String(summary.content)
    expect(summaryRange({ role: 'user', content })).toBeUndefined()
    expect(summaryRange({ ...summary, role: 'assistant', content })).toBeUndefined()
    const marks = [
      null,
      {},
      [],
      { start: 5, end: 5 },
      { start: -1, end: 2 },
      { start: 0, end: 1.5 },
      { start: '0', end: 2 },
    ]
    for (const mark of marks) {
      const message = { role: 'user', content, providerOptions: { lamella: { summary: mark as null } } } as const
      expect(summaryRange(message), JSON.stringify(mark)).toBeUndefined()
    }
  })
})
