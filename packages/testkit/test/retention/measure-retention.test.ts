import type { Message } from '@lamella/core'
import { messageText } from '@lamella/core/plugin'
import { describe, expect, it } from 'vitest'
import {
  type Fact,
  type JudgedRequest,
  measureRetention,
  type RetentionOptions,
  type RetentionStrategy,
  shareOf,
  slidingWindow,
} from '../../src/retention/index.ts'
import { conversationOf, counter, dropsEverything, keepsEverything, sendsNothing } from './samples.ts'

const conversations = [conversationOf(40), conversationOf(60)]
const options: RetentionOptions = {
  window: 1_000,
  counter,
  summarize: (texts) => texts.join('\n'),
  seeds: [1, 2],
  judged: 4,
}
const measure = (strategy: RetentionStrategy, more: Partial<RetentionOptions> = {}) =>
  measureRetention(strategy, conversations, { ...options, ...more })
const share = async (strategy: RetentionStrategy, ...verdicts: Parameters<typeof shareOf>[1][]): Promise<number> =>
  shareOf(await measure(strategy), ...verdicts).share

describe('measureRetention', () => {
  it('gives a strategy that keeps everything all facts, and one that drops everything none', async () => {
    expect(await share(keepsEverything, 'kept')).toBe(1)
    expect(await share(dropsEverything, 'lost')).toBe(1)
    expect(await share(sendsNothing, 'lost')).toBe(1)
  })

  it('catches a strategy that keeps decisions and leaves out what replaced them', async () => {
    const keepsOutdated: RetentionStrategy = (task) => {
      const make = keepsEverything(task)
      return async (messages) => {
        const kept = messages.filter((message) => !/Change of plan|Correction/.test(messageText(message)))
        return make(kept)
      }
    }
    const outcomes = await measure(keepsOutdated)
    const decisions = outcomes.filter(({ fact }) => fact.kind === 'decision')
    expect(shareOf(decisions, 'outdated').share).toBeGreaterThan(0.9)
    expect(shareOf(decisions, 'outdated').of).toBeGreaterThan(20)
    expect(outcomes.filter(({ fact, verdict }) => verdict === 'outdated' && fact.kind !== 'decision')).toEqual([])
  })

  it('catches a strategy that keeps values and forgets what they are of', async () => {
    const keepsValues: RetentionStrategy = () => async (messages) => {
      const values = messages.flatMap((message) => messageText(message).match(/[\d,.$]+/g) ?? [])
      return { messages: [{ role: 'user', content: values.join('; ') }] }
    }
    expect(await share(keepsValues, 'lost')).toBe(1)
  })

  it('calls facts reachable that a tool of the strategy finds by their subject', async () => {
    const finds: RetentionStrategy = (task) => async (messages) => ({
      ...(await dropsEverything(task)(messages)),
      messages: [],
      look: async ({ subject }) =>
        [...messages.map(messageText), ...task.memory.map(({ text }) => text)].filter((text) => text.includes(subject)),
    })
    expect(await share(finds, 'reachable')).toBe(1)
  })

  it('gives a sliding window the facts of its messages only', async () => {
    const outcomes = await measure(slidingWindow)
    const { share: kept } = shareOf(outcomes, 'kept')
    expect(kept).toBeGreaterThan(0.2)
    expect(kept).toBeLessThan(0.8)
    const fromMemory = outcomes.filter(({ fact }) => fact.place === 'memory' && fact.kind !== 'decision')
    expect(shareOf(fromMemory, 'kept').share).toBe(1)
  })

  it('keeps a sliding window within its window', async () => {
    const judged: JudgedRequest[] = []
    await measure(slidingWindow, { watch: (one) => judged.push(one) })
    expect(judged.length).toBe(2 * 2 * 4)
    for (const { request } of judged) {
      const tokens = counter.content([...(request?.system ?? []), ...(request?.messages ?? [])])
      expect(tokens).toBeLessThanOrEqual(1_000 - 125)
    }
  })

  it('judges requests that answer a message, in which not everything fits, up to the last one', async () => {
    const judged: JudgedRequest[] = []
    await measure(keepsEverything, { seeds: [1], watch: (one) => judged.push(one) })
    const first = judged.filter(({ conversation }) => conversation === 0)
    expect(first.map(({ at }) => at).at(-1)).toBe(40 * 4 - 1)
    for (const { at, planted } of first) {
      expect(planted.messages[at]?.role).toBe('assistant')
      expect(counter.content(planted.messages.slice(0, at))).toBeGreaterThan(1_000)
    }
  })

  it('makes a request whenever the conversation has grown by the given share, and each request with 0', async () => {
    const made = async (every: number): Promise<number> => {
      let count = 0
      const counts: RetentionStrategy = (task) => (messages) => {
        count++
        return keepsEverything(task)(messages)
      }
      await measure(counts, { seeds: [1], every })
      return count
    }
    expect(await made(0)).toBe(2 * (40 + 60))
    expect(await made(0.25)).toBeLessThan(40)
  })

  it('judges no fact before it was told', async () => {
    for (const { fact, at } of await measure(keepsEverything)) expect(fact.position ?? -1).toBeLessThan(at)
  })

  it('plants nothing in a conversation that comes with its facts', async () => {
    const fact: Fact = {
      id: 'own',
      kind: 'name',
      place: 'user',
      subject: 'pine room',
      question: 'pine room',
      text: 'The pine room is for Odile.',
      parts: ['pine room', 'Odile'],
      position: 0,
    }
    const messages: Message[] = [{ role: 'user', content: fact.text }, ...conversationOf(4).messages]
    const one = { ...conversationOf(4), messages, facts: [fact] }
    const outcomes = await measureRetention(keepsEverything, [one], { ...options, seeds: [1], judged: 1 })
    expect(outcomes.map(({ fact: { id }, verdict }) => [id, verdict])).toEqual([['own', 'kept']])
  })

  it('says which facts a summarizer was given', async () => {
    const summarizes: RetentionStrategy = (task) => async (messages) => {
      const [old, newest] = [messages.slice(0, 40), messages.slice(40)]
      const text = task.summarize(old.map(messageText), 100)
      return { messages: [{ role: 'user', content: text }, ...newest] }
    }
    const outcomes = await measure(summarizes, { summarize: () => 'Things were said.' })
    for (const { fact, summarized, verdict } of outcomes) {
      const isOld = fact.position !== undefined && fact.position < 40
      expect(summarized).toBe(isOld)
      expect(verdict).toBe(isOld ? 'lost' : fact.position === undefined ? 'lost' : 'kept')
    }
  })

  it('returns the same outcomes for the same input', async () => {
    expect(await measure(slidingWindow)).toEqual(await measure(slidingWindow))
  })

  it('refuses invalid options', async () => {
    for (const bad of [{ window: 0 }, { seeds: [] }, { every: 2 }, { judged: 1.5 }, { wording: 'third' }]) {
      await expect(measure(keepsEverything, bad as object)).rejects.toMatchObject({ code: 'OPTION_INVALID' })
    }
  })
})
