import type { AssistantPart, Message, ToolResultPart } from '@lamella/core'
import { createCounter } from '@lamella/core/plugin'
import { tiktoken } from '@lamella/tokenizer-tiktoken'
import { toOpenAIChat } from '@lamella/wire/openai-chat'
import { partsOf, turnsOf } from '../../../ai-sdk/test/support/replay.ts'
import type { Loop } from './loops.ts'
import { type Way, window } from './way.ts'
import { chat } from './wires.ts'

interface Settings {
  readonly enabled: true
  readonly reserveTokens: number
  readonly keepRecentTokens: number
}

interface PiMessage {
  readonly role: 'user' | 'assistant' | 'toolResult'
  readonly content: string | readonly Readonly<Record<string, unknown>>[]
  readonly toolCallId?: string
  readonly toolName?: string
}

/** What is used of `@earendil-works/pi-coding-agent`. */
export interface Pi {
  readonly SessionManager: {
    inMemory(): {
      appendMessage(message: object): string
      appendCompaction(summary: string, firstKeptEntryId: string, tokensBefore: number): string
      getBranch(): readonly object[]
      buildSessionProjection(): { readonly messages: readonly object[] }
    }
  }
  convertToLlm(messages: readonly object[]): readonly PiMessage[]
  shouldCompact(tokens: number, window: number, settings: Settings): boolean
  prepareCompaction(
    entries: readonly object[],
    settings: Settings,
  ): { readonly firstKeptEntryId: string; readonly tokensBefore: number } | undefined
  estimateProjectedContextTokens(projection: object, entries: readonly object[]): { readonly tokens: number }
}

const ways: readonly (readonly [string, Settings])[] = [
  ['its defaults', { enabled: true, reserveTokens: 16_384, keepRecentTokens: 20_000 }],
  ['`keepRecentTokens: 2_000`', { enabled: true, reserveTokens: 1_000, keepRecentTokens: 2_000 }],
]

/** The requests of pi's session, with the functions that it calls before each answer. A summary has one word. */
export function piWays(pi: Pi): readonly Way[] {
  return ways.map(([name, settings]) => ({
    host: 'pi',
    name,
    own: false,
    wire: chat,
    play: async (loop) => (await bodiesOf(pi, loop, settings)).map((body) => ({ body, refused: false })),
  }))
}

async function bodiesOf(pi: Pi, loop: Loop, settings: Settings): Promise<readonly object[]> {
  const counter = createCounter(await tiktoken('gpt-4o'), chat.framing)
  const session = pi.SessionManager.inMemory()
  const bodies: object[] = []
  for (const { question, rest } of turnsOf(loop.messages)) {
    session.appendMessage({ role: 'user', content: [{ type: 'text', text: question }], timestamp: 0 })
    for (const message of rest) {
      if (message.role === 'tool') {
        for (const part of message.content) if (part.type === 'tool-result') session.appendMessage(toResult(part))
        continue
      }
      if (message.role !== 'assistant') continue
      const { tokens } = pi.estimateProjectedContextTokens(session.buildSessionProjection(), session.getBranch())
      const prepared = pi.shouldCompact(tokens, window, settings) && pi.prepareCompaction(session.getBranch(), settings)
      if (prepared) session.appendCompaction('Summary.', prepared.firstKeptEntryId, prepared.tokensBefore)
      const sent = pi.convertToLlm(session.buildSessionProjection().messages).flatMap(fromPi)
      const context = { system: [{ role: 'system', content: loop.system }] as const, messages: sent }
      const request = toOpenAIChat(context, { model: 'gpt-4o', repair: { missingResult: 'drop' } })
      bodies.push(request)
      const { messages } = chat.read(request)
      const input = messages.reduce(
        (sum, one) => sum + counter.message(one),
        counter.framing.request + counter.tools(loop.tools),
      )
      session.appendMessage(toAnswer(message, input))
    }
  }
  return bodies
}

function toAnswer(message: Message, input: number): object {
  const content = partsOf(message).flatMap((part: AssistantPart): readonly object[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.text }]
    if (part.type !== 'tool-call') return []
    return [{ type: 'toolCall', id: part.toolCallId, name: part.toolName, arguments: part.input }]
  })
  const usage = { input, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: input }
  return {
    role: 'assistant',
    content,
    usage,
    stopReason: 'stop',
    timestamp: 0,
    provider: 'bench',
    model: 'bench',
    api: 'bench',
  }
}

function toResult({ toolCallId, toolName, output }: ToolResultPart): object {
  const text = String((output as { readonly value?: unknown }).value)
  return { role: 'toolResult', toolCallId, toolName, content: [{ type: 'text', text }], isError: false, timestamp: 0 }
}

function fromPi({ role, content, toolCallId = '', toolName = '' }: PiMessage): readonly Message[] {
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  const text = parts.flatMap((part) => (part['type'] === 'text' ? [String(part['text'])] : [])).join('\n')
  if (role === 'user') return [{ role, content: text }]
  if (role === 'toolResult') {
    return [
      { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value: text } }] },
    ]
  }
  const calls = parts.flatMap((part): readonly AssistantPart[] =>
    part['type'] === 'toolCall'
      ? [
          {
            type: 'tool-call',
            toolCallId: String(part['id']),
            toolName: String(part['name']),
            input: part['arguments'],
          },
        ]
      : [],
  )
  return [{ role: 'assistant', content: [...(text === '' ? [] : [{ type: 'text', text } as const]), ...calls] }]
}
