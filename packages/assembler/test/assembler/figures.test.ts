import { createContextAssembler } from '@lamella/assembler'
import { defineLayer, type Message } from '@lamella/core'
import { createSessionStore } from '@lamella/store/memory'
import { charTokenizer } from '@lamella/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDigest } from '../runs/instructions-of.ts'
import { assistant, called, executor, now, scope, skillProvider, tool, user } from './support.ts'

const config = { model: 'gpt-4o', tokenizer: charTokenizer } as const

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
  it('add up, whatever the context contains', async () => {
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
          const options = window === undefined ? {} : { window }
          const { metadata, report, system } = await assembler.assemble('s', undefined, {
            ...options,
            message: 'And now?',
          })
          const { systemPrompt, messages: said, tools, framing, total } = metadata.tokenEstimate
          expect(systemPrompt + said + tools + framing).toBe(total)
          expect(total).toBe(report.tokens.total)
          for (const part of [said, tools, framing]) expect(part).toBeGreaterThan(0)
          // A token is a character here, and separators between sections are framing.
          const sections = system.map(({ content }) => content.length)
          expect(systemPrompt).toBe(sections.reduce((sum, length) => sum + length, 0))
        },
      ),
      { numRuns: 80 },
    )
  })

  it('count all missing messages, including those that were never read', async () => {
    for (const truncationStrategy of ['simple', 'smart', 'sliding'] as const) {
      const turns = Array.from({ length: 1_000 }, (_, n) => [user(`question ${n}`), assistant(`answer ${n}`)]).flat()
      const assembler = createContextAssembler(
        { sessionStore: await stored(...turns), scope, now },
        { ...config, truncationStrategy },
      )
      const { metadata, messages, report } = await assembler.assemble('s', undefined, { window: 4_000 })
      expect(report.layers['history']?.omitted[0]?.count).toBeGreaterThan(1_000)
      const { truncationInfo } = metadata
      expect(metadata.truncated).toBe(true)
      expect(truncationInfo?.strategy).toBe(truncationStrategy)
      const shown = messages.filter((one) => !isDigest(one))
      expect((truncationInfo?.removedCount ?? 0) + shown.length).toBe(2_000)
      expect(truncationInfo?.finalTokens).toBe(report.layers['history']?.got)
    }
  })

  it.each([50, 90, 400])('cover all %i messages of a session, whatever the window', async (length) => {
    const messages = Array.from({ length }, (_, n) => (n % 2 ? assistant(`answer ${n}`) : user(`question ${n}`)))
    const sessionStore = await stored(...messages)
    const characters = messages.reduce((sum, { content }) => sum + content.length, 0)
    const readers = [
      createContextAssembler({ sessionStore, scope, now }, config),
      createContextAssembler({ sessionStore: { getMessages: () => messages }, now }, config),
    ]
    for (const assembler of readers) {
      for (const window of [2_250, 2_350, 2_500]) {
        const options = { window, message: 'And now?' }
        const { metadata, messages: kept } = await assembler.assemble('s', undefined, options)
        const { removedCount = 0, removedTokens = 0, originalTokens, finalTokens = 0 } = metadata.truncationInfo ?? {}
        expect(removedCount).toBe(length + 1 - kept.length)
        // A character is a token, and each message adds 4.
        expect(originalTokens).toBe(characters + 4 * length)
        expect(removedTokens).toBe(characters + 4 * length - finalTokens)
        expect(removedTokens).toBeGreaterThan(8 * removedCount)
      }
    }
  })

  it('are estimates, equal for all windows, for a session that is too long to read', async () => {
    const turns = Array.from({ length: 600 }, (_, n) => [user(`question ${n + 1_000}`), assistant('yes')]).flat()
    const assembler = createContextAssembler({ sessionStore: await stored(...turns), scope, now }, config)
    const originals = new Set<number | undefined>()
    for (const window of [2_300, 2_800, 6_000]) {
      const { metadata } = await assembler.assemble('s', undefined, { window })
      originals.add(metadata.truncationInfo?.originalTokens)
    }
    expect(originals.size).toBe(1)
    const real = turns.reduce((sum, { content }) => sum + content.length + 4, 0)
    expect(Math.abs(([...originals][0] ?? 0) / real - 1)).toBeLessThan(0.03)
  })

  it('suggest compaction before the history is cut', async () => {
    // Over 0.8 of 8,000 minus the reserve of 2,000, and under 0.8 of the window.
    const turns = Array.from({ length: 25 }, (_, n) => [
      user(`${n} ${'x'.repeat(90)}`),
      assistant('y'.repeat(90)),
    ]).flat()
    const assembler = createContextAssembler({ sessionStore: await stored(...turns), scope, now }, config)
    const { metadata } = await assembler.assemble('s', undefined, { window: 8_000 })
    expect(metadata).toMatchObject({ truncated: false, shouldCompact: true, compactionReason: 'token_limit' })
    const check = await assembler.checkCompaction('s', { window: 8_000 })
    expect(check.threshold).toBe(4_800)
    expect(check.currentTokens).toBeLessThan(6_000)
  })

  it('name the tools excluded by a sandbox or missing permissions', async () => {
    const toolExecutor = executor(
      tool('safe', { sandbox: true }),
      tool('shell'),
      tool('web', { sandbox: true, permissions: ['net'] }),
    )
    const assembler = createContextAssembler(
      { sessionStore: await stored(user('Hello')), scope, toolExecutor, now },
      config,
    )
    const options = { sandboxMode: true, permissions: ['fs.*'] }
    const { metadata, tools } = await assembler.assemble('s', undefined, options)
    expect(tools.map(({ name }) => name)).toEqual(['safe'])
    expect(metadata.notices).toMatchObject([
      { code: 'TOOL_SANDBOXED', what: expect.stringContaining('shell') },
      { code: 'TOOL_NOT_PERMITTED', what: expect.stringContaining('web (net)') },
    ])
  })

  it('suggest compaction of a session that is too long to read, whatever its counts', async () => {
    const long = await stored(
      ...Array.from({ length: 90 }, (_, n) => [user(`${n} ${'word '.repeat(300)}`), assistant('Yes')]).flat(),
    )
    for (const threshold of [0.8, 0.99]) {
      const assembler = createContextAssembler(
        { sessionStore: long, scope, now },
        { ...config, compaction: { threshold, messageThreshold: 1_000 } },
      )
      const { metadata } = await assembler.assemble('s', undefined, { window: 5_000 })
      expect(metadata).toMatchObject({ truncated: true, shouldCompact: true, compactionReason: 'token_limit' })
      const check = await assembler.checkCompaction('s', { window: 5_000 })
      expect(check).toMatchObject({ needed: true, reason: 'token_limit', messageCount: 180 })
      expect(check.currentTokens).toBeGreaterThan(check.threshold)
    }
  })
})

describe('an unusual session', () => {
  const assemble = async (messages: readonly Message[], options: object = {}) => {
    const assembler = createContextAssembler({ sessionStore: await stored(...messages), scope, now }, config)
    return assembler.assemble('s', undefined, options)
  }
  const codes = ({ metadata }: Awaited<ReturnType<typeof assemble>>): readonly string[] =>
    metadata.notices.map(({ code }) => code)

  it('has no messages, but a notice, if it is empty', async () => {
    const made = await assemble([])
    expect(made.messages).toEqual([])
    expect(codes(made)).toEqual(['SESSION_EMPTY'])
    const asked = await assemble([], { message: 'Hello' })
    expect(asked.messages).toEqual([user('Hello')])
    expect(codes(asked)).toEqual([])
  })

  it('is shown unchanged with only system messages or only answers', async () => {
    for (const messages of [[{ role: 'system', content: 'Be kind.' }], [assistant('Hello')]] as readonly Message[][]) {
      const made = await assemble(messages)
      expect(made.messages).toEqual(messages)
      expect(codes(made)).toEqual([])
    }
  })

  it('keeps two consecutive user messages and answers the last', async () => {
    const made = await assemble([user('Hello'), user('Are you there?')])
    expect(made.messages).toEqual([user('Hello'), user('Are you there?')])
    expect(made.report.layers['message']?.kept).toBe(1)
  })

  it('remains usable if it ends with an empty message', async () => {
    for (const content of ['', []] as const) {
      const messages: Message[] = [user('Hello'), assistant('Hi!'), { role: 'user', content: content as '' }]
      expect((await assemble(messages)).messages).toEqual(messages)
    }
  })

  it('has no new message if it ends with a summary, which is shown', async () => {
    const turns = Array.from({ length: 30 }, (_, n) => [
      user(`question ${n} ${'word '.repeat(20)}`),
      assistant('Yes'),
    ]).flat()
    const sessionStore = await stored(...turns)
    const assembler = createContextAssembler(
      { sessionStore, scope, summarize: () => 'They spoke.', now },
      { ...config, compaction: { keepRecent: 0 } },
    )
    expect(await assembler.compact('s')).toMatchObject({ compacted: true })
    const { messages, report } = await assembler.assemble('s')
    expect(JSON.stringify(messages)).toContain('They spoke.')
    expect(report.layers['message']?.kept).toBe(0)
    expect(messages.length).toBeLessThan(10)
  })

  it('keeps provider-specific options of its newest message', async () => {
    const newest: Message = {
      role: 'user',
      content: [{ type: 'image', image: 'aGVsbG8=', mediaType: 'image/png' }],
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    }
    expect((await assemble([newest])).messages).toEqual([newest])
  })
})
