import { type ContextBuilder, createContext, type Message, type Ranker } from '@lamella/core'
import type { CompactionStrategy } from '@lamella/core/plugin'
import { history, memory, message, system } from '@lamella/layers'
import {
  observeCompaction,
  observeMemory,
  observeSessions,
  openTelemetry,
  type TelemetryOptions,
} from '@lamella/opentelemetry'
import type { MemoryStore, SessionStore } from '@lamella/store'
import { searchSource } from '@lamella/store'
import { createMemoryStore, createSessionStore } from '@lamella/store/memory'

export const scope = { tenant: 'acme', user: 'user-4711', kind: 'private' } as const
export const never: AbortSignal = new AbortController().signal

/** Finds texts that have a word of the query. */
export const ranker: Ranker = {
  name: 'words',
  rank: (query, texts) => {
    const words = query.split(/\W+/)
    return texts.map(({ text }) => (words.some((word) => word !== '' && text.includes(word)) ? 1 : 0))
  },
}

/** An agent with everything that can be observed. */
export interface Agent {
  readonly builder: ContextBuilder<string>
  readonly sessions: SessionStore
  readonly memories: MemoryStore
  readonly strategy: CompactionStrategy
}

/** Texts that must not be exported, unless they are asked for. */
export const secrets = {
  system: 'SECRET-system',
  memory: 'SECRET-memory of tea',
  question: 'SECRET-question about tea',
  answer: 'SECRET-answer',
  summary: 'SECRET-summary',
  argument: 'SECRET-argument',
  error: 'SECRET-error',
} as const

export const turn: readonly Message[] = [
  { role: 'user', content: secrets.question },
  {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: { at: secrets.argument } }],
  },
  {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: 'c1', toolName: 'look', output: { type: 'text', value: secrets.answer } },
    ],
  },
  { role: 'assistant', content: secrets.answer },
]

/** Creates an agent whose parts are all observed. */
export function createAgent(options: TelemetryOptions, compact?: CompactionStrategy['compact']): Agent {
  const memories = observeMemory(createMemoryStore({ ranker }), { ...options, store: 'notes' })
  const sessions = observeSessions(createSessionStore({ ranker }), { ...options, store: 'chats' })
  const builder = createContext()
    .use([system({ prompt: secrets.system }), memory({ source: searchSource(memories) }), history(), message()])
    .parameters({ model: 'some-model' })
    .budget({ window: 2_000, reserve: 100 })
    .observe(openTelemetry(options))
  const strategy = observeCompaction(
    { name: 'own', compact: compact ?? (async () => ({ text: secrets.summary })) },
    options,
  )
  return { builder: builder as unknown as ContextBuilder<string>, sessions, memories, strategy }
}
