import type { Message } from '@lamella/core'
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage, trimMessages } from '@langchain/core/messages'
import { pruneMessages } from 'ai'
import { type ChangingPlace, requestOf, roomFor, type Strategy, type Task } from './strategies.ts'

type Keep = (messages: readonly Message[], room: number, task: Task) => readonly Message[] | Promise<readonly Message[]>

const strategy =
  (keep: Keep) =>
  (place: ChangingPlace): Strategy =>
  (task) =>
  async (call) => {
    const kept = await keep(call.messages, roomFor(task, call), task)
    return kept.length === 0 ? undefined : requestOf(task, call, kept, place)
  }

/** Keeps as many of the newest messages as fit, without a tool result at the start. Always keeps the newest one. */
const newest: Keep = (messages, room, { counter }) => {
  let start = messages.length
  let left = room
  while (start > 0) {
    left -= counter.message(messages[start - 1] as Message)
    if (left < 0 && start < messages.length) break
    start--
  }
  while (start < messages.length - 1 && messages[start]?.role === 'tool') start++
  return messages.slice(start)
}

/** A sliding window of tokens. */
export const sliding: (place: ChangingPlace) => Strategy = strategy(newest)

/**
 * Uses the settings of the example in the docs of `pruneMessages`. It has no budget, so its output goes through a
 * sliding window.
 */
export const pruned: (place: ChangingPlace) => Strategy = strategy((messages, room, task) => {
  const left = pruneMessages({
    messages: [...messages],
    reasoning: 'before-last-message',
    toolCalls: 'before-last-2-messages',
    emptyMessages: 'remove',
  })
  return newest(left, room, task)
})

/** Follows the docs of `trimMessages` for chats: the newest messages, starting with a user message. */
export const langchain: (place: ChangingPlace) => Strategy = strategy(async (messages, room, { counter }) => {
  const kept = await trimMessages(messages.map(toLangChain), {
    maxTokens: room,
    tokenCounter: (list) => list.reduce((sum, one) => sum + counter.message(ownOf(one)), 0),
    strategy: 'last',
    startOn: 'human',
    // The messages have no system prompt: it is always the same, and its tokens are already subtracted.
    includeSystem: true,
  })
  return kept.map(ownOf)
})

const known = new WeakMap<Message, BaseMessage>()

/** Converts what trimming reads: the role. The counter gets copies of the messages, so each carries the original. */
function toLangChain(message: Message): BaseMessage {
  const before = known.get(message)
  if (before) return before
  const fields = { content: '', additional_kwargs: { message } }
  const made =
    message.role === 'user'
      ? new HumanMessage(fields)
      : message.role === 'tool'
        ? new ToolMessage({ ...fields, tool_call_id: '' })
        : new AIMessage(fields)
  known.set(message, made)
  return made
}

function ownOf({ additional_kwargs: own }: BaseMessage): Message {
  return own['message'] as Message
}
