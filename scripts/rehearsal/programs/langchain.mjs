import { lamella } from '@lamella/langchain'
import { createSessionStore } from '@lamella/store/memory'
import { FakeListChatModel } from '@langchain/core/utils/testing'
import { createAgent } from 'langchain'

export const expected = 'Hello, Ada.'
export default async function run() {
  const model = new FakeListChatModel({ responses: ['Hello, Ada.'] })
  const middleware = [lamella({ sessions: createSessionStore(), scope: { tenant: 'acme' }, window: 8_000 })]
  const agent = createAgent({ model, tools: [], systemPrompt: 'You help customers.', middleware })
  const config = { configurable: { thread_id: 'chat-1' } }
  const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'Hello' }] }, config)
  return messages.at(-1).text
}
