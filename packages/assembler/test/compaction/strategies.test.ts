import { createContextAssembler } from '@lamella/assembler'
import { type CompactSessionRequest, compactSession, summaryStrategy } from '@lamella/compaction'
import type { CompactionAnswer, CompactionRequest, CompactionStrategy, NewCompaction } from '@lamella/core/plugin'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { behaviours, cause, expectIntact, plain, scope, shown } from '../../../compaction/test/session/support.ts'
import { executor, now, tool } from '../assembler/support.ts'

/** A strategy that notes what it was asked. */
function strategy(
  name: string,
  answer: (request: CompactionRequest) => unknown,
  more: Partial<CompactionStrategy> = {},
): CompactionStrategy & { readonly asked: CompactionRequest[] } {
  const asked: CompactionRequest[] = []
  const compact = async (request: CompactionRequest): Promise<CompactionAnswer> => {
    asked.push(request)
    return answer(request) as Promise<CompactionAnswer>
  }
  return { name, asked, compact, ...more }
}

const good = strategy('good', () => ({ text: 'They spoke.' }))
const native = { format: 'anthropic', content: { type: 'compaction', encrypted: 'c2ln' } }

async function stored(): Promise<ReturnType<typeof createSessionStore>> {
  const store = createSessionStore()
  await store.append(scope, 's', plain(10))
  return store
}

const compact = async (
  compaction: readonly CompactionStrategy[],
  more: Partial<CompactSessionRequest> = {},
): ReturnType<typeof compactSession> =>
  compactSession({ store: await stored(), scope, session: 's', keepRecent: 4, compaction, ...more })

describe('compaction by several strategies', () => {
  it.each<[string, (request: CompactionRequest) => unknown, string]>([
    ['throws', behaviours.throws, 'threw'],
    ['rejects', behaviours.rejects, 'threw'],
    ['hangs', behaviours.hangs, 'timeout'],
    ['returns nothing', () => undefined, 'invalid'],
    ['returns a text alone', () => 'They spoke.', 'invalid'],
    ['returns a number as its text', () => ({ text: 42 }), 'invalid'],
    ['returns no text', () => ({ text: '' }), 'empty'],
    ['returns white space', () => ({ text: ' \n\u2028' }), 'empty'],
    ['returns too much', ({ maxOutputTokens }) => ({ text: 'word '.repeat(2 * maxOutputTokens) }), 'too-long'],
    ['returns a native summary without a format', () => ({ text: 'They spoke.', native: { content: {} } }), 'invalid'],
    ['returns what JSON changes', () => ({ text: 'x', native: { ...native, content: [new Date()] } }), 'invalid'],
    ['returns a cycle', () => ({ text: 'x', native: { ...native, content: cyclic() } }), 'invalid'],
    ['returns 5 MB', () => ({ text: 'x', native: { ...native, content: 'x'.repeat(5e6) } }), 'invalid'],
  ])('falls back to the next one if one %s, and says why', async (_, answer, reason) => {
    const result = await compact([strategy('first', answer), good], { timeout: 50 })
    expect(result).toMatchObject({ compacted: true, strategy: 'good', failed: [] })
    expect(result.tried).toMatchObject([{ name: 'first', reason, ...(reason === 'threw' && { cause }) }])
    if (reason === 'timeout') expect(String(result.tried[0]?.cause)).toContain('longer than 50 ms')
  })

  it('skips those that do not support the model, and asks no more than needed', async () => {
    const other = strategy('other', () => expect.unreachable(), { supports: (model) => model === 'claude' })
    const late = strategy('late', () => expect.unreachable())
    const result = await compact([other, good, late], { model: 'gpt' })
    expect(result).toMatchObject({ strategy: 'good', tried: [{ name: 'other', reason: 'unsupported' }] })
    expect(good.asked.at(-1)?.model).toBe('gpt')
  })

  it('has the summarizer as the last one, in chunks, each with its own time', async () => {
    const slow = async ({ text }: { readonly text: string }): Promise<string> => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return `${text.length}`
    }
    const failing = strategy('failing', behaviours.throws)
    const more = { summarize: slow, timeout: 60, window: 1_000 }
    const result = await compact([failing], more)
    expect(result).toMatchObject({ strategy: 'summarize', tried: [{ name: 'failing', reason: 'threw' }] })
    const named = await compact([summaryStrategy(slow, { name: 'own', window: 400, timeout: 60 })], { timeout: 1 })
    expect(named).toMatchObject({ strategy: 'own', tried: [] })
  })

  it('changes nothing if all of them fail', async () => {
    const store = await stored()
    const result = await compact([strategy('a', behaviours.throws), strategy('b', () => ({ text: '' }))], { store })
    expect(result).toMatchObject({
      compacted: false,
      why: 'The summarizer returned no text.',
      failed: [{ start: 0, end: 16, reason: 'empty' }],
      tried: [
        { name: 'a', reason: 'threw', cause },
        { name: 'b', reason: 'empty' },
      ],
    })
    expect(result.strategy).toBeUndefined()
    expect(await shown(store, 's')).toEqual(plain(10))
    await expectIntact(store, 's', plain(10))
  })

  it('gives each its own copies, and the text of the summary that they begin with', async () => {
    const store = await stored()
    await compact([good], { store })
    await store.append(scope, 's', plain(8, 50))
    const vandal = strategy('vandal', ({ messages, context }) => {
      for (const list of [messages, context.messages] as unknown[][]) list.splice(0, list.length, 'gone')
      throw cause
    })
    const asked = good.asked.length
    await compact([vandal, good], { store })
    const request = good.asked[asked]
    expect(request?.previous).toBe('They spoke.')
    expect(request?.messages.map(({ content }) => String(content))[0]).toMatch(/^\[Summary of messages 1 to 16 /)
    expect(request?.context).toEqual({ system: [], messages: request?.messages })
    await expectIntact(store, 's', [...plain(10), ...plain(8, 50)])
  })

  it('gives the store the native form beside the text', async () => {
    const store = await stored()
    const kept: NewCompaction[] = []
    const noting = {
      ...store,
      compactions: {
        ...store.compactions,
        add: (...given: Parameters<typeof store.compactions.add>) => {
          kept.push(given[2])
          return store.compactions.add(...given)
        },
      },
    }
    await compact([strategy('native', () => ({ text: 'They spoke.', native }))], { store: noting })
    expect(kept).toEqual([{ start: 0, end: 16, text: 'They spoke.', native }])
  })
})

describe('a summary that only its provider can read', () => {
  const opaque = { format: 'openai-responses', content: [{ encrypted_content: 'c2ln' }], opaque: true }
  const sessionWith = async (): Promise<ReturnType<typeof createSessionStore>> => {
    const store = await stored()
    await store.compactions.add(scope, 's', { start: 0, end: 10, text: 'Only OpenAI can read this.', native: opaque })
    return store
  }
  const provider = strategy('provider', () => ({ text: 'Only OpenAI can read this.', native: opaque }))

  it('is continued by its provider', async () => {
    const store = await sessionWith()
    const result = await compact([provider], { store, summarize: () => expect.unreachable() })
    expect(result).toMatchObject({ compacted: true, strategy: 'provider', replaced: [{ start: 0, end: 16 }] })
    expect(provider.asked.at(-1)?.messages).toHaveLength(7)
  })

  it('is replaced by one of the messages themselves, if others have to write it', async () => {
    const store = await sessionWith()
    const result = await compact([strategy('failing', behaviours.throws), good], { store })
    expect(result).toMatchObject({ compacted: true, strategy: 'good', replaced: [{ start: 0, end: 16 }] })
    expect(result.tried.map(({ name, reason }) => [name, reason])).toEqual([
      ['failing', 'threw'],
      ['good', 'unreadable'],
      ['failing', 'threw'],
    ])
    expect(good.asked.at(-1)?.messages).toEqual(plain(8))
    let seen = ''
    const other = await sessionWith()
    const summarize = ({ text }: { readonly text: string }): string => {
      seen += text
      return 'They spoke.'
    }
    expect(await compact([], { store: other, summarize })).toMatchObject({ strategy: 'summarize' })
    for (let number = 0; number < 8; number++) expect(seen).toContain(`Question ${number} `)
    expect(seen).not.toContain('OpenAI')
  })

  it('is not summarized again without need', async () => {
    const store = await sessionWith()
    const result = await compact([provider], { store, keepRecent: 10 })
    expect(result).toMatchObject({ compacted: false, tried: [] })
  })

  it('is not shown to a model that cannot read it', async () => {
    const sessionStore = await sessionWith()
    const assembler = createContextAssembler({ sessionStore, scope, now }, {})
    const contents = async (model: string): Promise<string> =>
      JSON.stringify((await assembler.assemble('s', undefined, { model })).messages)
    expect(await contents('gpt-5')).toContain('Only OpenAI can read this.')
    const claude = await contents('claude-sonnet-4-5')
    expect(claude).not.toContain('Only OpenAI can read this.')
    expect(claude).toContain('Question 0 ')
  })
})

describe('compaction by an assembler with strategies', () => {
  it('asks them with what was last sent, up to the turns that are kept', async () => {
    const sessionStore = createSessionStore()
    const asking = strategy('asking', () => ({ text: 'They spoke.' }))
    const assembler = createContextAssembler(
      { sessionStore, scope, toolExecutor: executor(tool('look')), compaction: [asking], now },
      { model: 'gpt-4o', sections: [{ name: 'motto', content: 'Be kind.', order: 50 }], compaction: { keepRecent: 4 } },
    )
    const sent = []
    for (let number = 0; number < 10; number++) {
      const [question, answer] = plain(1, number)
      if (!question || !answer) throw new Error('A turn has a question and an answer.')
      await sessionStore.append(scope, 's', [question])
      sent.push(await assembler.assemble('s'))
      await sessionStore.append(scope, 's', [answer])
    }
    const result = await assembler.compact('s')
    expect(result).toMatchObject({ compacted: true, strategy: 'asking', replaced: [{ start: 0, end: 16 }], tried: [] })
    const last = sent.at(-1)
    const [request] = asking.asked
    expect(request).toMatchObject({ model: 'gpt-4o', context: { system: last?.system, tools: last?.tools } })
    expect(request?.context.messages).toEqual(last?.messages.slice(0, request?.context.messages.length))
    const contents = request?.context.messages.map(({ content }) => String(content).slice(0, 11))
    expect(contents?.filter((content) => content.startsWith('Question'))).toHaveLength(8)
    expect(request?.messages).toEqual(plain(8))
  })

  it('asks with the messages themselves once a cut has dropped some of them', async () => {
    const sessionStore = createSessionStore()
    await sessionStore.append(scope, 's', plain(40))
    const asking = strategy('asking', () => ({ text: 'They spoke.' }))
    const assembler = createContextAssembler({ sessionStore, scope, compaction: [asking], now }, { model: 'gpt-4o' })
    await assembler.assemble('s', undefined, { window: 3_000, message: 'And now?' })
    await assembler.compact('s')
    const [request] = asking.asked
    expect(request?.messages).toEqual(plain(40).slice(0, request?.messages.length))
    expect(request?.context.messages).toEqual(request?.messages)
  })

  it('rejects strategies that are none', () => {
    const sessionStore = createSessionStore()
    for (const compaction of [{}, [{ name: 'x' }], [{ compact: () => {} }], [{ ...good, supports: true }]]) {
      const make = (): unknown => createContextAssembler({ sessionStore, scope, compaction: compaction as never })
      expect(make).toThrow(/'compaction'/)
    }
  })
})

function cyclic(): object {
  const value: Record<string, unknown> = {}
  value['self'] = value
  return value
}
