import type { BaseMessage } from '@langchain/core/messages'
import * as graphs from '@langchain/langgraph'
import { createAgent } from 'langchain'
import { createAgent as createOldest } from 'langchain-oldest'
import * as oldestGraphs from 'langgraph-oldest'
import { expect, expectTypeOf, it } from 'vitest'
import { fitMessages, fromMessages, lamella, toMessages } from '../src/index.ts'
import { RecordedModel } from './helpers/replay.ts'

const input = { messages: [{ role: 'user', content: 'Hello' }] }

it('goes into the newest and the oldest supported version without a cast', async () => {
  expectTypeOf(fromMessages(toMessages([]))).toEqualTypeOf<BaseMessage[]>()
  const middleware = [lamella({ scope: { tenant: 'acme' } })] as const
  const [newest, oldest] = [new RecordedModel([]), new RecordedModel([])]
  await createAgent({ model: newest, tools: [], systemPrompt: 'Brief.', middleware }).invoke(input)
  await createOldest({ model: oldest, tools: [], systemPrompt: 'Brief.', middleware }).invoke(input)
  for (const { sent } of [newest, oldest]) expect(sent[0]?.map(({ text }) => text)).toEqual(['Brief.', 'Hello'])
})

it('goes into a node of the newest and the oldest graph without a cast', async () => {
  const fitIn = fitMessages({ scope: { tenant: 'acme' }, window: 4_000, reserve: 500 })
  const [newest, oldest] = [new RecordedModel([]), new RecordedModel([])]
  await new graphs.StateGraph(graphs.MessagesAnnotation)
    .addNode('model', async (state, config) => {
      const { messages } = await fitIn(state.messages, { model: newest, config })
      return { messages: [await newest.invoke(messages)] }
    })
    .addEdge('__start__', 'model')
    .compile()
    .invoke(input)
  await new oldestGraphs.StateGraph(oldestGraphs.MessagesAnnotation)
    .addNode('model', async (state, config) => {
      const { messages } = await fitIn(state.messages, { model: oldest, config })
      return { messages: [await oldest.invoke(messages)] }
    })
    .addEdge('__start__', 'model')
    .compile()
    .invoke(input)
  for (const { sent } of [newest, oldest]) expect(sent[0]?.map(({ text }) => text)).toEqual(['Hello'])
})
