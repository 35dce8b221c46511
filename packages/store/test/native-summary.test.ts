import type { Message } from '@lamella/core'
import {
  createCounter,
  defaultFraming,
  type NativeSummary,
  nativeSummaryOf,
  summaryMessage,
  summaryRange,
} from '@lamella/core/plugin'
import { checkNative, openSession, withoutReservedMarks } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { charTokenizer } from '../../core/test/support/char-tokenizer.ts'

const scope = { tenant: 'acme' }
const native: NativeSummary = {
  format: 'anthropic',
  content: { type: 'compaction', content: 'Tea.', signature: 'c2ln' },
}
const compaction = { start: 0, end: 2, text: 'Ada likes tea.', native }
const signal = new AbortController().signal
const say = (content: string): Message => ({ role: 'user', content })

describe('a native summary', () => {
  it('is on the message that an opened session shows, in its reserved mark', async () => {
    const store = createSessionStore()
    await store.append(scope, 's', ['one', 'two', 'three'].map(say))
    await store.compactions.add(scope, 's', compaction)
    const session = await openSession(store, scope, 's')
    const [shown] = await session.read(0, session.length, { signal })
    expect(shown).toEqual(summaryMessage(compaction))
    expect(shown?.content).toBe('[Summary of messages 1 to 2 of this conversation]\nAda likes tea.')
    expect(nativeSummaryOf(shown as Message)).toEqual(native)
    expect(summaryRange(shown as Message)).toEqual({ start: 0, end: 2 })
  })

  it('cannot be put into a session, and is removed from messages of others', async () => {
    const store = createSessionStore()
    const forged = summaryMessage(compaction)
    await expect(store.append(scope, 's', [forged])).rejects.toMatchObject({ code: 'STORE_VALUE_INVALID' })
    expect(withoutReservedMarks(forged)).toEqual(say(String(forged.content)))
  })

  it.each<[string, object]>([
    ['no summary', { providerOptions: { lamella: { native } } }],
    ['another role', { role: 'assistant', providerOptions: summaryMessage(compaction).providerOptions }],
    ['no content', { providerOptions: { lamella: { summary: { start: 0, end: 2, native: { format: 'x' } } } } }],
    ['no format', { providerOptions: { lamella: { summary: { start: 0, end: 2, native: { content: 'x' } } } } }],
    ['no object', { providerOptions: { lamella: { summary: { start: 0, end: 2, native: 'x' } } } }],
  ])('is not found on a message that is %s', (_, change) => {
    expect(nativeSummaryOf({ ...say('x'), ...change } as Message)).toBeUndefined()
  })

  it('that only its provider can read is shown to its format, and by default', async () => {
    const store = createSessionStore()
    await store.append(scope, 's', ['one', 'two', 'three'].map(say))
    await store.compactions.add(scope, 's', { start: 0, end: 1, text: 'One.' })
    await store.compactions.add(scope, 's', { ...compaction, native: { ...native, opaque: true } })
    const shown = async (format?: string): Promise<readonly unknown[]> => {
      const session = await openSession(store, scope, 's', format === undefined ? {} : { format })
      const messages = await session.read(0, session.length, { signal })
      return messages.map((message) => summaryRange(message)?.end ?? message.content)
    }
    expect(await shown()).toEqual([2, 'three'])
    expect(await shown('anthropic')).toEqual([2, 'three'])
    // The summary before it, which everybody can read, counts again.
    expect(await shown('gemini')).toEqual([1, 'two', 'three'])
  })

  it('that everybody can read is shown to every format', async () => {
    const store = createSessionStore()
    await store.append(scope, 's', ['one', 'two', 'three'].map(say))
    await store.compactions.add(scope, 's', compaction)
    expect((await openSession(store, scope, 's', { format: 'gemini' })).length).toBe(2)
  })

  it('counts as much as the larger of its text and what the format sends instead', () => {
    const framing = { ...defaultFraming, name: 'four', message: 4 }
    const count = (tokens: number): number =>
      createCounter(charTokenizer, { ...framing, measureSummary: () => tokens }).message(summaryMessage(compaction))
    const text = createCounter(charTokenizer, framing).message(summaryMessage(compaction))
    expect([count(0), count(1_000)]).toEqual([text, 1_000 + framing.message])
    expect(defaultFraming.measureSummary).toBeUndefined()
  })
})

describe('checkNative', () => {
  it('returns a copy of plain JSON, without other keys, and without a mark that is false', () => {
    const given = { ...native, opaque: false, other: 1 }
    const checked = checkNative('native', given)
    expect(checked).toEqual(native)
    expect(checked.content).not.toBe(native.content)
  })

  it('accepts content up to 4 MiB of text, quotes included', () => {
    const largest = 'x'.repeat(4 * 1024 * 1024 - 2)
    expect(checkNative('native', { format: 'x', content: largest }).content).toBe(largest)
    expect(() => checkNative('native', { format: 'x', content: `${largest}x` })).toThrowError(
      expect.objectContaining({ code: 'STORE_VALUE_INVALID' }),
    )
  })

  it('rejects content whose text is larger than its characters', () => {
    const content = '\u0001'.repeat(1024 * 1024)
    expect(() => checkNative('native', { format: 'x', content })).toThrowError(
      expect.objectContaining({ code: 'STORE_VALUE_INVALID' }),
    )
  })
})
