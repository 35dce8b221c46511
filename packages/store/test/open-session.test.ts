import { isLamellaError, type Message } from '@lamella/core'
import { type Compaction, type OpenedSession, openSession, type SessionStore, type StoredMessage } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordRanker } from '../../core/test/support/word-ranker.ts'
import { summariesFingerprint } from '../src/open/summaries-fingerprint.ts'

const scope = { tenant: 'acme', user: 'ada' }
const request = { signal: new AbortController().signal }
const say = (text: string): Message => ({ role: 'user', content: text })
const sizeOf = (message: Message): number => JSON.stringify(message).length

const lostText = '[The message that stood here could not be read.]'

/** A session as it should be shown, computed the slow way: looks up each position in the compactions, newest first. */
function shownBy(
  messages: readonly Message[],
  compactions: readonly Compaction[],
): readonly { readonly text: string; readonly size: number }[] {
  const counted: Compaction[] = []
  for (const one of compactions.toReversed()) {
    const isFree = counted.every((other) => one.end <= other.start || other.end <= one.start)
    if (isFree) counted.push(one)
  }
  let size = 0
  return messages.flatMap((message, position) => {
    const before = size
    size += sizeOf(message)
    const one = counted.find(({ start, end }) => start <= position && position < end)
    if (!one) return [{ text: String(message.content), size: before }]
    const text = `[Summary of messages ${one.start + 1} to ${one.end} of this conversation]\n${one.text}`
    return one.start === position ? [{ text, size: before }] : []
  })
}

const range = fc
  .tuple(fc.nat({ max: 32 }), fc.nat({ max: 32 }))
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)

describe('openSession', () => {
  it('shows any session with any compactions like a slow reference, whichever ranges are read', async () => {
    const sample = fc.record({
      texts: fc.array(fc.string({ maxLength: 5 }), { maxLength: 30 }),
      compactions: fc.array(range, { maxLength: 5 }),
      ranges: fc.array(range, { minLength: 1, maxLength: 6 }),
      ahead: fc.integer({ min: 1, max: 32 }),
    })
    await fc.assert(
      fc.asyncProperty(sample, async ({ texts, compactions, ranges, ahead }) => {
        const store = createSessionStore({ ranker: wordRanker })
        await store.append(scope, 's', texts.map(say))
        for (const [start, end] of compactions) {
          if (start < end && end <= texts.length)
            await store.compactions.add(scope, 's', { start, end, text: `${start}-${end}` })
        }
        const wanted = shownBy(texts.map(say), await store.compactions.list(scope, 's'))
        const session = await openSession(store, scope, 's', { ahead })
        expect(session.length).toBe(wanted.length)
        for (const [start, end] of ranges) {
          const read = await session.read(start, end, request)
          expect(read.map(({ content }) => content)).toEqual(wanted.slice(start, end).map(({ text }) => text))
          // Before the messages that were read, and before the preceding one.
          for (
            let at = Math.max(0, start - 1);
            at < Math.min(end, wanted.length) && start < end && start < wanted.length;
            at++
          ) {
            expect(session.sizeBefore(at)).toBe(wanted[at]?.size)
          }
        }
        expect(session.sizeBefore(wanted.length)).toBe(
          texts.map(say).reduce((sum, message) => sum + sizeOf(message), 0),
        )
      }),
      { numRuns: 1000 },
    )
  })

  it('marks a summary, and shows none if compactions are ignored', async () => {
    const store = createSessionStore({ ranker: wordRanker })
    await store.append(scope, 's', ['a', 'b', 'c'].map(say))
    await store.compactions.add(scope, 's', { start: 0, end: 2, text: 'in short' })
    const session = await openSession(store, scope, 's')
    expect(await session.read(0, 9, request)).toEqual([
      {
        role: 'user',
        content: '[Summary of messages 1 to 2 of this conversation]\nin short',
        providerOptions: { lamella: { summary: { start: 0, end: 2 } } },
      },
      say('c'),
    ])
    const whole = await openSession(store, scope, 's', { compactions: 'ignore' })
    expect(await whole.read(0, 9, request)).toEqual(['a', 'b', 'c'].map(say))
  })

  it('keeps the length it had when opened, and knows its revision', async () => {
    const store = createSessionStore({ ranker: wordRanker })
    await store.append(scope, 's', [say('a'), say('b')])
    const session = await openSession(store, scope, 's')
    await store.append(scope, 's', [say('c')])
    await store.compactions.add(scope, 's', { start: 0, end: 3, text: 'later' })
    expect([session.length, session.revision]).toEqual([2, 1])
    expect(await session.read(0, 9, request)).toEqual([say('a'), say('b')])
    expect(session.sizeBefore(9)).toBe(2 * sizeOf(say('a')))
  })

  it('is empty if the session does not exist', async () => {
    const session = await openSession(createSessionStore({ ranker: wordRanker }), scope, 'none')
    expect([session.length, session.revision, session.sizeBefore(0)]).toEqual([0, 0, 0])
    expect(await session.read(0, 9, request)).toEqual([])
  })

  it('reads only one message more than requested', async () => {
    const store = createSessionStore({ ranker: wordRanker })
    await store.append(
      scope,
      's',
      Array.from({ length: 500 }, (_, index) => say(`m${index}`)),
    )
    let asked = 0
    const counting: SessionStore = {
      ...store,
      page: async (...given) => {
        const page = await store.page(...given)
        asked += page.messages.length
        return page
      },
    }
    const session = await openSession(counting, scope, 's')
    await session.read(468, 500, request)
    expect(asked).toBe(1 + 33)
    asked = 0
    const ready = await openSession(counting, scope, 's', { ahead: 33 })
    await ready.read(468, 500, request)
    expect(asked).toBe(33)
  })

  it.each([1, 9])('returns copies that callers may change, of %i messages that were read at once', async (ahead) => {
    const store = createSessionStore({ ranker: wordRanker })
    await store.append(scope, 's', [say('a'), say('b'), say('c')])
    await store.compactions.add(scope, 's', { start: 0, end: 1, text: 'in short' })
    const session = await openSession(store, scope, 's', { ahead })
    const before = JSON.stringify(await session.read(0, 3, request))
    for (const message of await session.read(0, 3, request)) Object.assign(message, { content: 'spoiled' })
    expect(JSON.stringify(await session.read(0, 3, request))).toBe(before)
  })

  it('throws if the session was deleted meanwhile, even if a new one has the same name', async () => {
    const store = createSessionStore({ ranker: wordRanker })
    await store.append(scope, 's', [say('a')])
    await store.append(scope, 's', [say('b')])
    const session = await openSession(store, scope, 's')
    await store.delete(scope, 's')
    const codeOf = (): Promise<unknown> =>
      (session.read(0, 2, request) as Promise<unknown>).catch((error) => (isLamellaError(error) ? error.code : error))
    expect(await codeOf()).toBe('SESSION_CONFLICT')
    await store.append(scope, 's', [say('x'), say('y'), say('z')])
    expect(await codeOf()).toBe('SESSION_CONFLICT')
  })

  it('throws for the size of a part that was not read', async () => {
    const store = createSessionStore({ ranker: wordRanker })
    await store.append(scope, 's', ['a', 'b', 'c', 'd'].map(say))
    const session = await openSession(store, scope, 's')
    await session.read(3, 4, request)
    expect(session.sizeBefore(2)).toBe(2 * sizeOf(say('a')))
    expect(() => session.sizeBefore(1)).toThrow(/The size before message 1 is unknown/)
  })

  it('stops when aborted, and rejects invalid options', async () => {
    const store = createSessionStore({ ranker: wordRanker })
    await store.append(scope, 's', [say('a')])
    const session = await openSession(store, scope, 's')
    const { signal } = { signal: AbortSignal.abort() }
    await expect(session.read(0, 1, { signal })).rejects.toThrow(/abort/i)
    const wrong = { compactions: 'never' } as never
    await expect(openSession(store, scope, 's', wrong)).rejects.toThrow(/must be one of apply, ignore/)
    await expect(openSession(store, scope, 's', { ahead: 0 })).rejects.toThrow(/'ahead' must be/)
    await expect(openSession(store, {} as never, 's')).rejects.toThrow(/scope.tenant is missing/)
  })
})

describe('openSession over a store that has lost messages', () => {
  /** A store with holes, which reports them on reading. */
  async function holed(texts: readonly string[], lost: readonly number[]): Promise<SessionStore> {
    const store = createSessionStore({ ranker: wordRanker })
    await store.append(scope, 's', texts.map(say))
    const all = (await store.read(scope, 's', 0, texts.length)).filter(({ position }) => !lost.includes(position))
    return {
      ...store,
      page: async (_, __, { before = texts.length, messages = 50 } = {}) => {
        const found = all.filter(({ position }) => position < before).slice(-messages)
        const notice = { code: 'RECORD_DAMAGED', what: 'A record is damaged.' }
        return { messages: found, start: found[0]?.position ?? 0, revision: 1, length: texts.length, notices: [notice] }
      },
    }
  }

  it('shows a mark instead of each, reports them once, and has the same sizes whatever is read', async () => {
    const sample = fc.record({
      texts: fc.array(fc.string({ maxLength: 5 }), { minLength: 1, maxLength: 12 }),
      lost: fc.uniqueArray(fc.nat({ max: 11 }), { maxLength: 8 }),
      ranges: fc.array(range, { minLength: 1, maxLength: 6 }),
      ahead: fc.integer({ min: 1, max: 16 }),
    })
    await fc.assert(
      fc.asyncProperty(sample, async ({ texts, lost, ranges, ahead }) => {
        const store = await holed(texts, lost)
        const whole = await openSession(store, scope, 's')
        const wanted = texts.map((text, position) => (lost.includes(position) ? lostText : text))
        const texted = (list: readonly Message[]): readonly unknown[] => list.map(({ content }) => content)
        expect(texted(await whole.read(0, texts.length, request))).toEqual(wanted)
        const sizes = texts.map((_, position) => whole.sizeBefore(position))
        expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
        const session = await openSession(store, scope, 's', { ahead })
        for (const [start, end] of ranges) {
          expect(texted(await session.read(start, end, request))).toEqual(wanted.slice(start, end))
          for (let at = start; at < Math.min(end, texts.length); at++) expect(session.sizeBefore(at)).toBe(sizes[at])
        }
        const gone = lost.filter((position) => position < texts.length).length
        const codes = whole.notices.map(({ code }) => code)
        expect(codes).toEqual(gone > 0 ? ['RECORD_DAMAGED', 'SESSION_MESSAGE_LOST'] : ['RECORD_DAMAGED'])
      }),
      { numRuns: 500 },
    )
  })
})

describe('createSessionStore', () => {
  it("finds a message by its text and by its tools' inputs and outputs, not by its data", async () => {
    const store = createSessionStore({ ranker: wordRanker })
    const messages: readonly Message[] = [
      {
        role: 'user',
        content: [{ type: 'file', data: 'aceofbase', filename: 'plan.pdf', mediaType: 'application/pdf' }],
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'thoughtful' },
          { type: 'tool-call', toolCallId: 'c', toolName: 'lookup', input: { city: 'Zanzibar' } },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c',
            toolName: 'lookup',
            output: { type: 'json', value: { sky: 'cloudy' } },
          },
        ],
      },
    ]
    await store.append(scope, 's', messages)
    const positions = async (query: string): Promise<readonly number[]> =>
      (await store.search(scope, { query })).hits.map(({ item }) => item.position)
    expect(await Promise.all(['plan', 'Zanzibar', 'lookup', 'cloudy'].map(positions))).toEqual([[0], [1], [1], [2]])
    expect(await Promise.all(['aceofbase', 'thoughtful'].map(positions))).toEqual([[], []])
  })

  it('reports an unsupported mode or filter', async () => {
    const store = createSessionStore({ ranker: wordRanker })
    await expect(store.search(scope, { query: 'a', mode: 'vector' })).rejects.toThrow(
      /'vector', which this store does not/,
    )
    await expect(store.search(scope, { query: 'a', filter: { kinds: ['fact'] } })).rejects.toThrow(
      /filter.kinds is not supported/,
    )
    await expect(store.search(scope, { query: 'a', signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
  })

  it("returns its ranker's hits, best first, and diversifies them on request", async () => {
    const store = createSessionStore({ ranker: wordRanker })
    const texts = ['tea', 'tea tea tea', `tea ${'word '.repeat(50)}`, 'coffee with Zanzibar', 'coffee']
    await store.append(scope, 's', texts.map(say))
    const order = async (query: string, more: object = {}): Promise<readonly number[]> =>
      (await store.search(scope, { query, ...more })).hits.map(
        ({ item }: { readonly item: StoredOrFound }) => item.position,
      )
    expect(await order('tea')).toEqual([0, 1, 2])
    expect(await order('coffee Zanzibar')).toEqual([3, 4])
    expect(await order('tea', { limit: 2, diversity: 1 })).toEqual([0, 2])
  })
})

type StoredOrFound = Pick<StoredMessage, 'position'>

describe('a session as of the beginning of an epoch', () => {
  it('is shown without the compactions since, by the same reader, and grows with the session', async () => {
    const store = createSessionStore()
    await store.append(
      scope,
      's',
      Array.from({ length: 10 }, (_, index) => say(`${index}`)),
    )
    const views: { readonly summaries: string; readonly texts: readonly string[] }[] = []
    const textsOf = async (session: OpenedSession): Promise<string[]> =>
      (await session.read(0, session.length, request)).map(({ content }) => String(content))
    for (const compaction of [undefined, { start: 0, end: 4, text: 'Four.' }, { start: 0, end: 6, text: 'Six.' }]) {
      if (compaction) await store.compactions.add(scope, 's', compaction)
      const session = await openSession(store, scope, 's')
      expect(session.asOf(summariesFingerprint(session.summaries))).toBe(session)
      views.push({ summaries: summariesFingerprint(session.summaries), texts: await textsOf(session) })
    }
    await store.append(scope, 's', [{ role: 'user', content: 'Later' }])
    const session = await openSession(store, scope, 's')
    for (const { summaries, texts } of views) {
      const then = session.asOf(summaries)
      expect(then?.storedLength).toBe(11)
      expect(then && (await textsOf(then))).toEqual([...texts, 'Later'])
    }
    expect(session.asOf('0 never')).toBeUndefined()
  })
})
