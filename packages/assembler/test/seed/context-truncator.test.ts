import { isLamellaError, type Message } from '@lamella/core'
import { charTokenizer } from '@lamella/testkit'
import type { SessionMessage } from '@lamella/wire/messages'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ContextTruncator } from '../../src/seed/context-truncator.ts'
import { MessageTransformer } from '../../src/seed/message-transformer.ts'
import { TokenEstimator } from '../../src/seed/token-estimator.ts'

const estimator = new TokenEstimator({ tokenizer: charTokenizer })
const truncator = new ContextTruncator(estimator, new MessageTransformer())
const strategies = ['simple', 'smart', 'sliding'] as const

const user = (content: string): SessionMessage => ({ type: 'user', content })
const assistant = (content: string): SessionMessage => ({ type: 'assistant', content })
const call = (toolCallId: string): SessionMessage => ({ type: 'tool_call', toolCallId, toolName: 'look', input: {} })
const result = (toolCallId: string, output: string): SessionMessage => {
  return { type: 'tool_result', toolCallId, toolName: 'look', output }
}

/** The text of each message, calls and results by id. */
const said = (messages: readonly Message[]): readonly string[] =>
  messages.map(({ content }) =>
    typeof content === 'string'
      ? content
      : content.map((part) => ('toolCallId' in part ? `${part.type} ${part.toolCallId}` : part.type)).join(),
  )

describe('ContextTruncator', () => {
  it('truncates messages to the space left by the rest of the request', async () => {
    const messages = Array.from({ length: 4_000 }, (_, index) =>
      (index % 2 ? assistant : user)('x'.repeat(196) + index),
    )
    const real = new ContextTruncator(new TokenEstimator({ mode: 'simple' }), new MessageTransformer())
    const { messages: kept, info } = await real.truncate(messages, {
      strategy: 'smart',
      maxTokens: 100_000,
      reserveTokens: 2_000,
      systemPromptTokens: 500,
      toolsTokens: 1_000,
    })
    expect(info.truncated).toBe(true)
    expect(info.removedCount).toBe(4_000 - kept.length)
    expect(info.removedTokens).toBe(info.originalTokens - info.finalTokens)
    expect(info.finalTokens).toBeLessThanOrEqual(96_500)
    // At most one page of ten messages is left free.
    expect(info.finalTokens).toBeGreaterThan(96_500 - 11 * 50)
    expect(info.originalTokens).toBe(await new TokenEstimator().estimateMessages(messages))
  })

  it('simple: removes the oldest messages until it fits', async () => {
    const messages = [user('M1'), assistant('M2'), user('M3'), assistant('M4'), user('M5')]
    const { messages: kept, info } = await truncator.truncate(messages, { strategy: 'simple', maxTokens: 7 })
    expect(said(kept)).toEqual(['M3', 'M4', 'M5'])
    expect(info).toEqual({
      strategy: 'simple',
      truncated: true,
      removedCount: 2,
      shortenedCount: 0,
      removedTokens: 4,
      originalTokens: 10,
      finalTokens: 6,
    })
  })

  it('smart: preserves tool call and result pairs, with the question that they belong to', async () => {
    const messages = [user('M1'), user('Q'), call('a'), result('a', 'found'), assistant('M4')]
    const { messages: kept, info } = await truncator.truncate(messages, { strategy: 'smart', maxTokens: 20 })
    // A request cannot start with a call, so the question precedes it.
    expect(said(kept)).toEqual(['Q', 'tool-call a', 'tool-result a', 'M4'])
    expect(info.removedCount).toBe(1)
  })

  it('sliding: keeps the most recent whole turns', async () => {
    const long = (name: string): string => name.padEnd(300, '.')
    const messages = [
      user(long('M1')),
      assistant(long('M2')),
      assistant(long('M3')),
      user(long('M4')),
      assistant(long('M5')),
    ]
    const options = { strategy: 'sliding', maxTokens: 1_250 } as const
    const names = (kept: readonly Message[]): readonly string[] => said(kept).map((text) => text.slice(0, 2))
    expect(names((await truncator.truncate(messages, options)).messages)).toEqual(['M4', 'M5'])
    // Where `simple` would keep the rest of the older turn.
    const simple = await truncator.truncate(messages, { ...options, strategy: 'simple' })
    expect(names(simple.messages)).toEqual(['M1', 'M3', 'M4', 'M5'])
  })

  it('returns the part that fits, canonical messages as the same objects, and does not change its input', async () => {
    const messages: readonly Message[] = [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'two' },
    ]
    for (const strategy of strategies) {
      const truncated = await truncator.truncate(messages, { strategy, maxTokens: 100 })
      expect(truncated.messages.every((one, index) => one === messages[index])).toBe(true)
      expect(truncated.messages).toHaveLength(2)
      expect(truncated.info).toMatchObject({ truncated: false, removedCount: 0, removedTokens: 0, finalTokens: 6 })
      expect((await truncator.truncate([], { strategy, maxTokens: 1 })).messages).toEqual([])
    }
  })

  it('shortens long results of the newest turn before it drops any part of it, with each strategy', async () => {
    const messages = [user('Q'), call('a'), result('a', 'x'.repeat(6_000)), call('b'), result('b', 'found')]
    const truncate = (strategy: 'simple' | 'smart' | 'sliding') =>
      truncator.truncate(messages, { strategy, maxTokens: 5_000 })
    for (const strategy of strategies) {
      const { messages: kept, info } = await truncate(strategy)
      expect(kept).toHaveLength(5)
      expect(info).toMatchObject({ truncated: true, removedCount: 0, shortenedCount: 1 })
      // No more than necessary: the next longer form, a tenth longer, would not have fitted.
      expect(info.finalTokens).toBeGreaterThan(4_400)
    }
  })

  it('keeps requests valid and its figures correct for generated sessions', async () => {
    const step = fc.oneof(
      fc.integer({ min: 1, max: 30 }).map((size) => [assistant('a'.repeat(size))]),
      fc
        .tuple(fc.constantFrom('a', 'b'), fc.integer({ min: 1, max: 60 }))
        .map(([id, size]) => [call(id), result(id, 'r'.repeat(size))]),
    )
    const turn = fc.array(step, { maxLength: 5 }).map((steps) => [user('question'), ...steps.flat()])
    const sessions = fc.array(turn, { minLength: 1, maxLength: 8 }).map((turns) => turns.flat())
    const sizes = fc.integer({ min: 9, max: 600 })
    await fc.assert(
      fc.asyncProperty(sessions, sizes, fc.constantFrom(...strategies), async (session, maxTokens, strategy) => {
        const before = JSON.stringify(session)
        const options = {
          strategy,
          maxTokens: maxTokens + 30,
          reserveTokens: 10,
          systemPromptTokens: 15,
          toolsTokens: 5,
        }
        const { messages, info } = await truncator.truncate(session, options)
        expect(JSON.stringify(session)).toBe(before)
        expect(messages[0]?.role).toBe('user')
        expect(info.finalTokens).toBeLessThanOrEqual(maxTokens)
        expect(info.finalTokens).toBe(await estimator.estimateMessages(messages))
        expect(info.originalTokens).toBe(await estimator.estimateMessages(session))
        expect(info.removedTokens).toBe(info.originalTokens - info.finalTokens)
        expect(info.removedCount).toBe(session.length - messages.length)
        expect(info.truncated).toBe(info.finalTokens < info.originalTokens)
        // Each result directly follows its call, and each call has one.
        for (const [index, { role, content }] of messages.entries()) {
          if (typeof content === 'string') continue
          const [part] = content
          const other = messages[role === 'tool' ? index - 1 : index + 1]?.content[0]
          expect(part).toMatchObject({ toolCallId: (other as { readonly toolCallId: string }).toolCallId })
        }
        // The kept messages are the session's, in its order, including the newest question.
        const all = session.map((one) => JSON.stringify(new MessageTransformer().transform(one)))
        let at = -1
        for (const one of messages) {
          at = all.indexOf(JSON.stringify(one), at + 1)
          expect(at).toBeGreaterThanOrEqual(0)
        }
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 100) },
    )
  })

  it('reports messages that do not fit', async () => {
    const error = async (promise: Promise<unknown>): Promise<unknown> => promise.catch((thrown: unknown) => thrown)
    const large = await error(truncator.truncate([user('x'.repeat(50))], { strategy: 'simple', maxTokens: 20 }))
    expect(isLamellaError(large, 'CONTEXT_OVERFLOW') && large.details.smallestWindow).toBe(50)
    const taken = {
      strategy: 'simple',
      maxTokens: 100,
      reserveTokens: 40,
      systemPromptTokens: 30,
      toolsTokens: 30,
    } as const
    expect(isLamellaError(await error(truncator.truncate([], taken)), 'OPTION_INVALID')).toBe(true)
    for (const options of [
      { strategy: 'none', maxTokens: 5 },
      { strategy: 'smart' },
      { strategy: 'smart', maxTokens: 0.5 },
    ]) {
      expect(isLamellaError(await error(truncator.truncate([], options as never)), 'OPTION_INVALID')).toBe(true)
    }
    const odd = error(truncator.truncate([{ type: 'other' } as never], { strategy: 'smart', maxTokens: 5 }))
    expect(isLamellaError(await odd, 'WIRE_DECODE')).toBe(true)
  })
})
