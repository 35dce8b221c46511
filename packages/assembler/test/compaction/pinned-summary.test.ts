import { type ContextAssemblerConfig, createContextAssembler } from '@lamella/assembler'
import {
  ContextTruncator,
  MessageTransformer,
  createContextAssembler as seedAssembler,
  TokenEstimator,
} from '@lamella/assembler/seed'
import { batchByTurn, compressMessages } from '@lamella/compaction'
import { createContext, type Message } from '@lamella/core'
import { summaryMessage } from '@lamella/core/plugin'
import { history, message, trimMessages } from '@lamella/layers'
import { createSessionStore } from '@lamella/store/memory'
import { charTokenizer } from '@lamella/testkit'
import { toAnthropic } from '@lamella/wire/anthropic'
import { validate } from '@lamella/wire/validate'
import { describe, expect, it } from 'vitest'
import { scope } from '../assembler/support.ts'

const said = 'They agreed on the price of 4,130 francs.'
const turn = (number: number): readonly Message[] => [
  { role: 'user', content: `Question ${number}: ${'why '.repeat(40)}` },
  { role: 'assistant', content: `Answer ${number}: ${'because '.repeat(20)}` },
]
const turns = (count: number): readonly Message[] => Array.from({ length: count }, (_, number) => turn(number)).flat()
const ask: Message = { role: 'user', content: 'And now?' }
const session = [...turns(60), ask]
const summary = summaryMessage({ start: 0, end: 40, text: said })
const shown = [summary, ...session.slice(40)]
/** As a custom store has it: the record replaces everything before it. */
const records = [{ type: 'compaction' as const, content: said }, ...session.slice(40)]
const options = { model: 'any', window: 4_000 } as const
const config = (more: ContextAssemblerConfig = {}): ContextAssemblerConfig => ({
  tokenizer: charTokenizer,
  reserve: 200,
  includeDatetime: false,
  ...more,
})

/** Every door through which a session with a summary comes to a request that has no room for all of it. */
const doors: Readonly<Record<string, () => Promise<readonly Message[]>>> = {
  ...Object.fromEntries(
    (['run', 'classic', 'cache'] as const).flatMap((arrange) =>
      (['smart', 'simple', 'sliding'] as const).map((truncationStrategy) => [
        `assemble with a store, ${arrange}, ${truncationStrategy}`,
        async () => {
          const sessionStore = createSessionStore()
          await sessionStore.append(scope, 's', session)
          await sessionStore.compactions.add(scope, 's', { start: 0, end: 40, text: said })
          const sections = [{ name: 'motto', content: 'Be kind. '.repeat(40), order: 50, priority: 95 }]
          const given = config({ arrange, truncationStrategy, sections })
          const assembler = createContextAssembler({ sessionStore, scope }, given)
          return (await assembler.assemble('s', undefined, options)).messages
        },
      ]),
    ),
  ),
  'a run that is cut for room': async () => {
    const sessionStore = createSessionStore()
    const assembler = createContextAssembler({ sessionStore, scope }, config())
    await sessionStore.append(scope, 's', session.slice(0, 44))
    await sessionStore.compactions.add(scope, 's', { start: 0, end: 40, text: said })
    let cuts = 0
    let messages: readonly Message[] = []
    for (let number = 30; cuts < 3; number++) {
      await sessionStore.append(scope, 's', turn(number).slice(0, 1))
      const context = await assembler.assemble('s', undefined, options)
      if (context.report.run?.cut?.reason === 'window') cuts++
      messages = context.messages
      expect(JSON.stringify(messages)).toContain(said)
      await sessionStore.append(scope, 's', turn(number).slice(1))
    }
    return messages
  },
  'assemble with a reader of messages': async () => {
    const assembler = createContextAssembler({ sessionStore: { getMessages: () => shown } }, config())
    return (await assembler.assemble('s', undefined, options)).messages
  },
  'assemble with a reader of records': async () => {
    const assembler = createContextAssembler({ sessionStore: { getMessages: () => records } }, config())
    return (await assembler.assemble('s', undefined, options)).messages
  },
  'the assembler of the page, with records': async () => {
    const assembler = seedAssembler(
      { sessionStore: { getMessages: async () => records } },
      { tokenizer: charTokenizer, includeDatetime: false },
    )
    const context = await assembler.assemble('s', undefined, {
      modelId: 'any',
      maxContextTokens: 4_000,
      reserveTokens: 200,
    })
    return context.messages
  },
  'the truncator of the page, with records': async () => {
    const truncator = new ContextTruncator(new TokenEstimator(), new MessageTransformer())
    return (await truncator.truncate(records, { strategy: 'smart', maxTokens: 1_000 })).messages
  },
  'a build with messages': async () => {
    const builder = createContext().tokenizer(charTokenizer).budget({ window: 4_000, reserve: 200 })
    return (await builder.use([history(), message()]).build({ scope, session: shown })).messages
  },
  'a build with a limit of messages': async () => {
    const builder = createContext().tokenizer(charTokenizer).budget({ window: 4_000, reserve: 200 })
    return (await builder.use([history({ maxMessages: 6 }), message()]).build({ scope, session: shown })).messages
  },
  trimMessages: async () => trimMessages(shown, { window: 3_800, count: ({ content }) => content.length }).messages,
  'compressMessages that truncates': async () =>
    (await compressMessages(batchByTurn(shown), { type: 'truncate', keepRecent: 4 })).messages,
}

describe('a summary of older messages', () => {
  it.each(Object.entries(doors))('stays while messages after it are dropped: %s', async (_, open) => {
    const messages = await open()
    const contents = messages.map(({ content }) => String(content))
    expect(contents.some((content) => content.includes(said))).toBe(true)
    expect(contents.some((content) => content.startsWith('Question 20:'))).toBe(false)
    const request = toAnthropic(
      { system: [], messages, tools: [] },
      { model: 'claude-sonnet-4-5', maxOutputTokens: 100 },
    )
    expect(validate('anthropic', request).filter(({ level }) => level === 'error')).toEqual([])
  })

  it.each<[string, readonly unknown[]]>([
    ['messages', [{ ...summary, content: `${said} ${'x'.repeat(4_000)}` }, ...session.slice(40)]],
    ['records', [{ type: 'compaction', content: `${said} ${'x'.repeat(4_000)}` }, ...session.slice(40)]],
  ])('that does not fit is an error, not lost, among %s of a reader', async (_, messages) => {
    const assembler = createContextAssembler({ sessionStore: { getMessages: () => messages as Message[] } }, config())
    await expect(assembler.assemble('s', undefined, options)).rejects.toMatchObject({ code: 'CONTEXT_OVERFLOW' })
  })

  it('gives way once a newer one covers it, and not before', async () => {
    const builder = createContext()
      .tokenizer(charTokenizer)
      .budget({ window: 4_000, reserve: 200 })
      .use([history(), message()])
    const later = (start: number): Message => summaryMessage({ start, end: 80, text: 'Later they signed.' })
    for (const [start, isKept] of [
      [0, false],
      [40, true],
    ] as const) {
      const messages = [summary, ...session.slice(40, 80), later(start), ...session.slice(80)]
      const texts = (await builder.build({ scope, session: messages })).messages.map(({ content }) => String(content))
      expect(texts.some((text) => text.includes('Later they signed.'))).toBe(true)
      expect(texts.some((text) => text.includes(said))).toBe(isKept)
    }
    const two = [{ type: 'compaction' as const, content: 'Outdated.' }, ...session.slice(0, 20), ...records]
    const assembler = createContextAssembler({ sessionStore: { getMessages: () => two } }, config())
    const { messages } = await assembler.assemble('s', undefined, options)
    const texts = JSON.stringify(messages)
    expect([texts.includes(said), texts.includes('Outdated.')]).toEqual([true, false])
  })
})
