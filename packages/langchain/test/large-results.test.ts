import { contextTools } from '@lamella/layers/tools'
import { offload, readResult, withOffload } from '@lamella/offload'
import { toolSearch } from '@lamella/offload/tool-search'
import { toolIndex } from '@lamella/ranker-bm25/tools'
import { createBlobStore, createSessionStore } from '@lamella/store/memory'
import type { BaseMessage } from '@langchain/core/messages'
import type { ChatResult } from '@langchain/core/outputs'
import { tool } from '@langchain/core/tools'
import { MemorySaver } from '@langchain/langgraph'
import { createAgent } from 'langchain'
import { expect, it } from 'vitest'
import { lamella } from '../src/index.ts'
import { RecordedModel } from './helpers/replay.ts'

type Step = (request: string) => readonly [string, object]

/** Calls a tool at each step, chosen by what the request says, and answers at the end. */
class ScriptedModel extends RecordedModel {
  readonly steps: readonly Step[]

  constructor(steps: readonly Step[]) {
    super([])
    this.steps = steps
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const number = this.sent.length
    const [toolName, input] = this.steps[number]?.(JSON.stringify(messages)) ?? []
    const answer =
      toolName === undefined ? [] : [{ type: 'tool-call' as const, toolCallId: `c${number}`, toolName, input }]
    // The id of an answer is its number: the state replaces messages with an id that it has.
    const one = new RecordedModel(answer.length === 0 ? [] : Array.from({ length: number + 1 }, () => answer))
    one.sent.push(...this.sent)
    this.sent.push([...messages])
    return one._generate(messages)
  }
}

const workshop = ['orders__export', 'invoices__export', 'orders__archive'].map((name) => ({
  name,
  description: `${name.split('__').reverse().join(' ')}.`,
  inputSchema: { type: 'object', properties: { turn: { type: 'integer' } }, required: ['turn'] },
  execute: ({ turn }: { readonly turn: number }) =>
    Array.from({ length: 900 }, (_, n) => (n === 450 ? `SECRET of ${name}: K${turn}Z` : `${name} step ${n}`)).join(
      '\n',
    ),
}))

it('an agent finds a tool, calls it, and reads the large result that left the request, by its handle', async () => {
  const scope = { tenant: 'acme', user: 'ada', kind: 'private' } as const
  const blobs = createBlobStore()
  const sessions = withOffload(createSessionStore(), offload({ blobs, limit: 1_000 }))
  const search = toolSearch({ tools: workshop, index: toolIndex(workshop) })
  const set = contextTools({
    scope: { ...scope, session: 'thread-1' },
    more: [readResult({ sessions, blobs }), ...search.ready],
  })
  const model = new ScriptedModel([
    () => ['find_tool', { query: 'export orders' }],
    () => ['find_tool', { query: 'water the plants' }],
    () => ['call_tool', { name: 'orders__export', input: { turn: 7 } }],
    (request) => ['read_result', { handle: request.match(/blob:[a-z2-7]{26}/)?.[0] ?? '', pattern: '^SECRET' }],
  ])
  const agent = createAgent({
    model,
    tools: set.definitions.map(({ name, description = '', inputSchema }) =>
      tool(async (input: unknown) => (await set.handle(name, input)).value, {
        name,
        description,
        schema: inputSchema as { type: 'object' },
      }),
    ),
    middleware: [lamella({ sessions, scope, window: 16_000, reserve: 1_000 })],
    checkpointer: new MemorySaver(),
  })
  const { messages } = await agent.invoke(
    { messages: [{ role: 'user', content: 'Export the orders.' }] },
    { configurable: { thread_id: 'thread-1' } },
  )
  expect(model.sent).toHaveLength(5)
  const [, found, nothing, result, read] = model.sent.map((sent) => JSON.stringify(sent.map(({ text }) => text)))
  expect(found).toContain('orders__export')
  expect(nothing).toContain('No tool fits')
  expect(result).not.toContain('K7Z')
  expect(result).toMatch(/read_result \{\\"handle\\":\\"blob:[a-z2-7]{26}\\"\}/)
  expect(read).toContain('451: SECRET of orders__export: K7Z')
  // The state keeps the whole result, and each request extends the one before.
  expect(JSON.stringify(messages)).toContain('orders__export step 200')
  for (const [index, sent] of model.sent.slice(1).entries()) {
    const before = (model.sent[index] ?? []).map(({ text }) => text)
    expect(sent.slice(0, before.length).map(({ text }) => text)).toEqual(before)
  }
  const { blobs: kept } = await blobs.list(scope, 'thread-1')
  expect(kept.filter(({ mediaType }) => mediaType.startsWith('text/'))).toHaveLength(1)
})
