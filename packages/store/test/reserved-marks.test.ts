import type { Message } from '@lamella/core'
import { recordMark, throwIfAborted } from '@lamella/core/plugin'
import {
  copySessions,
  memorySource,
  openSession,
  type SessionStore,
  searchSource,
  withoutMarksFromOutside,
  withoutReservedMarks,
} from '@lamella/store'
import { createMemoryStore, createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { wordRanker } from '../../core/test/support/word-ranker.ts'

const scope = { tenant: 'acme' }
const mark = { lamella: { summary: { start: 0, end: 40 } } }

describe('withoutMarksFromOutside', () => {
  it('leaves no record of another program', () => {
    const record = { role: 'system', content: '', providerOptions: { [recordMark]: { of: 'other-program' } } } as const
    expect(withoutMarksFromOutside(record)).toEqual({ role: 'system', content: '' })
  })
})

describe('withoutReservedMarks', () => {
  it('removes marks at any depth, keeps other options, and does not change its input', () => {
    const message: Message = {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c',
          toolName: 'f',
          output: { type: 'content', value: [{ type: 'text', text: 'a', providerOptions: mark }] },
          providerOptions: { ...mark, openai: { a: 1 } },
        },
      ],
      providerOptions: mark,
    }
    const before = structuredClone(message)
    expect(withoutReservedMarks(message)).toEqual({
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c',
          toolName: 'f',
          output: { type: 'content', value: [{ type: 'text', text: 'a' }] },
          providerOptions: { openai: { a: 1 } },
        },
      ],
    })
    expect(message).toEqual(before)
  })

  it('keeps the media of a message with marks: URLs and bytes', () => {
    const url = new URL('https://a.example/a.png')
    const bytes = new Uint8Array([1, 2])
    const message: Message = {
      role: 'user',
      content: [
        { type: 'image', image: url, providerOptions: mark },
        { type: 'file', data: bytes, mediaType: 'application/pdf' },
      ],
    }
    const { content } = withoutReservedMarks(message)
    expect(content).toStrictEqual([
      { type: 'image', image: url },
      { type: 'file', data: bytes, mediaType: 'application/pdf' },
    ])
    expect(String((content[0] as { image?: unknown }).image)).toBe('https://a.example/a.png')
  })

  it('returns a message without marks unchanged, whatever is in the input of its calls', () => {
    const message: Message = {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'f', input: { providerOptions: mark } }],
    }
    expect(withoutReservedMarks(message)).toBe(message)
  })
})

describe('the error for a reserved mark', () => {
  it('names its place and the fix', async () => {
    const store = createSessionStore({ ranker: wordRanker })
    const parts: Message = { role: 'user', content: [{ type: 'text', text: 'a', providerOptions: mark }] }
    await expect(store.append(scope, 's', [{ role: 'user', content: 'a' }, parts])).rejects.toMatchObject({
      code: 'STORE_VALUE_INVALID',
      message: expect.stringContaining('messages[1] has content[0].providerOptions.lamella.summary'),
      fix: expect.stringContaining('compact() records a summary'),
    })
    expect(await store.info(scope, 's')).toBeUndefined()
  })
})

describe('an aborted signal', () => {
  it('throws ABORTED, whatever its reason is', async () => {
    const reason = { my: 'reason' }
    const signal = AbortSignal.abort(reason)
    const aborted = { code: 'ABORTED', cause: reason }
    const sessions = createSessionStore({ ranker: wordRanker })
    await sessions.append(scope, 's', [
      { role: 'user', content: 'a' },
      { role: 'user', content: 'b' },
    ])
    const memory = createMemoryStore({ ranker: wordRanker })
    const opened = await openSession(sessions, scope, 's')
    const calls: readonly (() => unknown)[] = [
      () => sessions.search(scope, { query: 'a', signal }),
      () => memory.search(scope, { query: 'a', signal }),
      () => opened.read(0, 2, { signal }),
      () => memorySource(memory).entries(scope, { signal }),
      () => searchSource(memory).entries(scope, { query: 'a', signal }),
    ]
    for (const call of calls) await expect(Promise.resolve().then(call)).rejects.toMatchObject(aborted)
    expect(() => throwIfAborted(AbortSignal.abort(), 'The search')).toThrow('The search was aborted by its signal.')
    expect(() => throwIfAborted(undefined, 'The search')).not.toThrow()
  })
})

describe('an unreadable session', () => {
  it('fails a copy of all sessions, because the copy would lack it', async () => {
    const from = createSessionStore({ ranker: wordRanker })
    await from.append(scope, 'a', [{ role: 'user', content: 'a' }])
    const unreadable = [{ code: 'SESSION_FILE_UNREADABLE', what: 'The file cannot be read.', from: 'b.jsonl' }]
    const broken: SessionStore = { ...from, list: async () => ({ ...(await from.list(scope)), unreadable }) }
    const to = createSessionStore({ ranker: wordRanker })
    await expect(copySessions(broken, to, scope)).rejects.toMatchObject({
      code: 'SESSION_DAMAGED',
      details: { session: 'b.jsonl' },
    })
    expect((await to.list(scope)).sessions).toEqual([])
    expect(await copySessions(broken, to, scope, { sessions: ['a'] })).toEqual({ copied: ['a'], present: [] })
  })
})
