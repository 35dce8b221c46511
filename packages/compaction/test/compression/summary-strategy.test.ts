import { type Summarize, summaryStrategy } from '@lamella/compaction'
import type { Message } from '@lamella/core'
import type { CompactionRequest } from '@lamella/core/plugin'
import { charTokenizer } from '@lamella/testkit'
import { describe, expect, it, vi } from 'vitest'

const messages: readonly Message[] = Array.from({ length: 10 }, (_, index) => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: `${index} ${'word '.repeat(20)}`,
}))
const request = (signal = new AbortController().signal): CompactionRequest => ({
  context: { system: [], messages },
  messages,
  maxOutputTokens: 100,
  signal,
})
const cause = new Error('no model today')
const thrown = async (work: () => Promise<unknown>): Promise<unknown> => {
  try {
    await work()
  } catch (error) {
    return error
  }
  return undefined
}

describe('summaryStrategy', () => {
  it('lets the function see everything, chunk by chunk, each with the summary before', async () => {
    const asked: (string | undefined)[][] = []
    const summarize: Summarize = ({ text, previous }) => {
      asked.push([text, previous])
      return `Up to ${text.match(/(\d) word/g)?.at(-1)}`
    }
    const strategy = summaryStrategy(summarize, { window: 600, tokenizer: charTokenizer })
    expect(strategy.name).toBe('summarize')
    expect(await strategy.compact(request())).toEqual({ text: 'Up to 9 word' })
    expect(asked.length).toBeGreaterThan(2)
    for (const index of messages.keys()) expect(asked.map(([text]) => text).join('')).toContain(`${index} word`)
    expect(asked.map(([, previous]) => previous)).toEqual([undefined, ...asked.slice(1).map(() => expect.any(String))])
  })

  it.each([
    ['<think>\nThe user wants a summary. </ok>\n</think>\n\nThey paid.', 'They paid.'],
    ['<think></think>They paid.', 'They paid.'],
    ['<think>They pay and pay', ''],
    ['They put <think> and </think> around it.', 'They put <think> and </think> around it.'],
  ])('leaves out the reasoning before a summary: %j', async (answer, text) => {
    const strategy = summaryStrategy(() => answer, { tokenizer: charTokenizer })
    expect(await strategy.compact(request())).toEqual({ text })
  })

  it.each<[string, Summarize]>([
    ['empty', () => ' '],
    ['too long', () => 'x'.repeat(101)],
  ])('ends at the first answer that is %s', async (_, summarize) => {
    let calls = 0
    const counted: Summarize = (asked) => {
      calls++
      return summarize(asked)
    }
    await summaryStrategy(counted, { window: 600, tokenizer: charTokenizer }).compact(request())
    expect(calls).toBe(1)
  })

  it('passes errors on, and gives up on an answer that takes too long', async () => {
    const failing = summaryStrategy(() => Promise.reject(cause))
    expect(await thrown(() => failing.compact(request()))).toBe(cause)
    let signal: AbortSignal | undefined
    const hanging: Summarize = (asked) => {
      signal = asked.signal
      return new Promise<string>((_, reject) => setTimeout(reject, 20, cause))
    }
    const error = await thrown(() => summaryStrategy(hanging, { timeout: 2 }).compact(request()))
    expect(error).toMatchObject({ message: 'The summary took longer than 2 ms.' })
    expect(signal?.reason).toBe(error)
    // A late answer is ignored; an unhandled rejection would end the process.
    await new Promise((resolve) => setTimeout(resolve, 40))
  })

  it.each<[string, Summarize]>([
    ['answers', () => 'They spoke.'],
    ['throws', () => Promise.reject(cause)],
    ['hangs', () => new Promise<string>(() => {})],
  ])('leaves no timer: %s', async (name, summarize) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const control = new AbortController()
      const ended = thrown(() => summaryStrategy(summarize, { timeout: 60_000 }).compact(request(control.signal)))
      if (name === 'hangs') setImmediate(() => control.abort())
      await ended
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('ends with its signal, and does not start after an abort', async () => {
    const control = new AbortController()
    const asked = thrown(() => summaryStrategy(() => new Promise<string>(() => {})).compact(request(control.signal)))
    control.abort(new Error('enough'))
    expect(await asked).toMatchObject({ code: 'ABORTED', cause: new Error('enough') })
    const never = summaryStrategy(() => expect.unreachable())
    expect(await thrown(() => never.compact(request(control.signal)))).toEqual(new Error('enough'))
  })

  it.each([{ window: 63 }, { chunkSize: 0 }, { timeout: 0 }, { name: 1 }, { sumarize: 1 }])('rejects %j', (options) => {
    expect(() => summaryStrategy(() => 'x', options as object)).toThrow(/summaryStrategy/)
  })
})
