import type { AssistantMessage, Message } from '@lamella/core'
import { type Counter, messageText } from '@lamella/core/plugin'
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage, trimMessages } from '@langchain/core/messages'
import { type ModelMessage, pruneMessages } from 'ai'

/** Uses the settings of the example in the docs of `pruneMessages` of `ai`. It has no budget. */
export function prune(messages: readonly ModelMessage[]): ModelMessage[] {
  return pruneMessages({
    messages: [...messages],
    reasoning: 'before-last-message',
    toolCalls: 'before-last-2-messages',
    emptyMessages: 'remove',
  })
}

/** Follows the docs of `trimMessages` of LangChain for chats: the newest messages, starting with a user message. */
export async function trim(messages: readonly Message[], maxTokens: number, counter: Counter): Promise<Message[]> {
  const kept = await trimMessages(messages.map(toLangChain), {
    maxTokens,
    tokenCounter: (list) => list.reduce((sum, one) => sum + counter.message(ownOf(one)), 0),
    strategy: 'last',
    startOn: 'human',
    // The messages have no system prompt: it is always the same, and its tokens are already subtracted.
    includeSystem: true,
  })
  return kept.map(ownOf)
}

const known = new WeakMap<Message, BaseMessage>()

/** Converts a message to one of LangChain, which carries the original. */
export function toLangChain(message: Message): BaseMessage {
  const before = known.get(message)
  if (before) return before
  const made = converted(message)
  known.set(message, made)
  return made
}

function converted(message: Message): BaseMessage {
  const fields = { content: messageText(message), additional_kwargs: { message } }
  if (message.role === 'user') return new HumanMessage(fields)
  if (message.role !== 'tool') return new AIMessage({ ...fields, tool_calls: callsOf(message as AssistantMessage) })
  const result = message.content.find((part) => part.type === 'tool-result')
  return new ToolMessage({ ...fields, tool_call_id: result?.toolCallId ?? '' })
}

/** Lists the calls of a message. */
export function callsOf({ content }: AssistantMessage): { id: string; name: string; args: Record<string, unknown> }[] {
  if (typeof content === 'string') return []
  return content.flatMap((part) =>
    part.type === 'tool-call'
      ? [{ id: part.toolCallId, name: part.toolName, args: Object(part.input) as Record<string, unknown> }]
      : [],
  )
}

/** The original of a message; one that LangChain has made, such as a summary, has none. */
export function ownOf({ additional_kwargs: own, content }: BaseMessage): Message {
  return (own['message'] as Message | undefined) ?? { role: 'user', content: String(content) }
}
