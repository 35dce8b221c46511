import type { Message } from '@lamella/core'
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage, trimMessages } from '@langchain/core/messages'
import { pruneMessages } from 'ai'
import { type ChangingPlace, requestOf, roomFor, type Task, type Way } from './ways.ts'

type Keep = (messages: readonly Message[], room: number, task: Task) => readonly Message[] | Promise<readonly Message[]>

const way =
  (keep: Keep) =>
  (place: ChangingPlace): Way =>
  (task) =>
  async (call) => {
    const kept = await keep(call.messages, roomFor(task, call), task)
    return kept.length === 0 ? undefined : requestOf(task, call, kept, place)
  }

/** As many of the newest messages as fit, and no result of a tool at their head. The newest one always. */
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

/** A window of tokens that slides. */
export const sliding: (place: ChangingPlace) => Way = way(newest)

/** With the settings of the example in the docs of `pruneMessages`. It has no budget, so what it leaves slides. */
export const pruned: (place: ChangingPlace) => Way = way((messages, room, task) => {
  const left = pruneMessages({
    messages: [...messages],
    reasoning: 'before-last-message',
    toolCalls: 'before-last-2-messages',
    emptyMessages: 'remove',
  })
  return newest(left, room, task)
})

/** As the docs of `trimMessages` advise for chats: the newest, beginning at a person's message. */
export const langchain: (place: ChangingPlace) => Way = way(async (messages, room, { counter }) => {
  const kept = await trimMessages(messages.map(toLangChain), {
    maxTokens: room,
    tokenCounter: (list) => list.reduce((sum, one) => sum + counter.message(ownOf(one)), 0),
    strategy: 'last',
    startOn: 'human',
    // There is none among them: the system prompt is the same every time, and its tokens are subtracted already.
    includeSystem: true,
  })
  return kept.map(ownOf)
})

const known = new WeakMap<Message, BaseMessage>()

/** What trimming looks at: the role. Copies are handed to the counter, so the message itself travels in them. */
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
