import type { BaseMessage } from '@langchain/core/messages'
import { createAgent } from 'langchain'
import { createAgent as createOldest } from 'langchain-oldest'
import { expect, expectTypeOf, it } from 'vitest'
import { fromMessages, lamella, toMessages } from '../src/index.ts'
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
