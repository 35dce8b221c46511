import { createContextAssembler, type SessionStore } from '@lamella/assembler/seed'
import { isLamellaError } from '@lamella/core'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { executor, folder, now, scope, skillProvider, tool } from '../assembler/support.ts'

/** A custom store, as on the page. */
const sessionStore: SessionStore = {
  getMessages: async () => [
    { type: 'user', content: 'What is 2 + 2?' },
    { type: 'tool_call', toolCallId: 'c1', toolName: 'calculate', input: { query: '2 + 2' } },
    { type: 'tool_result', toolCallId: 'c1', toolName: 'calculate', output: '4' },
  ],
  getMetadata: async () => ({ revision: 3 }),
}
const toolExecutor = executor(
  tool('read_file', { permissions: ['fs.read'], sandbox: true }),
  tool('write_file', { permissions: ['fs.write'], sandbox: true }),
  tool('fetch', { permissions: ['network.http.get'] }),
  tool('execute_code', { permissions: ['fs.read'], sandbox: true }),
)
const config = { defaultModel: 'claude-3-7-sonnet', defaultTemperature: 0.7, truncationStrategy: 'smart' } as const

describe('the examples of the original page', () => {
  it('quick start: assembles a context', async () => {
    const assembler = createContextAssembler({ sessionStore, toolExecutor, now }, config)
    const context = await assembler.assemble('session-123', 'agent-1')
    expect(context.systemPrompt).toBe('Current datetime: 2024-01-01 12:00 UTC')
    expect(context.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
    expect(context.tools.map(({ name }) => name)).toEqual(['read_file', 'write_file', 'fetch', 'execute_code'])
    const model = 'claude-3-7-sonnet'
    expect(context.parameters).toEqual({ model, modelId: model, temperature: 0.7 })
    const { assemblyTime, tokenEstimate, ...metadata } = context.metadata
    expect(metadata).toMatchObject({
      sessionId: 'session-123',
      agentId: 'agent-1',
      modelId: 'claude-3-7-sonnet',
      truncated: false,
      shouldCompact: false,
      activeSkills: [],
      notices: [],
      cached: false,
    })
    expect(assemblyTime).toBeGreaterThan(0)
    expect(tokenEstimate.systemPrompt).toBeGreaterThan(0)
    expect(tokenEstimate.total).toBe(context.report.tokens.total)
  })

  it('configuration: every option of the page is accepted and affects the prompt', async () => {
    const bootstrapPath = await folder({
      'AGENT.md': 'You are a helpful assistant',
      'AGENT.research.md': 'You are a researcher',
      'SOUL.md': 'You are kind',
      'CONTEXT.md': 'The office is closed on Sundays',
    })
    const assembler = createContextAssembler(
      { sessionStore, toolExecutor, skillProvider, now },
      {
        bootstrapPath,
        defaultModel: 'claude-3-7-sonnet',
        defaultTemperature: 0.7,
        defaultMaxTokens: 8192,
        truncationStrategy: 'smart',
        reserveTokensForResponse: 2000,
        compactionThreshold: 0.8,
        compactionMessageThreshold: 100,
        includeDatetime: true,
        datetimeFormat: 'YYYY-MM-DD HH:mm:ss',
        datetimeTimezone: 'UTC',
        sectionSeparator: '\n\n---\n\n',
        enableCaching: true,
        cacheFileTTL: 60_000,
        generateToolsSummary: true,
        includeExamplesInPrompt: true,
        sections: [{ name: 'motto', content: 'Be brief', priority: 850 }],
      },
    )
    const { systemPrompt, system } = await assembler.assemble('session-123', 'research', {
      additionalSystemPrompt: 'You are an expert in gardening',
    })
    expect(systemPrompt.split('\n\n---\n\n').map((text) => text.split('\n')[0])).toEqual([
      'You are a researcher',
      'You are kind',
      'Be brief',
      'The office is closed on Sundays',
      expect.stringContaining('skills'),
      expect.stringContaining('tools'),
      'You are an expert in gardening',
      'Current datetime: 2024-01-01 12:00:00 UTC',
    ])
    expect(systemPrompt).toContain('Calculate 2+2')
    expect(system.map(({ layer }) => layer)).toEqual([
      'agent',
      'soul',
      'motto',
      'context',
      'active-skills',
      'tools-summary',
      'additional',
      'datetime',
    ])
    expect((await assembler.assemble('session-123', 'other')).systemPrompt).toContain('You are a helpful assistant')
  })

  it('assembly options: every option of the page is accepted', async () => {
    const assembler = createContextAssembler({ sessionStore, toolExecutor, skillProvider, now }, config)
    const { parameters, metadata, tools, report } = await assembler.assemble('session-id', 'agent-id', {
      modelId: 'claude-sonnet-4-5',
      temperature: 0.9,
      maxTokens: 16_384,
      topP: 0.95,
      topK: 50,
      thinkingLevel: 'high',
      thinkingBudget: 10_000,
      additionalSystemPrompt: 'You are an expert in...',
      additionalTools: [tool('extra')],
      disabledTools: ['dangerous_tool'],
      maxContextTokens: 100_000,
      reserveTokens: 3_000,
      skipSkills: false,
      skillFilter: ['math', 'code'],
      sandboxMode: true,
      permissions: ['fs.read', 'network.*'],
    })
    expect(parameters).toMatchObject({ modelId: 'claude-sonnet-4-5', maxTokens: 16_384, topP: 0.95 })
    // Anthropic accepts no temperature together with thinking.
    expect(metadata.notices).toContainEqual(expect.objectContaining({ what: expect.stringMatching(/temperature/i) }))
    expect(parameters.thinkingBudget).toBe(10_000)
    // A limit set by the request is reserved, in addition to any other reserve.
    expect(report.tokens).toMatchObject({ window: 100_000, reserve: 16_384 })
    expect(metadata.activeSkills).toEqual(['code', 'math'])
    // In a sandbox only tools marked for it appear; skills' and additional tools do not.
    expect(tools.map(({ name }) => name)).toEqual(['read_file', 'execute_code'])
  })

  it('1: basic assembly, for a model client', async () => {
    const assembler = createContextAssembler({ sessionStore, toolExecutor }, config)
    const context = await assembler.assemble('session-123')
    const request = {
      system: context.systemPrompt,
      messages: context.messages,
      tools: context.tools,
      ...context.parameters,
    }
    expect(request).toMatchObject({ modelId: 'claude-3-7-sonnet', messages: [{ role: 'user' }, {}, {}] })
  })

  it('2: custom model and temperature', async () => {
    const assembler = createContextAssembler({ sessionStore, toolExecutor }, config)
    const { parameters, metadata } = await assembler.assemble('session-123', 'agent-1', {
      modelId: 'gpt-4o',
      temperature: 0.9,
      maxTokens: 16_384,
    })
    expect(parameters).toMatchObject({ modelId: 'gpt-4o', temperature: 0.9, maxTokens: 16_384 })
    expect(metadata.modelId).toBe('gpt-4o')
  })

  it('3: sandbox mode', async () => {
    const assembler = createContextAssembler({ sessionStore, toolExecutor }, config)
    const { tools } = await assembler.assemble('session-123', 'agent-1', {
      sandboxMode: true,
      permissions: ['fs.read'],
      disabledTools: ['execute_code'],
    })
    expect(tools.map(({ name }) => name)).toEqual(['read_file'])
  })

  it('4: skills filtering', async () => {
    const assembler = createContextAssembler({ sessionStore, skillProvider }, config)
    const { systemPrompt, metadata, tools } = await assembler.assemble('session-123', 'agent-1', {
      skillFilter: ['math', 'poetry'],
    })
    expect(metadata.activeSkills).toEqual(['math', 'poetry'])
    expect(systemPrompt).toContain('You are excellent at mathematics')
    expect(systemPrompt).not.toContain('Instructions of code')
    expect(tools.map(({ name }) => name)).toEqual(['calculate'])
    const without = await assembler.assemble('session-123', 'agent-1', { skipSkills: true })
    expect(without.metadata.activeSkills).toEqual([])
    expect(without.tools).toEqual([])
  })

  it('5: check compaction', async () => {
    const long: SessionStore = {
      getMessages: () =>
        Array.from({ length: 101 }, (_, index) => ({
          type: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
          content: `message ${index}`,
        })),
    }
    const check = await createContextAssembler({ sessionStore: long }, config).checkCompaction('session-123')
    expect(check).toMatchObject({ needed: true, reason: 'message_count', messageCount: 101, threshold: 160_000 })
    expect(check.currentTokens).toBeGreaterThan(101 * 2)
    const short = createContextAssembler({ sessionStore }, config)
    expect(await short.checkCompaction('session-123')).toMatchObject({ needed: false, toolCallCount: 1 })
    expect(await short.checkCompaction('session-123', { explicit: true })).toMatchObject({
      needed: true,
      reason: 'explicit',
    })
  })

  it('6: cache management', async () => {
    const store = createSessionStore()
    await store.append(scope, 'session-123', [{ role: 'user', content: 'Hello' }])
    const assembler = createContextAssembler({ sessionStore: store, scope, now }, config)
    await assembler.assemble('session-123')
    expect((await assembler.assemble('session-123')).metadata.cached).toBe(true)
    await store.append(scope, 'session-123', [{ role: 'assistant', content: 'Hi!' }])
    assembler.invalidateCache('session-123')
    expect((await assembler.assemble('session-123')).metadata.cached).toBe(false)
    const stats = assembler.getCacheStats()
    expect(stats.assembly.hits / (stats.assembly.hits + stats.assembly.misses)).toBeCloseTo(1 / 3)
    expect(stats.assembly.hitRate).toBeCloseTo(1 / 3)
  })

  it('error handling: reports missing or invalid values, with a code', async () => {
    const without = createContextAssembler({ sessionStore })
    const missing = await without.assemble('session-123').catch((error: unknown) => error)
    expect(isLamellaError(missing, 'MODEL_REQUIRED')).toBe(true)
    expect((missing as Error).message).toContain('Model ID is required')
    const wrong = await without
      .assemble('session-123', undefined, { modelId: 'gpt-4o', temperature: 3 })
      .catch((error: unknown) => error)
    expect(isLamellaError(wrong, 'PARAMETER_INVALID')).toBe(true)
    expect((wrong as Error).message).toContain('Temperature must be')
  })
})
