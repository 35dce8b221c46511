import { createContextAssembler } from '@lamella/assembler'
import { createSessionStore, defineLayer, type Message } from '@lamella/core'
import { charTokenizer } from '@lamella/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assistant, called, executor, now, scope, skillProvider, tool, user } from './support.ts'

const config = { defaultModel: 'gpt-4o', tokenizer: charTokenizer } as const

async function stored(...messages: readonly Message[]) {
  const sessionStore = createSessionStore()
  if (messages.length > 0) await sessionStore.append(scope, 's', messages)
  return sessionStore
}

const text = fc.string({ minLength: 1, maxLength: 80 })
const sessions = fc
  .array(
    fc
      .tuple(text, fc.array(fc.tuple(fc.uuid(), text), { maxLength: 2 }), text)
      .map(([question, calls, answer]) => [
        user(question),
        ...calls.flatMap(([id, value]) => called(id, value)),
        assistant(answer),
      ]),
    { maxLength: 8 },
  )
  .map((turns) => turns.flat())

describe('the figures of a context', () => {
  it('add up, whatever is in it', async () => {
    await fc.assert(
      fc.asyncProperty(
        sessions,
        fc.constantFrom('classic' as const, 'cache' as const),
        fc.constantFrom('simple' as const, 'smart' as const, 'sliding' as const),
        fc.option(fc.integer({ min: 2_500, max: 6_000 }), { nil: undefined }),
        fc.boolean(),
        async (messages, arrange, truncationStrategy, window, own) => {
          const layers = own
            ? [
                defineLayer('own', { stability: 'turn', load: () => 'changes' }),
                defineLayer('said', { placement: 'messages', order: 1_250, load: () => 'by the way' }),
              ]
            : []
          const assembler = createContextAssembler(
            {
              sessionStore: await stored(...messages),
              scope,
              layers,
              skillProvider,
              toolExecutor: executor(tool('a')),
              now,
            },
            { ...config, arrange, truncationStrategy, generateToolsSummary: own },
          )
          const options = window === undefined ? {} : { maxContextTokens: window }
          const { metadata, report, context } = await assembler.assemble('s', undefined, {
            ...options,
            message: 'And now?',
          })
          const { systemPrompt, messages: said, tools, framing, total } = metadata.tokenEstimate
          expect(systemPrompt + said + tools + framing).toBe(total)
          expect(total).toBe(report.tokens.total)
          for (const part of [said, tools, framing]) expect(part).toBeGreaterThan(0)
          // A token is a character here, and what stands between sections is framing.
          const sections = context.system.map(({ content }) => content.length)
          expect(systemPrompt).toBe(sections.reduce((sum, length) => sum + length, 0))
        },
      ),
      { numRuns: 80 },
    )
  })

  it('tell how many messages are gone, those that were never read included', async () => {
    for (const truncationStrategy of ['simple', 'smart', 'sliding'] as const) {
      const turns = Array.from({ length: 1_000 }, (_, n) => [user(`question ${n}`), assistant(`answer ${n}`)]).flat()
      const assembler = createContextAssembler(
        { sessionStore: await stored(...turns), scope, now },
        { ...config, truncationStrategy },
      )
      const { metadata, messages, report } = await assembler.assemble('s', undefined, { maxContextTokens: 4_000 })
      expect(report.layers['history']?.omitted[0]?.count).toBeGreaterThan(1_000)
      const { truncationInfo } = metadata
      expect(metadata.truncated).toBe(true)
      expect(truncationInfo?.strategy).toBe(truncationStrategy)
      expect((truncationInfo?.removedCount ?? 0) + messages.length).toBe(2_000)
      expect(truncationInfo?.finalTokens).toBe(report.layers['history']?.got)
    }
  })

  it('ask for compaction of a session that is so long that it is not read, whatever its count', async () => {
    const long = await stored(
      ...Array.from({ length: 90 }, (_, n) => [user(`${n} ${'word '.repeat(300)}`), assistant('Yes')]).flat(),
    )
    for (const compactionThreshold of [0.8, 0.99]) {
      const assembler = createContextAssembler(
        { sessionStore: long, scope, now },
        { ...config, compactionThreshold, compactionMessageThreshold: 1_000 },
      )
      const { metadata } = await assembler.assemble('s', undefined, { maxContextTokens: 5_000 })
      expect(metadata).toMatchObject({ truncated: true, shouldCompact: true, compactionReason: 'token_limit' })
      const check = await assembler.checkCompaction('s', { maxContextTokens: 5_000 })
      expect(check).toMatchObject({ needed: true, reason: 'token_limit', messageCount: 180 })
      expect(check.currentTokens).toBeGreaterThan(check.threshold)
    }
  })
})

describe('an odd session', () => {
  const assemble = async (messages: readonly Message[], options: object = {}) => {
    const assembler = createContextAssembler({ sessionStore: await stored(...messages), scope, now }, config)
    return assembler.assemble('s', undefined, options)
  }
  const codes = ({ metadata }: Awaited<ReturnType<typeof assemble>>): readonly string[] =>
    metadata.notices.map(({ code }) => code)

  it('of nothing gives no messages, and a notice', async () => {
    const made = await assemble([])
    expect(made.messages).toEqual([])
    expect(codes(made)).toEqual(['SESSION_EMPTY'])
    const asked = await assemble([], { message: 'Hello' })
    expect(asked.messages).toEqual([user('Hello')])
    expect(codes(asked)).toEqual([])
  })

  it('of system messages, or of answers alone, is shown as it is', async () => {
    for (const messages of [[{ role: 'system', content: 'Be kind.' }], [assistant('Hello')]] as readonly Message[][]) {
      const made = await assemble(messages)
      expect(made.messages).toEqual(messages)
      expect(codes(made)).toEqual([])
    }
  })

  it('with two messages of the user in a row is answered in its last, and both are there', async () => {
    const made = await assemble([user('Hello'), user('Are you there?')])
    expect(made.messages).toEqual([user('Hello'), user('Are you there?')])
    expect(made.report.layers['message']?.kept).toBe(1)
  })

  it('that ends with an empty message can still be used', async () => {
    for (const content of ['', []] as const) {
      const messages: Message[] = [user('Hello'), assistant('Hi!'), { role: 'user', content: content as '' }]
      expect((await assemble(messages)).messages).toEqual(messages)
    }
  })

  it('that ends with a summary has nothing new in it, and the summary is shown', async () => {
    const turns = Array.from({ length: 30 }, (_, n) => [
      user(`question ${n} ${'word '.repeat(20)}`),
      assistant('Yes'),
    ]).flat()
    const sessionStore = await stored(...turns)
    const assembler = createContextAssembler(
      { sessionStore, scope, summarize: () => 'They spoke.', now },
      { ...config, compactionKeepRecent: 0 },
    )
    expect(await assembler.compact('s')).toMatchObject({ compacted: true })
    const { messages, report } = await assembler.assemble('s')
    expect(JSON.stringify(messages)).toContain('They spoke.')
    expect(report.layers['message']?.kept).toBe(0)
    expect(messages.length).toBeLessThan(10)
  })

  it('with what providers alone understand in its newest message keeps it', async () => {
    const newest: Message = {
      role: 'user',
      content: [{ type: 'image', image: 'aGVsbG8=', mediaType: 'image/png' }],
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    }
    expect((await assemble([newest])).messages).toEqual([newest])
  })
})
