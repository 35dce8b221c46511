import type { Message } from '@lamella/core'
import { trimMessages } from '@lamella/layers'
import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  ToolMessage,
  trimMessages as trimByLangChain,
} from '@langchain/core/messages'
import { pruneMessages } from 'ai'
import { duration, measure, once, times } from './measure.ts'
import { promptTsx } from './prompt-tsx.ts'
import { atLeast, type Claim, type Section } from './section.ts'

const count = 10_000
const each = 50
const maxTokens = 8_000

/** A turn is a question, a tool call, its result and an answer. Sizes are stored next to the messages. */
const turn: readonly ((index: number) => Message)[] = [
  (index) => ({ role: 'user', content: `question ${index}` }),
  (index) => ({
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: `call${index}`, toolName: 'look', input: { index } }],
  }),
  (index) => ({
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: `call${index - 1}`,
        toolName: 'look',
        output: { type: 'text', value: `result ${index}` },
      },
    ],
  }),
  (index) => ({ role: 'assistant', content: `answer ${index}` }),
]
const additional_kwargs = { tokens: each }
const langchainTurn: readonly ((index: number) => BaseMessage)[] = [
  (index) => new HumanMessage({ content: `question ${index}`, additional_kwargs }),
  (index) =>
    new AIMessage({
      content: '',
      tool_calls: [{ id: `call${index}`, name: 'look', args: { index } }],
      additional_kwargs,
    }),
  (index) => new ToolMessage({ content: `result ${index}`, tool_call_id: `call${index - 1}`, additional_kwargs }),
  (index) => new AIMessage({ content: `answer ${index}`, additional_kwargs }),
]

function conversation<T>(makers: readonly ((index: number) => T)[]): T[] {
  return Array.from({ length: count }, (_, index) => (makers[index % makers.length] as (index: number) => T)(index))
}

/** Trims the same conversation with every library: 10,000 messages that are known to have 50 tokens each. */
export async function trimming(): Promise<Section> {
  const ours = conversation(turn)
  const theirs = conversation(langchainTurn)
  const known = new Map<object, number>(ours.map((message) => [message, each]))
  const tokensOf = (message: object): number => known.get(message) ?? 0
  // It gets copies of the messages, so the counts are in the messages.
  const counter = (messages: readonly BaseMessage[]): number =>
    messages.reduce((sum, message) => sum + Number(message.additional_kwargs['tokens']), 0)
  const lamella = (): unknown => trimMessages(ours, { window: maxTokens, count: tokensOf })
  const { own, prune } = await measure({
    own: lamella,
    prune: () =>
      pruneMessages({ messages: ours, toolCalls: 'before-last-2-messages', reasoning: 'before-last-message' }),
  })
  const langchain = await once(() => trimByLangChain(theirs, { maxTokens, tokenCounter: counter, strategy: 'last' }))
  const tsx = await once(() => promptTsx(count, each, maxTokens))
  const row = (name: string, took: number, note: string): readonly string[] => [
    name,
    duration(took),
    times(took / own),
    note,
  ]
  const claim = (name: string, ratio: number, least: number): Claim =>
    atLeast(`at least ${least} times faster than ${name}`, ratio, least)
  return {
    title: 'Trimming 10,000 counted messages to 8,000 tokens',
    about:
      'Questions, tool calls, results and answers of 50 tokens each, counted in advance, so that no tokenizer is ' +
      'timed. Lamella and `pruneMessages` take turns; the other two run once.',
    table: [
      ['', 'took', 'compared with Lamella', ''],
      row('`trimMessages` of `@lamella/layers`', own, 'whole pages, tool calls and results kept together'),
      row('`pruneMessages` of `ai`', prune, 'has no budget: removes tool calls and reasoning by position'),
      row('`trimMessages` of `@langchain/core`', langchain, 'quadratic'),
      row('`@vscode/prompt-tsx`', tsx, 'quadratic'),
    ],
    claims: [
      claim('`trimMessages` of `@langchain/core`', langchain / own, 10_000),
      claim('`@vscode/prompt-tsx`', tsx / own, 10_000),
      claim('`pruneMessages` of `ai`', prune / own, 50),
    ],
  }
}
