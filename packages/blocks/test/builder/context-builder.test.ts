import { type BlockContext, contextBuilder, createMemoryCache, type MemoryCache, memoryTools } from '@lamella/blocks'
import type { Message } from '@lamella/core'
import { activity, toolRule } from '@lamella/layers'
import { createBlockStore, createSessionStore } from '@lamella/store/memory'
import { encodeGemini } from '@lamella/wire/gemini'
import { encodeOpenAIChat } from '@lamella/wire/openai-chat'
import { describe, expect, it } from 'vitest'
import { wordRanker } from '../../../testkit/test/rankers/word-ranker.ts'
import { memoryWith } from '../layers/support.ts'

const scope = { tenant: 'acme' } as const
const promptOf = ({ system }: BlockContext): string => system.map(({ content }) => content).join('\n\n')
const persona = { type: 'Core', content: 'I break tasks down.', description: 'Who I am.' } as const

describe('contextBuilder', () => {
  it('builds a context of memory, history and tools', async () => {
    const memory = createMemoryCache({
      blocks: createBlockStore({ ranker: wordRanker }),
      scope: { tenant: 'acme' },
      newId: () => crypto.randomUUID(),
    })
    await memory.createBlock('entropy', 'persona', persona)
    const sessions = createSessionStore()
    await sessions.append(scope, 'main', [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello!' },
    ])
    const { definitions } = await memoryTools(memory, 'entropy', { archive: false, search: false })
    const rules = [
      toolRule.exitLoop('send_message'),
      toolRule.continueLoop('search'),
      toolRule.maxCalls('api_request', 3),
      toolRule.startConstraint('context'),
    ]
    const context = await contextBuilder(memory)
      .forAgent('entropy')
      .withMessages(sessions, 'main')
      .withTools(definitions)
      .withBaseInstructions('You are Entropy, a task breakdown specialist.')
      .withToolRules(rules)
      .withModelInfo({ id: 'some-model', parameters: { temperature: 0 } })
      .withActivityRenderer(({ agent, limit }) => [{ id: 'a', text: `${agent} may see ${limit} entries` }])
      .build({ scope, message: 'What is next?' })
    expect(promptOf(context)).toBe(`You are Entropy, a task breakdown specialist.

<block:persona permission="Read, Append, Write">
Who I am.

I break tasks down.
</block:persona>

# Recent Activity

- entropy may see 15 entries

# Tool Execution Rules

- Call \`context\` first before any other tools
- The conversation will end after calling \`send_message\`
- The conversation will be continued after calling \`search\`
- Call \`api_request\` at most 3 times`)
    expect(context.messages).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello!' },
      { role: 'user', content: 'What is next?' },
    ])
    expect(context.tools).toEqual(definitions)
    expect(context.parameters).toEqual({ model: 'some-model', temperature: 0 })
    const { tokens } = context.report
    expect([tokens.window, tokens.reserve]).toEqual([200_000, 8_000])
    const { metadata } = context
    expect(metadata).toMatchObject({
      agent: 'entropy',
      model: 'some-model',
      limits: { memoryTokens: 12_000, historyTokens: 80_000 },
      blocks: { included: ['persona'], shortened: [], dropped: [] },
      history: { unchanged: 'within-limits', replaced: [], compactions: [] },
    })
    expect(metadata.tokens.total).toBe(tokens.total)
    expect(metadata.tokens['core-blocks']).toBe(context.report.layers['core-blocks'].got)
  })

  it('shows an unpinned block only if the builder names it', async () => {
    const memory = await memoryWith({
      feed: { type: 'Working', content: 'One new message.', id: 'ephemeral-block-id' },
    })
    const base = contextBuilder(memory).forAgent('entropy').withBaseInstructions('')
    const builder = base.withBatchBlocks(['ephemeral-block-id'])
    const shown = '<block:feed permission="Read, Append, Write">\nOne new message.\n</block:feed>'
    expect(promptOf(await base.build({ scope }))).toBe('')
    expect(promptOf(await builder.build({ scope }))).toBe(shown)
    expect(promptOf(await base.build({ scope }))).toBe('')
    expect(promptOf(await builder.withBatchBlocks([]).build({ scope }))).toBe('')
  })

  it('returns a new builder on every step', async () => {
    const memory = await memoryWith({ persona })
    const base = contextBuilder(memory).forAgent('entropy')
    const before = JSON.stringify(await base.build({ scope }))
    const given: Message[] = [{ role: 'user', content: 'Hi' }]
    const changed = base
      .withMessages(given)
      .withTools([{ name: 'x', inputSchema: { type: 'object' } }])
      .withBaseInstructions('Other.')
      .withToolRules([toolRule.exitLoop('x')])
      .withModelInfo({ id: 'y' })
      .withActivityRenderer(() => [{ id: 'a', text: 'b' }])
      .withBatchBlocks(['z'])
    given.push({ role: 'assistant', content: 'later' })
    expect(JSON.stringify(await base.build({ scope }))).toBe(before)
    expect((await changed.build({ scope })).messages).toEqual([{ role: 'user', content: 'Hi' }])
  })

  it('applies the limits, descriptions, schemas and activity of its configuration', async () => {
    const memory = await memoryWith({ persona })
    const builder = contextBuilder(memory, {
      modelOverrides: {
        small: { maxTokens: 9_000, memoryTokens: 900, historyTokens: '20%', reservedResponseTokens: 500 },
      },
      includeDescriptions: false,
      includeSchemas: true,
      activityEntriesLimit: 1,
    })
      .forAgent('entropy')
      .withBaseInstructions('')
      .withActivityRenderer(() => ['a', 'b'].map((text) => ({ id: text, text })))
      .withModelInfo({ id: 'small' })
    const context = await builder.build({ scope })
    expect(promptOf(context)).toBe(
      '<block:persona permission="Read, Append, Write">\nSchema: text\n\nI break tasks down.\n</block:persona>\n\n' +
        '# Recent Activity\n\n- a',
    )
    expect(context.report.tokens).toMatchObject({ window: 9_000, reserve: 500 })
    expect(context.metadata.limits).toMatchObject({ memoryTokens: 900, historyTokens: 1_800 })
    expect(context.report.layers.activity.omitted).toEqual([{ count: 1, reason: 'beyond the first 1 entries' }])
    expect(activity({ render: () => undefined }).name).toBe('activity')
  })

  it("is provider-independent: each encoder meets its provider's requirement for the first message", async () => {
    const memory = await memoryWith({ persona })
    const context = await contextBuilder(memory)
      .forAgent('entropy')
      .withMessages([{ role: 'assistant', content: 'Good morning.' }])
      .build({ scope, message: 'Hi' })
    expect(context.messages[0]?.role).toBe('assistant')
    const gemini = encodeGemini(context, { model: 'gemini-2.5-pro' }).request
    expect(gemini.contents.map(({ role }) => role)).toEqual(['user', 'model', 'user'])
    const chat = encodeOpenAIChat(context, { model: 'gpt-4o' }).request
    expect(chat.messages.map(({ role }) => role)).toEqual(['system', 'assistant', 'user'])
  })
})

describe('block tags', () => {
  it('show short permissions if the configuration requires them', async () => {
    const memory = await memoryWith({ persona, notes: { type: 'Working', pinned: true, permission: 'Append' } })
    const build = contextBuilder(memory, { shortPermissions: true }).forAgent('entropy').build
    const prompt = promptOf(await build({ scope, message: 'Hi' }))
    expect(prompt).toContain('<block:persona permission="ReadWrite">')
    expect(prompt).toContain('<block:notes permission="Append">')
  })
})

describe('a builder with invalid input', () => {
  const wrong: readonly (readonly [string, (memory: MemoryCache) => unknown, RegExp])[] = [
    ['a memory that is none', () => contextBuilder({} as never), /OPTION_INVALID/],
    ['a configuration that is none', (memory) => contextBuilder(memory, { maxTokens: 1 } as never), /OPTION_INVALID/],
    ['an agent without a name', (memory) => contextBuilder(memory).forAgent(''), /OPTION_INVALID/],
    ['messages that are none', (memory) => contextBuilder(memory).withMessages(['x'] as never), /OPTION_INVALID/],
    ['a store without a session', (memory) => contextBuilder(memory).withMessages(createSessionStore(), ''), /OPTION_/],
    ['a model without an id', (memory) => contextBuilder(memory).withModelInfo({} as never), /OPTION_INVALID/],
    ['rules that are none', (memory) => contextBuilder(memory).withToolRules([{} as never]), /OPTION_INVALID/],
    ['names that are none', (memory) => contextBuilder(memory).withBatchBlocks('x' as never), /OPTION_INVALID/],
    ['no agent', (memory) => contextBuilder(memory).build({ scope }), /SCOPE_INVALID/],
    [
      'two agents',
      (memory) =>
        contextBuilder(memory)
          .forAgent('entropy')
          .build({ scope: { ...scope, agent: 'flux' } }),
      /SCOPE_INVALID/,
    ],
    ['no request', (memory) => contextBuilder(memory).build(undefined as never), /REQUEST_INVALID/],
    [
      'a run',
      (memory) =>
        contextBuilder(memory)
          .forAgent('entropy')
          .build({ scope, run: {} } as never),
      /cannot extend a run/,
    ],
    [
      'no tenant',
      (memory) =>
        contextBuilder(memory)
          .forAgent('entropy')
          .build({ scope: {} as never }),
      /SCOPE_INVALID/,
    ],
  ]

  it.each(wrong)('rejects it: %s', async (_, make, told) => {
    const memory = await memoryWith({ persona })
    await expect(async () => await make(memory)).rejects.toThrow(told)
  })

  it('stops when its signal is aborted, even if the memory does not stop', async () => {
    const memory = await memoryWith({ persona })
    const never = { ...memory, listBlocks: () => new Promise<never>(() => {}) }
    const controller = new AbortController()
    const building = contextBuilder(never).forAgent('entropy').build({ scope, signal: controller.signal })
    controller.abort()
    await expect(building).rejects.toThrow(/ABORTED/)
    await expect(
      contextBuilder(never).forAgent('entropy').build({ scope, signal: AbortSignal.abort() }),
    ).rejects.toThrow(/ABORTED/)
  })

  it('throws ABORTED after an abort, whatever the store and the summarizer throw', async () => {
    const memory = await memoryWith({ persona })
    const store = createSessionStore()
    await store.append(scope, 'main', turns(6))
    let controller = new AbortController()
    const page = async (): Promise<never> => {
      controller.abort('enough')
      throw new DOMException('This operation was aborted', 'AbortError')
    }
    const summarize = async (): Promise<string> => {
      controller.abort('enough')
      throw new Error('connection closed')
    }
    const strategy = { type: 'recursiveSummarization', chunkSize: 4, summarize } as const
    const config = { compression: strategy, maxMessagesCap: 4 }
    for (const building of [
      contextBuilder(memory).withMessages({ ...store, page }, 'main'),
      contextBuilder(memory, config).withMessages(store, 'main'),
    ]) {
      controller = new AbortController()
      const done = building.forAgent('entropy').build({ scope, signal: controller.signal })
      await expect(done).rejects.toMatchObject({ code: 'ABORTED', cause: 'enough' })
    }
  })
})

describe('a builder with unresponsive dependencies', () => {
  const hang = (): Promise<never> => new Promise(() => {})

  it('stops at its deadline, and the error names the layer', async () => {
    const memory = await memoryWith({ persona })
    const quick = { deadline: 30 }
    const store = { ...createSessionStore(), page: hang }
    const cases = [
      [contextBuilder({ ...memory, listBlocks: hang }, quick), 'core-blocks'],
      [contextBuilder(memory, quick).withMessages(store, 'main'), 'history'],
      [contextBuilder(memory, quick).withActivityRenderer(hang), 'activity'],
    ] as const
    for (const [builder, layer] of cases) {
      const done = builder.forAgent('entropy').build({ scope, message: 'Hi' })
      await expect(done).rejects.toMatchObject({ code: 'LAYER_TIMEOUT', details: { layer, deadline: 30 } })
    }
  })

  it('keeps the history unchanged, with a notice, if a summary takes too long', async () => {
    const memory = await memoryWith({ persona })
    const compression = { type: 'recursiveSummarization', chunkSize: 4, summarize: hang } as const
    const context = await contextBuilder(memory, { compression, maxMessagesCap: 20, compressionDeadline: 30 })
      .forAgent('entropy')
      .withMessages(turns(20))
      .build({ scope, message: 'Hi' })
    expect(context.metadata.history).toMatchObject({ unchanged: 'cancelled' })
    expect(context.report.layers.history.notices).toMatchObject([{ code: 'HISTORY_NOT_COMPRESSED' }])
    expect(context.messages.length).toBeGreaterThan(10)
  })

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, '10'])('rejects a deadline of %j', async (deadline) => {
    const memory = await memoryWith({ persona })
    for (const config of [{ deadline }, { compressionDeadline: deadline }]) {
      expect(() => contextBuilder(memory, config as never)).toThrow(/OPTION_INVALID/)
    }
  })
})

/** Questions and answers, each long enough that a summary is shorter. */
function turns(count: number): readonly Message[] {
  return Array.from({ length: count }, (_, index): readonly Message[] => [
    { role: 'user', content: `Question ${index}: ${'why '.repeat(30)}` },
    { role: 'assistant', content: `Answer ${index}: ${'because '.repeat(30)}` },
  ]).flat()
}

describe("a builder and the request's scope", () => {
  it('rejects a request of another tenant or user before it reads anything', async () => {
    const reads: string[] = []
    const memory = await memoryWith({ persona }, { scope: { tenant: 'acme', user: 'ada' } })
    const watched = { ...memory, listBlocks: (agent: string) => reads.push(agent) && memory.listBlocks(agent) }
    const builder = contextBuilder(watched as MemoryCache).forAgent('entropy')
    for (const [other, key] of [
      [{ tenant: 'evil', user: 'ada' }, 'tenant'],
      [{ tenant: 'acme', user: 'bob' }, 'user'],
      [{ tenant: 'acme' }, 'user'],
    ] as const) {
      const done = builder.build({ scope: other, message: 'Hi' })
      await expect(done).rejects.toMatchObject({ code: 'SCOPE_MISMATCH', details: { key } })
    }
    expect(reads).toEqual([])
    const own = await builder.build({ scope: { tenant: 'acme', user: 'ada' }, message: 'Hi' })
    expect(promptOf(own)).toContain('I break tasks down.')
  })
})
