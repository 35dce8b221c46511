import { ContextChef } from '@context-chef/core'
import type { Message } from '@lamella/core'
import { messageText } from '@lamella/core/plugin'
import {
  newestThatFit,
  promptOf,
  type RetentionStrategy,
  type RetentionTask,
  roomFor,
} from '@lamella/testkit/retention'
import { fromOpenAIChat } from '@lamella/wire/openai-chat'
import type { BaseMessage } from '@langchain/core/messages'
import { summarizationMiddleware } from 'langchain'
import { callsOf, ownOf, prune, toLangChain, trim } from '../prefix/libraries.ts'
import { summaryTokens } from './summaries.ts'

type Fit = (messages: readonly Message[]) => readonly Message[] | Promise<readonly Message[]>

/** A strategy whose system prompt is made by hand, with the memory in it. */
const byHand =
  (create: (task: RetentionTask) => Fit): RetentionStrategy =>
  (task) => {
    const keptOf = create(task)
    const system = [{ role: 'system' as const, content: promptOf(task) }]
    return async (messages) => {
      const kept = await keptOf(messages)
      return kept.length === 0 ? undefined : { system, messages: kept, tools: task.tools }
    }
  }

/** What is left goes through a sliding window, since it has no budget. */
export const pruned: RetentionStrategy = byHand((task) => (messages) => newestThatFit(prune(messages), task))

export const trimmed: RetentionStrategy = byHand((task) => (messages) => trim(messages, roomFor(task), task.counter))

/** What a middleware does before a call of the model. */
type Hook = (
  state: { messages: BaseMessage[] },
  runtime: { context: object },
) => Promise<{ messages: BaseMessage[] } | undefined>

/**
 * Summarizes at four fifths of the room and keeps 20 messages; else its defaults, so its summarizer gets the newest 4,000 tokens of
 * what is summarized. If 20 messages do not fit, the newest that fit are sent with the summary.
 */
export const summarized: RetentionStrategy = byHand((task) => {
  const { counter } = task
  const model = {
    invoke: async (prompt: string) => {
      const told = prompt.slice(prompt.indexOf('<messages>') + '<messages>\n'.length, prompt.lastIndexOf('</messages>'))
      return { content: task.summarize(told.split(/\n(?=(?:Human|AI|Tool): )/), summaryTokens(task)) }
    },
  }
  const sizeOf = (list: readonly BaseMessage[]): number =>
    list.reduce((sum, one) => sum + counter.message(ownOf(one)), 0)
  const options = {
    model,
    trigger: { tokens: Math.floor(0.8 * roomFor(task)) },
    keep: { messages: 20 },
    tokenCounter: sizeOf,
  }
  // Its declared options need types of zod 3.
  const { beforeModel } = summarizationMiddleware(options as never) as unknown as { readonly beforeModel: Hook }
  let state: BaseMessage[] = []
  let stored = 0
  return async (messages) => {
    state.push(...messages.slice(stored).map(toLangChain))
    stored = messages.length
    const changed = await beforeModel({ messages: state }, { context: {} })
    // The first of them removes all others.
    if (changed) state = changed.messages.slice(1)
    const [first] = state
    const own = state.map(ownOf)
    if (first?.additional_kwargs['lc_source'] !== 'summarization') return newestThatFit(own, task)
    return [
      ...own.slice(0, 1),
      ...newestThatFit(own.slice(1), { ...task, reserve: task.reserve + counter.message(own[0] as Message) }),
    ]
  }
})

/** `summarize()`, its default, with an exact counter; what it has compressed is kept, as its docs say. */
export const chef: RetentionStrategy = byHand((task) => {
  const { counter } = task
  const canonical = new Map<Own[number], Message>()
  const sizes = new Map<Own[number], number>()
  const sizeOf = (one: Own[number]): number => {
    const before = sizes.get(one)
    if (before !== undefined) return before
    const tokens = counter.message(canonical.get(one) ?? { role: 'user', content: one.content })
    sizes.set(one, tokens)
    return tokens
  }
  let kept: Own = []
  let stored = 0
  const cook = new ContextChef({
    janitor: {
      contextWindow: roomFor(task),
      tokenizer: (list) => list.reduce((sum, one) => sum + sizeOf(one), 0),
      compressionModel: async (list) =>
        task.summarize(
          list.map(({ content }) => content),
          summaryTokens(task),
        ),
      onCompress: (summary, count) => {
        kept = [summary, ...kept.slice(count)]
      },
    },
  })
  return async (messages) => {
    for (const one of messages.slice(stored)) {
      for (const own of ownFormOf(one)) {
        canonical.set(own, one)
        kept.push(own)
      }
    }
    stored = messages.length
    const { messages: compiled } = await cook.setHistory(kept).compile({ target: 'openai' })
    return newestThatFit(fromOpenAIChat(compiled), task)
  }
})

type Own = Parameters<ContextChef['setHistory']>[0]

/** A message as OpenAI Chat has it, which is its own form; one that has nothing but thinking is nothing there. */
function ownFormOf(message: Message): Own {
  if (message.role === 'tool') {
    return message.content.flatMap(
      (part): Own =>
        part.type === 'tool-result'
          ? [{ role: 'tool', tool_call_id: part.toolCallId, content: messageText({ role: 'tool', content: [part] }) }]
          : [],
    )
  }
  if (message.role !== 'assistant') return [{ role: 'user', content: messageText(message) }]
  const calls = callsOf(message).map(({ id, name, args }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: JSON.stringify(args) },
  }))
  const parts =
    typeof message.content === 'string' ? [{ type: 'text' as const, text: message.content }] : message.content
  const content = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  return content === '' && calls.length === 0
    ? []
    : [{ role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) }]
}
