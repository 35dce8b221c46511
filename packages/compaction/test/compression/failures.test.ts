import type { Message } from '@lamella/core'
import { charTokenizer } from '@lamella/testkit'
import { describe, expect, it } from 'vitest'
import type { MessageBatch } from '../../src/compression/batch.ts'
import { type CompressOptions, compressMessages } from '../../src/compression/compress-messages.ts'
import type { CompressionStrategy, Summarize, SummarizeRequest } from '../../src/compression/strategy.ts'
import { framing } from './support.ts'

const options = { tokenizer: charTokenizer, framing } as const
const say = (content: string): Message => ({ role: 'user', content })
const long = 'word '.repeat(40)
const batch = (id: string, more: Partial<MessageBatch> = {}): MessageBatch => {
  return { id, complete: true, messages: [say(`${id} ${long}`)], ...more }
}
const summarizing = (summarize: Summarize, chunkSize = 1): CompressionStrategy => {
  return { type: 'recursiveSummarization', keepRecent: 0, chunkSize, summarize, window: 1_000 }
}

describe('a summarizer', () => {
  it('receives each chunk with the summary of those before it', async () => {
    const asked: SummarizeRequest[] = []
    const summarize = (request: SummarizeRequest): string => `summary ${asked.push(request)}`
    const batches = ['a', 'b', 'c'].map((id) => batch(id))
    const { messages, calls } = await compressMessages(batches, summarizing(summarize), options)
    expect(calls).toBe(3)
    expect(asked.map(({ text, previous }) => [text.slice(0, 7), previous])).toEqual([
      ['user: a', undefined],
      ['user: b', 'summary 1'],
      ['user: c', 'summary 2'],
    ])
    expect(asked.map(({ messages: own }) => own)).toEqual(batches.map((one) => one.messages))
    expect(messages.map(({ content }) => content)).toEqual([expect.stringMatching(/\nsummary 3$/)])
  })

  it('produces one summary for adjacent batches, and one for each run when something is in between', async () => {
    const batches = [
      batch('a'),
      batch('b'),
      batch('broken', { complete: false }),
      batch('c'),
      batch('now', { complete: false, active: true }),
      batch('d'),
    ]
    const result = await compressMessages(
      batches,
      summarizing(() => 'ok', 10),
      options,
    )
    expect(result.replaced.map(({ batches: ids }) => ids)).toEqual([['a', 'b'], ['c'], ['d']])
    expect(result.excluded).toEqual([{ id: 'broken', start: 2, end: 3, reason: 'incomplete' }])
    expect(result.messages[2]).toBe(batches[4]?.messages[0])
    expect(result.messages).toHaveLength(4)
  })

  it('that fails for one run leaves only that run unchanged', async () => {
    const batches = [batch('a'), batch('now', { active: true }), batch('b')]
    const cause = new Error('no model')
    const summarize = ({ text }: SummarizeRequest): string => {
      if (text.startsWith('user: a')) throw cause
      return 'ok'
    }
    const result = await compressMessages(batches, summarizing(summarize), options)
    expect(result.unchanged).toBeUndefined()
    expect(result.failed).toEqual([{ start: 0, end: 1, reason: 'threw', cause }])
    expect(result.messages.slice(0, 2)).toEqual([...(batches[0]?.messages ?? []), ...(batches[1]?.messages ?? [])])
    expect(result.compactions).toMatchObject([{ start: 2, end: 3, text: 'ok' }])
  })

  it.each<[string, Summarize, string]>([
    ['returns an empty text', () => '', 'empty'],
    ['returns white space', () => ' \n', 'empty'],
    ['returns no text', () => undefined as unknown as string, 'empty'],
    ['throws', () => Promise.reject(new Error('no')), 'threw'],
    ['exceeds its token limit', ({ maxOutputTokens }) => 'x'.repeat(maxOutputTokens + 1), 'too-long'],
  ])('that %s in the middle changes nothing and is not called again', async (_, bad, reason) => {
    const batches = ['a', 'b', 'c'].map((id) => batch(id))
    let calls = 0
    const summarize: Summarize = (request) => (++calls === 2 ? bad(request) : 'ok')
    const result = await compressMessages(batches, summarizing(summarize), options)
    expect(result).toMatchObject({ unchanged: 'failed', calls: 2, replaced: [], compactions: [] })
    expect(result.failed).toMatchObject([{ start: 0, end: 3, reason }])
    expect(result.messages).toEqual(batches.flatMap(({ messages }) => messages))
    expect(JSON.stringify(result.messages)).not.toContain('no model')
  })

  it('is not called when no summary could be shorter or its budget has no room for a character', async () => {
    const asked = (): string => {
      throw new Error('asked')
    }
    const tiny = await compressMessages(
      [{ id: 'a', complete: true, messages: [say('hi')] }],
      summarizing(asked),
      options,
    )
    expect(tiny.failed).toEqual([{ start: 0, end: 1, reason: 'nothing-to-gain' }])
    const costly = { name: 'costly', exact: true, count: (text: string) => text.length * 400 }
    const none = await compressMessages([batch('a')], summarizing(asked), { ...options, tokenizer: costly })
    expect(none.failed).toEqual([{ start: 0, end: 1, reason: 'budget-too-small' }])
    expect([tiny.calls, none.calls]).toEqual([0, 0])
  })

  it('has its summary rejected when only the message as a whole is too long', async () => {
    const count = (text: string): number => (/conversation\]\n./.test(text) ? 10_000 : text.length)
    const tokenizer = { name: 'odd', exact: true, count }
    const result = await compressMessages(
      [batch('a')],
      summarizing(() => 'ok'),
      { ...options, tokenizer },
    )
    expect(result).toMatchObject({ unchanged: 'failed', failed: [{ reason: 'too-long' }], calls: 1 })
  })

  it('that has answered leaves no listener on the signal', async () => {
    const abort = new AbortController()
    let listeners = 0
    const { signal } = abort
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      listeners++
      add(...given)
    }
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      listeners--
      remove(...given)
    }
    await compressMessages(
      ['a', 'b'].map((id) => batch(id)),
      summarizing(() => 'ok'),
      { ...options, signal },
    )
    expect(listeners).toBe(0)
  })
})

describe('limits', () => {
  const strategy = { type: 'truncate', keepRecent: 1 } as const
  const batches = ['a', 'b', 'c'].map((id) => batch(id))

  it('leave a history unchanged while it is within all of them', async () => {
    const fate = async (limits: NonNullable<CompressOptions['limits']>): Promise<string> => {
      const { unchanged, messages } = await compressMessages(batches, strategy, { ...options, limits })
      return unchanged ?? `${messages.length}`
    }
    expect(await fate({ messages: 3 })).toBe('within-limits')
    expect(await fate({ messages: 2 })).toBe('1')
    expect(await fate({ tokens: 3 * 203 })).toBe('within-limits')
    expect(await fate({ tokens: 3 * 203 - 1 })).toBe('1')
    expect(await fate({ messages: 3, tokens: 0 })).toBe('1')
    expect(await fate({})).toBe('1')
  })

  it('do not count excluded messages', async () => {
    const withBroken = [...batches, batch('broken', { complete: false })]
    const { unchanged, excluded } = await compressMessages(withBroken, strategy, {
      ...options,
      limits: { messages: 3 },
    })
    expect(unchanged).toBe('within-limits')
    expect(excluded).toHaveLength(1)
  })
})

describe('input of compressMessages', () => {
  const truncate = { type: 'truncate', keepRecent: 1 } as const

  it.each<[string, unknown, unknown, unknown]>([
    ['batches that are not a list', {}, truncate, {}],
    ['a batch without id', [{ complete: true, messages: [] }], truncate, {}],
    ['a batch without complete', [{ id: 'a', messages: [] }], truncate, {}],
    ['a batch whose active is not a boolean', [{ id: 'a', complete: true, active: 1, messages: [] }], truncate, {}],
    ['a batch without messages', [{ id: 'a', complete: true }], truncate, {}],
    ['no strategy', [], undefined, {}],
    ['an unknown strategy', [], { type: 'forget' }, {}],
    ['a misspelled option of a strategy', [], { type: 'truncate', keepRecent: 1, keep: 1 }, {}],
    ['a truncation without a number', [], { type: 'truncate' }, {}],
    ['chunks of 0', [], { type: 'recursiveSummarization', keepRecent: 0, chunkSize: 0, summarize: () => '' }, {}],
    ['no summarizer', [], { type: 'recursiveSummarization', keepRecent: 0, chunkSize: 1 }, {}],
    [
      'a budget of 10',
      [],
      { type: 'recursiveSummarization', keepRecent: 0, chunkSize: 1, summarize: () => '', window: 10 },
      {},
    ],
    ['an unknown limit', [], truncate, { limits: { characters: 1 } }],
    ['an invalid signal', [], truncate, { signal: {} }],
    ['a start below 0', [], truncate, { start: -1 }],
  ])('is rejected: %s', async (_, given, strategy, more) => {
    const made = compressMessages(
      given as readonly MessageBatch[],
      strategy as CompressionStrategy,
      more as CompressOptions,
    )
    await expect(made).rejects.toThrow(/OPTION_INVALID/)
  })

  it('may be empty', async () => {
    expect(await compressMessages([], truncate)).toMatchObject({ messages: [], unchanged: 'nothing-to-compress' })
  })
})
