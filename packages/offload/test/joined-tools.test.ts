import { lamella } from '@lamella/ai-sdk'
import { createContext } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { contextTools } from '@lamella/layers/tools'
import { mcpServer } from '@lamella/mcp'
import { offload, readResult, withOffload } from '@lamella/offload'
import { toolSearch } from '@lamella/offload/tool-search'
import { toolIndex } from '@lamella/ranker-bm25/tools'
import { createBlobStore, createSessionStore } from '@lamella/store/memory'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { generateText, stepCountIs, wrapLanguageModel } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it, onTestFinished } from 'vitest'
import { contentsOf, textResult } from './support/place.ts'
import { secretOf, workshop } from './support/workshop.ts'

const owner = { tenant: 'acme', user: 'ada', kind: 'private' } as const
const scope = { ...owner, session: 's' } as const

/** The tools of a session: those that read, find and call, in one set. */
function setUp() {
  const blobs = createBlobStore()
  const sessions = withOffload(createSessionStore(), offload({ blobs, limit: 1_000 }))
  const search = toolSearch({ tools: workshop, index: toolIndex(workshop) })
  return { blobs, sessions, set: contextTools({ scope, more: [readResult({ sessions, blobs }), ...search.ready] }) }
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
const handleIn = (value: unknown): string =>
  JSON.stringify(value).match(/"handle\\+":\\+"(blob:[a-z2-7]{26})/)?.[1] ?? ''

describe('read_result, find_tool and call_tool in one set', () => {
  it('work in the loop of the AI SDK: a tool is found, its result put aside, and read in part', async () => {
    const { blobs, sessions, set } = setUp()
    const builder = createContext().use([history(), message()]).budget({ window: 16_000, reserve: 1_000 })
    const prompts: unknown[] = []
    const steps: ((prompt: unknown) => readonly [string, object])[] = [
      () => ['find_tool', { query: 'export orders' }],
      () => ['call_tool', { name: 'orders__export', input: { turn: 7 } }],
      (prompt) => ['read_result', { handle: handleIn(prompt), pattern: '^SECRET' }],
    ]
    const mock = new MockLanguageModelV3({
      modelId: 'gpt-4o',
      doGenerate: async ({ prompt }) => {
        const step = steps[prompts.push(structuredClone(prompt)) - 1]
        const [toolName, input] = step?.(prompt) ?? ['', {}]
        return {
          content: step
            ? [{ type: 'tool-call', toolCallId: `c${prompts.length}`, toolName, input: JSON.stringify(input) }]
            : [{ type: 'text', text: 'Done.' }],
          finishReason: step ? { unified: 'tool-calls', raw: 'tool_calls' } : { unified: 'stop', raw: 'stop' },
          usage,
          warnings: [],
        }
      },
    })
    const model = wrapLanguageModel({ model: mock, middleware: lamella({ builder, sessions }) })
    const { text } = await generateText({
      model,
      tools: set.tools,
      prompt: 'Export the orders.',
      stopWhen: stepCountIs(6),
      providerOptions: { lamella: { ...owner, session: 's' } },
    })
    expect([text, prompts.length]).toEqual(['Done.', 4])
    expect(JSON.stringify(prompts[1])).toContain('orders__export')
    expect(JSON.stringify(prompts[2])).not.toContain(secretOf('orders__export', 7))
    expect(JSON.stringify(prompts[3])).toContain(`451: ${secretOf('orders__export', 7)}`)
    // Each request extends the one before, though the SDK repeats the whole result in each step.
    for (const [index, prompt] of prompts.slice(1).entries())
      expect((prompt as unknown[]).slice(0, (prompts[index] as unknown[]).length)).toEqual(prompts[index])
    expect(await contentsOf(blobs, owner)).toHaveLength(1)
  })

  it.each(['of the set', 'of the tool'])('are tools of an MCP server: the session is that %s', async (whose) => {
    const { blobs, sessions } = setUp()
    const long = String(await workshop[9]?.execute?.({ turn: 3 } as never, {} as never))
    await sessions.append(owner, 's', [{ role: 'user', content: 'Look' }, textResult(long)])
    const search = toolSearch({ tools: workshop, index: toolIndex(workshop) })
    const reader = readResult({ sessions, blobs, ...(whose === 'of the tool' && { scope }) })
    const serverScope = whose === 'of the tool' ? owner : scope
    const tools = contextTools({ scope: serverScope, more: [reader, ...search.ready] })
    const [near, far] = InMemoryTransport.createLinkedPair()
    const client = new Client({ name: 'test', version: '1.0.0' })
    await Promise.all([mcpServer({ scope: serverScope, tools })().connect(far), client.connect(near)])
    onTestFinished(() => client.close())

    const { tools: listed } = await client.listTools()
    expect(listed.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['read_result', true],
      ['find_tool', true],
      ['call_tool', undefined],
    ])
    const call = async (name: string, args: Record<string, unknown>): Promise<string> =>
      JSON.stringify((await client.callTool({ name, arguments: args })).content)
    expect(await call('find_tool', { query: 'export orders' })).toContain('orders__export')
    expect(await call('find_tool', { query: 'water the plants' })).toContain('No tool fits')
    expect(await call('call_tool', { name: 'orders__export', input: { turn: 8 } })).toContain(
      secretOf('orders__export', 8),
    )
    const [stored] = await sessions.read(owner, 's', 1, 2)
    const read = await call('read_result', { handle: handleIn(stored), pattern: '^SECRET' })
    expect(read).toContain(`451: ${secretOf('orders__export', 3)}`)
    expect(await call('read_result', { handle: 'm1', lines: '451' })).toContain(secretOf('orders__export', 3))
  })
})
