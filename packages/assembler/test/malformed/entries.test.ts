import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContextAssembler } from '@lamella/assembler'
import { batchByTurn } from '@lamella/compaction'
import { createContext, isLamellaError, type LamellaError, type Message } from '@lamella/core'
import { history, message as newMessage, trimMessages } from '@lamella/layers'
import { fileSessions } from '@lamella/provider-fs'
import { sqlite } from '@lamella/provider-sqlite'
import { openSession, type SessionStore } from '@lamella/store'
import { createSession, createSessionStore } from '@lamella/store/memory'
import { toAnthropic } from '@lamella/wire/anthropic'
import { toGemini } from '@lamella/wire/gemini'
import { toOpenAIChat } from '@lamella/wire/openai-chat'
import { toOpenAIResponses } from '@lamella/wire/openai-responses'
import { afterAll, describe, expect, it } from 'vitest'
import { now, scope } from '../assembler/support.ts'
import { shapes } from './shapes.ts'

const folder = mkdtempSync(join(tmpdir(), 'lamella-malformed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const builder = createContext().use(history()).use(newMessage()).budget({ window: 8_000, reserve: 1_000 })
const first: Message = { role: 'user', content: 'Hello' }
const count = (message: Message): number => JSON.stringify(message.content).length

/** The entry points for messages: how to call each, and its name for the messages. */
const entries: readonly (readonly [name: string, called: string, enter: (messages: never) => unknown])[] = [
  ['a build with a list', 'session', (session) => builder.build({ scope, session })],
  [
    'a build with a session of its own',
    'session',
    (messages: Message[]) => {
      const read = async (start: number, end: number): Promise<Message[]> => messages.slice(start, end)
      return builder.build({ scope, session: { length: messages.length, read } })
    },
  ],
  ['createSession', 'messages', (messages) => createSession(messages)],
  ['append of a session in memory', 'messages', (messages: Message[]) => createSession().append(...messages)],
  ['trimMessages', 'messages', (messages) => trimMessages(messages, { window: 100_000, count })],
  [
    'trimMessages, where messages are shortened',
    'messages',
    (messages) => trimMessages(messages, { window: 20, count }),
  ],
  ['batchByTurn', 'messages', (messages) => batchByTurn(messages)],
  ['toOpenAIChat', 'messages', (messages) => toOpenAIChat({ messages })],
  ['toOpenAIResponses', 'messages', (messages) => toOpenAIResponses({ messages })],
  ['toAnthropic', 'messages', (messages) => toAnthropic({ messages })],
  ['toGemini', 'messages', (messages) => toGemini({ messages })],
  [
    'an assembler with a store of its own',
    'session',
    (messages) => {
      const sessionStore = { getMessages: () => messages }
      return createContextAssembler({ sessionStore, now }, { model: 'gpt-4o' }).assemble('s', 'a')
    },
  ],
]

async function failureOf(enter: () => unknown): Promise<LamellaError> {
  let error: unknown
  try {
    await enter()
  } catch (thrown) {
    error = thrown
  }
  if (!isLamellaError(error)) throw new Error('no error of Lamella', { cause: error })
  return error
}

const named = shapes.map(([what, message, path, format = 'none']) => ({ what, message, path, format }))

describe.each(entries)('%s', (_, called, enter) => {
  it.each(named)('rejects $what, and says where it is and what to do', async ({ message, path, format }) => {
    const error = await failureOf(() => enter([first, message] as never))
    expect(error.code).toMatch(/^(MESSAGE|DEPENDENCY)_INVALID$/)
    expect(error.message).toContain(`${called}[1]${path} `)
    if (error.code === 'MESSAGE_INVALID') expect(error.details).toMatchObject({ path: `${called}[1]${path}` })
    expect(error.fix).toMatch(hints[format] as RegExp)
  })
})

const hints: Readonly<Record<string, RegExp>> = {
  none: /^(A message is|Return messages|Pass a message)/,
  'openai-chat': /`fromOpenAIChat`/,
  'openai-responses': /`fromOpenAIResponses`/,
  anthropic: /`fromAnthropic`/,
  gemini: /`fromGemini`/,
  'ai-sdk-4': /AI SDK 5 and later/,
  'ai-sdk-ui': /`convertToModelMessages`/,
}

describe('a build with a new message', () => {
  const asked = shapes.filter(([, message]) => (message as Partial<Message> | null)?.role === 'user')

  it.each(asked)('rejects %s', async (_what, message) => {
    const error = await failureOf(() => builder.build({ scope, message: message as never }))
    expect(error.code).toMatch(/^(MESSAGE|REQUEST)_INVALID$/)
    expect(error.message).toMatch(/^message/)
  })
})

const stores: Readonly<Record<string, () => Promise<SessionStore>>> = {
  memory: async () => createSessionStore(),
  files: async () => fileSessions(join(folder, 'files'), { fsync: 'os' }),
  SQLite: async () => (await sqlite(join(folder, 'sessions.db'), { synchronous: 'normal' })).sessions,
}

describe.each(Object.entries(stores))('a store: %s', (_, open) => {
  it('rejects each malformed message at append, saves no part of it, and its session remains usable', async () => {
    const store = await open()
    await store.append(scope, 's', [first])
    for (const [what, message, path] of shapes) {
      const error = await failureOf(() => store.append(scope, 's', [first, message as Message]))
      expect([what, error.code, error.details]).toEqual([
        what,
        'STORE_VALUE_INVALID',
        expect.objectContaining({ what: `messages[1]${path}` }),
      ])
    }
    await store.append(scope, 's', [{ role: 'assistant', content: 'Hi!' }])
    const session = await openSession(store, scope, 's')
    const { messages } = await builder.build({ scope, session, message: 'And now?' })
    expect(messages.map(({ content }) => content)).toEqual(['Hello', 'Hi!', 'And now?'])
  })
})
