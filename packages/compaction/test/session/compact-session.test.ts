import type { Summarize } from '@lamella/compaction'
import { type CompactSessionRequest, compactSession } from '@lamella/compaction'
import type { Message } from '@lamella/core'
import type { SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import {
  type Behaviour,
  behaviours,
  cause,
  expectIntact,
  expectUsable,
  failures,
  plain,
  scope,
  shown,
} from './support.ts'

async function storeWith(
  messages: readonly Message[],
  store: SessionStore = createSessionStore(),
): Promise<SessionStore> {
  await store.append(scope, 's', messages)
  return store
}

const compact = (store: SessionStore, more: Partial<CompactSessionRequest> = {}): ReturnType<typeof compactSession> =>
  compactSession({ store, scope, session: 's', summarize: behaviours.good, keepRecent: 4, timeout: 4, ...more })

describe('compactSession', () => {
  it('replaces messages older than the newest ones with one summary, and reports the result', async () => {
    const messages = plain(10)
    const store = await storeWith(messages)
    const now = new Date('2026-01-02T03:04:05Z')
    const result = await compact(store, { now })
    expect(result).toEqual({
      compacted: true,
      replaced: [{ start: 0, end: 16 }],
      messagesBefore: 20,
      messagesAfter: 5,
      tokensBefore: expect.any(Number),
      tokensAfter: expect.any(Number),
      failed: [],
      strategy: 'summarize',
      tried: [],
      missing: expect.any(Array),
      notices: [],
    })
    expect(result.tokensAfter).toBeLessThan(result.tokensBefore / 2)
    expect(await store.compactions?.list(scope, 's')).toEqual([
      { start: 0, end: 16, text: 'They spoke.', revision: 2, at: now.toISOString() },
    ])
    const after = await shown(store, 's')
    expect(after.slice(1)).toEqual(messages.slice(16))
    await expectIntact(store, 's', messages)
  })

  it('leaves the system messages with which a session begins where they are, also the next time', async () => {
    const rule: Message = { role: 'system', content: 'You are a pirate.' }
    const store = await storeWith([rule, ...plain(10)])
    expect((await compact(store)).replaced).toEqual([{ start: 1, end: 17 }])
    expect((await shown(store, 's'))[0]).toEqual(rule)
    await store.append(scope, 's', plain(10))
    expect((await compact(store)).replaced).toEqual([{ start: 1, end: 37 }])
    const [first, summary] = await shown(store, 's')
    expect(first).toEqual(rule)
    expect(summary?.content).toContain('They spoke.')
  })

  it('keeps the newest 20 messages by default, and the current turn', async () => {
    const messages = [...plain(30), { role: 'user', content: 'What now?' } as const]
    const store = await storeWith(messages)
    await compact(store, { keepRecent: undefined })
    // 20 messages are 19 and a question: the turn of the oldest of them is kept whole.
    expect(await shown(store, 's')).toHaveLength(1 + 21)
    await compact(store, { keepRecent: 0 })
    expect((await shown(store, 's')).slice(1)).toEqual([{ role: 'user', content: 'What now?' }])
  })

  it.each(Object.entries(failures))('leaves everything unchanged if the summarizer: %s', async (name, reason) => {
    const messages = plain(10)
    const store = await storeWith(messages)
    const result = await compact(store, { summarize: behaviours[name as Behaviour] })
    expect(result).toMatchObject({ compacted: false, replaced: [], messagesBefore: 20, messagesAfter: 20 })
    expect(result.failed).toMatchObject([{ start: 0, end: 16, reason }])
    expect(result.why).toMatch(/^The summar.*\.$/)
    if (reason === 'threw') expect(result.failed[0]?.cause).toBe(cause)
    expect(await shown(store, 's')).toEqual(messages)
    expect(await store.info(scope, 's')).toMatchObject({ revision: 1 })
    await expectIntact(store, 's', messages)
    await expectUsable(store, 's')
  })

  it('leaves everything unchanged if the summarizer fails halfway', async () => {
    const messages = plain(10)
    const store = await storeWith(messages)
    const { compacted, failed } = await compact(store, { summarize: behaviours.half, window: 500 })
    expect([compacted, failed.length, failed[0]?.reason]).toEqual([false, 1, 'empty'])
    expect(await shown(store, 's')).toEqual(messages)
  })

  it('treats instructions in a summary as plain text', async () => {
    for (let size = 0; size < 7; size++) {
      const messages = plain(10, size * 1_000)
      const store = await storeWith([{ role: 'user', content: 'x'.repeat(40 + size) }, ...messages])
      const { compacted } = await compact(store, { summarize: behaviours.orders })
      expect(compacted).toBe(true)
      const [summary] = await shown(store, 's')
      expect(summary?.role).toBe('user')
      expect(summary?.content).toMatch(/^\[Summary of messages 1 to 17 of this conversation\]\n/)
      await expectUsable(store, 's')
    }
  })

  it.each<[string, readonly Message[]]>([
    ['is missing', []],
    ['is short', plain(2)],
    ['is one turn', [{ role: 'user', content: 'Go on' }, ...plain(40).filter(({ role }) => role === 'assistant')]],
  ])('does nothing and does not call the summarizer when the session %s', async (_, messages) => {
    const store = await storeWith(messages)
    const result = await compact(store, { summarize: behaviours.throws })
    expect(result).toMatchObject({
      compacted: false,
      failed: [],
      why: 'Every complete turn is recent or already a summary.',
      messagesAfter: messages.length,
    })
  })

  it("is bounded by the model's window: both summaries and the summarizer's input", async () => {
    const store = await storeWith(plain(400))
    const shownTokens: number[] = []
    const summarize: Summarize = ({ text, previous = '', maxOutputTokens }) => {
      shownTokens.push(text.length + previous.length)
      expect(maxOutputTokens).toBeLessThanOrEqual(500)
      return 'x'.repeat(maxOutputTokens)
    }
    const tokenizer = { name: 'characters', exact: true, count: (text: string) => text.length }
    const { compacted } = await compact(store, { summarize, tokenizer, window: 2_000 })
    expect(compacted).toBe(true)
    expect(Math.max(...shownTokens)).toBeLessThanOrEqual(1_000)
    expect(String((await shown(store, 's'))[0]?.content).length).toBeLessThan(600)
  })

  it("is cancelled by its signal, before, during and after the summarizer's call", async () => {
    const messages = plain(10)
    const store = await storeWith(messages)
    const control = new AbortController()
    const hanging: Summarize = () => {
      setImmediate(() => control.abort(new Error('enough')))
      return behaviours.hangs()
    }
    const last: Summarize = () => {
      control.abort()
      return 'They spoke.'
    }
    for (const summarize of [hanging, behaviours.good, last]) {
      const { signal } = control
      await expect(compact(store, { summarize, signal, timeout: 60_000 })).rejects.toMatchObject({ code: 'ABORTED' })
    }
    const fresh = new AbortController()
    const aborting: Summarize = () => {
      fresh.abort()
      return 'They spoke.'
    }
    const aborted = compact(store, { summarize: aborting, signal: fresh.signal })
    await expect(aborted).rejects.toMatchObject({ code: 'ABORTED' })
    expect(await shown(store, 's')).toEqual(messages)
  })

  it('requires a store that saves summaries, and a summarizer', async () => {
    const { compactions: _, ...store } = createSessionStore()
    const unsupported = { code: 'COMPACTION_UNSUPPORTED' }
    await expect(compact(store)).rejects.toMatchObject({ ...unsupported, details: { missing: 'store' } })
    const silent = compact(createSessionStore(), { summarize: undefined })
    await expect(silent).rejects.toMatchObject({ ...unsupported, details: { missing: 'summarize' } })
  })

  it.each<[string, Partial<CompactSessionRequest>, string]>([
    ['half a message', { keepRecent: 0.5 }, 'OPTION_INVALID'],
    ['no time at all', { timeout: 0 }, 'OPTION_INVALID'],
    ['no window', { window: 0 }, 'OPTION_INVALID'],
    ['a misspelled option', { keepRecnt: 4 } as object, 'OPTION_INVALID'],
    ['a model that is no name', { model: {} as never }, 'OPTION_INVALID'],
    ['an invalid summarizer', { summarize: 'gpt' as unknown as Summarize }, 'OPTION_INVALID'],
    ['a scope without a tenant', { scope: {} as { tenant: string } }, 'SCOPE_INVALID'],
    ['an id that is empty', { session: '' }, 'STORE_VALUE_INVALID'],
  ])('rejects %s', async (_, more, code) => {
    const store = await storeWith(plain(10))
    await expect(compact(store, more)).rejects.toMatchObject({ code })
  })
})
