import { createContextAssembler, type TruncationStrategy } from '@lamella/assembler'
import { isLamellaError, type Message } from '@lamella/core'
import { createSessionStore } from '@lamella/store/memory'
import { charTokenizer } from '@lamella/testkit'
import { toAnthropic } from '@lamella/wire/anthropic'
import { toGemini } from '@lamella/wire/gemini'
import { toOpenAIChat } from '@lamella/wire/openai-chat'
import { toOpenAIResponses } from '@lamella/wire/openai-responses'
import { validate } from '@lamella/wire/validate'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assistant, called, executor, now, scope, skillProvider, tool, user } from './support.ts'

const text = fc.string({ minLength: 1, maxLength: 60 }).filter((one) => one.trim() !== '')
const turn: fc.Arbitrary<readonly Message[]> = fc
  .tuple(text, fc.array(fc.tuple(fc.uuid(), text), { maxLength: 3 }), fc.option(text))
  .map(([question, calls, answer]) => [
    user(question),
    ...calls.flatMap(([id, value]) => called(id, value)),
    ...(answer === null ? [] : [assistant(answer)]),
  ])
const sessions = fc.array(turn, { minLength: 1, maxLength: 12 }).map((turns) => turns.flat())
const strategies: readonly TruncationStrategy[] = ['simple', 'smart', 'sliding']

describe('every window and strategy', () => {
  it('returns a request that fits, suits all four formats and has the newest question, or reports a sufficient window', async () => {
    let truncated = 0
    await fc.assert(
      fc.asyncProperty(
        sessions,
        fc.constantFrom(...strategies),
        fc.constantFrom('classic' as const, 'cache' as const),
        fc.integer({ min: 700, max: 3_000 }),
        async (messages, truncationStrategy, arrange, window) => {
          const sessionStore = createSessionStore()
          await sessionStore.append(scope, 's', messages)
          const assembler = createContextAssembler(
            { sessionStore, scope, skillProvider, toolExecutor: executor(tool('look')), now },
            { model: 'gpt-4o', truncationStrategy, arrange, tokenizer: charTokenizer },
          )
          let made: Awaited<ReturnType<typeof assembler.assemble>>
          try {
            made = await assembler.assemble('s', undefined, { window, reserve: 50 })
          } catch (error) {
            if (!isLamellaError(error, 'CONTEXT_OVERFLOW')) throw error
            expect(error.details.smallestWindow).toBeGreaterThan(window)
            return
          }
          const { metadata, report, parameters } = made
          expect(report.tokens.total + 50).toBeLessThanOrEqual(window)
          expect((parameters.maxOutputTokens ?? 0) + report.tokens.total).toBeLessThanOrEqual(window)
          const newest = messages.findLast(({ role }) => role === 'user')
          expect(made.messages).toContainEqual(newest)
          expect(made.messages[0]?.role).toBe('user')
          const { truncationInfo } = metadata
          if (truncationInfo) {
            truncated++
            expect(truncationInfo.strategy).toBe(truncationStrategy)
            expect(truncationInfo.originalTokens - truncationInfo.finalTokens).toBe(truncationInfo.removedTokens)
          }
          const requests = {
            'openai-chat': toOpenAIChat(made, { model: 'gpt-4o' }),
            'openai-responses': toOpenAIResponses(made, { model: 'gpt-4o' }),
            anthropic: toAnthropic(made, { model: 'claude-sonnet-4-5' }),
            gemini: toGemini(made),
          } as const
          const { max_tokens: limit } = requests.anthropic
          expect(limit + report.tokens.total).toBeLessThanOrEqual(window)
          for (const [format, request] of Object.entries(requests)) {
            const errors = validate(format as keyof typeof requests, request).filter(({ level }) => level === 'error')
            expect(errors, format).toEqual([])
          }
        },
      ),
      { numRuns: 150 },
    )
    expect(truncated).toBeGreaterThan(10)
  })

  it('lowers the default answer length to the free space, and reports it', async () => {
    const sessionStore = { getMessages: () => [user('word '.repeat(500))] }
    const assembler = createContextAssembler(
      { sessionStore, now },
      { model: 'gpt-4o', tokenizer: charTokenizer, maxOutputTokens: 4_000 },
    )
    const options = { window: 5_000, reserve: 500 }
    const { parameters, metadata, report } = await assembler.assemble('s', undefined, options)
    expect(parameters.maxOutputTokens).toBe(5_000 - report.tokens.total)
    expect(metadata.parameters.maxOutputTokens).toBe(parameters.maxOutputTokens)
    expect(metadata.notices).toContainEqual(expect.objectContaining({ code: 'MAX_TOKENS_LOWERED' }))
  })

  it.each(['request', 'session', 'agent'] as const)('reserves what the %s allows for the answer', async (layer) => {
    const limit = { maxOutputTokens: 3_000 }
    const turns = Array.from({ length: 200 }, (_, n) => [user(`question ${n}`), assistant(`answer ${n}`)]).flat()
    const assembler = createContextAssembler(
      {
        sessionStore: { getMessages: () => turns, getMetadata: () => (layer === 'session' ? { defaults: limit } : {}) },
        ...(layer === 'agent' && { getAgentMetadata: () => ({ defaults: limit }) }),
        now,
      },
      { model: 'gpt-4o', tokenizer: charTokenizer },
    )
    const options = { window: 5_000, ...(layer === 'request' && limit) }
    const { parameters, report, metadata } = await assembler.assemble('s', 'a', options)
    expect([parameters.maxOutputTokens, report.tokens.reserve]).toEqual([3_000, 3_000])
    expect(report.tokens.total).toBeLessThanOrEqual(2_000)
    expect(metadata.notices).toEqual([])
    const none = assembler.assemble('s', 'a', { window: 5_000, maxOutputTokens: 5_000 })
    await expect(none).rejects.toMatchObject({ code: 'BUDGET_INVALID' })
  })

  it('reserves a thinking budget in addition to the reserve', async () => {
    const turns = Array.from({ length: 900 }, (_, n) => [user(`question ${n}`), assistant(`answer ${n}`)]).flat()
    const sessionStore = { getMessages: () => turns }
    const assembler = createContextAssembler(
      { sessionStore, now },
      { model: 'claude-sonnet-4-5', tokenizer: charTokenizer },
    )
    const options = { window: 12_000, thinkingBudget: 6_000, message: 'And now?' }
    const context = await assembler.assemble('s', undefined, options)
    const { report } = context
    expect(report.tokens.reserve).toBe(8_000)
    const request = toAnthropic(context)
    expect(request.thinking).toMatchObject({ budget_tokens: 6_000 })
    expect(request.max_tokens).toBeGreaterThanOrEqual(8_000)
    expect(report.tokens.total + request.max_tokens).toBeLessThanOrEqual(12_000)
  })

  it('requires the window of an unknown model', async () => {
    const sessionStore = { getMessages: () => [user('Hello')] }
    const assembler = createContextAssembler({ sessionStore, now }, { model: 'my-own-model' })
    await expect(assembler.assemble('s')).rejects.toMatchObject({ code: 'MODEL_UNKNOWN' })
    const { report } = await assembler.assemble('s', undefined, { window: 10_000 })
    expect(report.tokens.window).toBe(10_000)
  })
})
