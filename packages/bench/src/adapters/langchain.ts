import { createCounter } from '@lamella/core/plugin'
import { lamella } from '@lamella/langchain'
import { createSessionStore } from '@lamella/store/memory'
import { tiktoken } from '@lamella/tokenizer-tiktoken'
import { fromOpenAIChat, openaiChatFraming } from '@lamella/wire/openai-chat'
import { type BaseMessage, trimMessages } from '@langchain/core/messages'
import {
  type AgentMiddleware,
  ClearToolUsesEdit,
  contextEditingMiddleware,
  createMiddleware,
  summarizationMiddleware,
} from 'langchain'
import { chatBody, RecordedModel, replay } from '../../../langchain/test/helpers/replay.ts'
import type { Loop } from './loops.ts'
import { reserve, type Way, window } from './way.ts'
import { chat } from './wires.ts'

type Create = (loop: Loop) => Promise<readonly AgentMiddleware[]>

/** The newest messages, starting with a user message, with an exact counter and the room calculated by hand. */
const trimmed: Create = async ({ system, tools }) => {
  const counter = createCounter(await tiktoken('gpt-4o'), openaiChatFraming)
  const { request, message } = counter.framing
  const maxTokens = window - reserve - request - message - counter.text(system) - counter.tools(tools)
  const known = new Map<string, number>()
  const sizeOf = (one: BaseMessage): number => {
    const key = `${one.type} ${one.id ?? ''}`
    const before = known.get(key)
    if (before !== undefined) return before
    const tokens = fromOpenAIChat(chatBody([one]).messages).reduce((sum, each) => sum + counter.message(each), 0)
    if (one.id !== undefined) known.set(key, tokens)
    return tokens
  }
  const tokenCounter = (list: readonly BaseMessage[]): number => list.reduce((sum, one) => sum + sizeOf(one), 0)
  return [
    createMiddleware({
      name: 'Trim',
      wrapModelCall: async (call, handler) => {
        const messages = await trimMessages(call.messages, {
          maxTokens,
          tokenCounter,
          strategy: 'last',
          startOn: 'human',
          endOn: ['human', 'tool'],
        })
        return handler({ ...call, messages })
      },
    }),
  ]
}

/** The settings of its docs, with a trigger for this window. The summary is one word. */
const summarized: Create = async () => {
  const options = { model: new RecordedModel([]), trigger: { tokens: window / 2 }, keep: { messages: 20 } }
  // Its declared options need types of zod 3.
  return [summarizationMiddleware(options as never) as unknown as AgentMiddleware]
}

const edited: Create = async () => [
  contextEditingMiddleware({
    edits: [new ClearToolUsesEdit({ trigger: { tokens: window / 2 }, keep: { messages: 3 } })],
  }) as unknown as AgentMiddleware,
]

const own: Create = async () => [
  lamella({ sessions: createSessionStore(), scope: { tenant: 'bench' }, window, reserve }),
]

const way = (name: string, create: Create, isOwn: boolean): Way => ({
  host: 'LangChain',
  name,
  own: isOwn,
  wire: chat,
  play: async (loop) => {
    const { model } = await replay(loop, loop.messages, await create(loop))
    return model.sent.map((messages) => ({ body: { model: 'gpt-4o', ...chatBody(messages) }, refused: false }))
  },
})

export const langchain: readonly Way[] = [
  way('everything', async () => [], false),
  way('`trimMessages`', trimmed, false),
  way('`summarizationMiddleware`', summarized, false),
  way('`contextEditingMiddleware`', edited, false),
  way('`lamella({ sessions, scope })`', own, true),
]
