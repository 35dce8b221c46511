import { createContextAssembler } from '@lamella/assembler'
import { createSessionStore } from '@lamella/store/memory'
import { toOpenAIChat } from '@lamella/wire/openai-chat'

export const expected = 'system,user'
export default async function run() {
  const scope = { tenant: 'acme' }
  const sessionStore = createSessionStore()
  await sessionStore.append(scope, 'chat-1', [{ role: 'user', content: 'Hello' }])
  const { assemble } = createContextAssembler({ sessionStore, scope }, { model: 'claude-sonnet-4-5' })
  return toOpenAIChat(await assemble('chat-1'))
    .messages.map(({ role }) => role)
    .join()
}
