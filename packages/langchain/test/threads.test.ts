import { createSessionStore } from '@lamella/store/memory'
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { MemorySaver } from '@langchain/langgraph'
import * as newest from 'langchain'
import * as oldest from 'langchain-oldest'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type HostedRequest, lamella } from '../src/index.ts'
import { RecordedModel } from './helpers/replay.ts'

const scope = { tenant: 'acme' }
const config = { configurable: { thread_id: 'chat-1' } }

describe.each([
  ['newest', newest.createAgent],
  ['oldest', oldest.createAgent as never as typeof newest.createAgent],
])('a thread of the %s LangChain', (_, createAgent) => {
  it('is one run, although each invocation gives its messages other ids and knows less of its answers', async () => {
    const requests: HostedRequest[] = []
    const middleware = lamella({ sessions: createSessionStore(), scope, onRequest: (one) => requests.push(one) })
    const model = new RecordedModel([])
    const usage_metadata = { input_tokens: 9, output_tokens: 1, total_tokens: 10 }
    const looked = (more: object) => [
      new HumanMessage('Where is it?'),
      new AIMessage({ content: '', tool_calls: [{ type: 'tool_call', id: 'a', name: 'look', args: {} }], ...more }),
      new ToolMessage({ content: 'In the garden.', tool_call_id: 'a', name: 'look', artifact: more }),
    ]
    for (const messages of [
      looked({ id: 'msg_1', usage_metadata }),
      [...looked({}), new AIMessage('There.'), new HumanMessage('Thanks')],
    ]) {
      // Knows nothing of the invocation before; the oldest version needs one.
      const checkpointer = new MemorySaver()
      await createAgent({ model, tools: [], middleware: [middleware], checkpointer }).invoke({ messages }, config)
    }
    expect(requests.map(({ context }) => context.report.run?.epoch)).toEqual([1, 1])
    expect(requests.map(({ context }) => context.report.run?.cut)).toEqual([undefined, undefined])
  })

  it('has a run of its own for each agent that others call as a tool', async () => {
    const sessions = createSessionStore()
    const cuts: unknown[] = []
    const agentOf = (model: RecordedModel, systemPrompt: string, tools: newest.StructuredTool[] = []) =>
      createAgent({
        ...{ model, tools, systemPrompt, checkpointer: new MemorySaver() },
        middleware: [lamella({ sessions, scope, onRequest: ({ context }) => cuts.push(context.report.run?.cut) })],
      })
    const callOf = (toolName: string) => [[{ type: 'tool-call', toolCallId: 'a', toolName, input: {} }]] as const
    const see = newest.tool(() => 'A lamp.', { name: 'see', description: '', schema: z.object({}) })
    const helper = agentOf(new RecordedModel(callOf('see')), 'You look.', [see])
    const look = newest.tool(
      async () => (await helper.invoke({ messages: [new HumanMessage('Look.')] })).messages.at(-1)?.text,
      { name: 'look', description: '', schema: z.object({}) },
    )
    await agentOf(new RecordedModel(callOf('look')), 'You answer.', [look]).invoke(
      { messages: [new HumanMessage('Where?')] },
      config,
    )
    expect(cuts).toEqual([undefined, undefined, undefined, undefined])
  })
})

describe('an agent with lamella', () => {
  it('reports the usage of an answer in the form that was asked for', async () => {
    const requests: HostedRequest[] = []
    const middleware = lamella({ scope, onRequest: (one) => requests.push(one) })
    const responseFormat = newest.toolStrategy(z.object({ place: z.string() }))
    const name = responseFormat[0]?.name ?? ''
    const model = new RecordedModel([
      [{ type: 'tool-call', toolCallId: 'a', toolName: name, input: { place: 'garden' } }],
    ])
    const agent = newest.createAgent({ model, tools: [], responseFormat, middleware: [middleware] })
    const { structuredResponse } = await agent.invoke({ messages: [new HumanMessage('Where is it?')] })
    expect(structuredResponse).toEqual({ place: 'garden' })
    expect(requests.map(({ usage }) => usage)).toEqual([{ input: 100, output: 1 }])
  })

  it('sends the results of tools whose artifacts are no JSON', async () => {
    const rows = { size: 1n, self: {} }
    rows.self = rows
    const look = newest.tool(async () => ['In the garden.', rows], {
      ...{ name: 'look', description: '', schema: z.object({}) },
      responseFormat: 'content_and_artifact',
    })
    const model = new RecordedModel([[{ type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} }]])
    const agent = newest.createAgent({ model, tools: [look], middleware: [lamella({ scope })] })
    const { messages } = await agent.invoke({ messages: [new HumanMessage('Where is it?')] })
    expect(model.sent[1]?.at(-1)).toMatchObject({ content: 'In the garden.', artifact: rows })
    expect(messages.at(-1)?.text).toBe('Done.')
  })
})
