import type { Message } from '@lamella/core'
import { createIndex } from '@lamella/ranker-bm25'
import type { NewMemory } from '@lamella/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OpenStores, SearchedOptions } from './stores.ts'

const ada = { tenant: 'acme', user: 'ada' }
const say = (content: string): Message => ({ role: 'user', content })
const chat = ['Where did you sail last year?', 'To Crete, with Kim.', 'I had soup today.', 'It rained.', 'Bye!']
const long = `${'A report on the harvest of wheat. '.repeat(40)} Crete.`
const turns = chat.map((text, n): NewMemory => ({ id: `${n}`, text, session: 's' }))

/** @param runs The number of generated cases. */
export function conversationTests(open: OpenStores, runs: number): void {
  async function ofSessions(texts: readonly string[], query: string, options: SearchedOptions = {}) {
    const { sessions } = await open(options)
    await sessions.append(ada, 's', texts.map(say))
    const { hits } = await sessions.search(ada, { query })
    return hits.map(({ item }) => item.position)
  }

  async function ofMemory(entries: readonly NewMemory[], query: string, options: SearchedOptions = {}) {
    const { memory } = await open(options)
    for (const entry of entries) await memory.put(ada, entry)
    const { hits } = await memory.search(ada, { query })
    return hits.map(({ item }) => item.id)
  }

  describe('a conversation in sessions', () => {
    it('has the answer to a question found by the words of the question', async () => {
      expect((await ofSessions(chat, 'sail')).slice(0, 2).sort()).toEqual([0, 1])
      expect(await ofSessions(chat, 'sail', { conversation: false })).toEqual([0])
      expect((await ofSessions(chat, 'sail', { conversation: { neighbours: [] } })).sort()).toEqual([0, 1])
      expect(await ofSessions(chat, 'sail', { conversation: { neighbours: [], question: 0 } })).toEqual([0])
    })

    it('does not connect long texts with the turns around them', async () => {
      expect(await ofSessions(['Hello', long, 'Thanks'], 'Crete')).toEqual([1])
    })

    it('connects texts of up to 96 words, as which two characters of Chinese count', async () => {
      const turn = (words: number): readonly string[] => ['发射在哪里？', '山水'.repeat(words)]
      const conversation = { question: 0 }
      expect((await ofSessions(turn(96), '发射', { conversation })).sort()).toEqual([0, 1])
      expect(await ofSessions(turn(97), '发射', { conversation })).toEqual([0])
    })

    it('weighs speakers and dates by the options', async () => {
      const opened = async (conversation: SearchedOptions['conversation']) => {
        const speaker = ({ content }: Message): string => (content === 'One.' ? 'Bob' : 'Eve')
        const { sessions } = await open({ speaker, conversation: conversation ?? true })
        await sessions.append(ada, 's', [say('One.'), say('Two.')], { at: new Date('2026-05-12') })
        return async (query: string) => (await sessions.search(ada, { query })).hits.map(({ item }) => item.position)
      }
      expect(await (await opened(true))('Bob')).toEqual([0])
      expect(await (await opened({ speaker: 0 }))('Bob')).toEqual([])
      expect(await (await opened(true))('May 2026')).toEqual([0, 1])
      expect(await (await opened({ date: 0 }))('May 2026')).toEqual([])
    })
  })

  describe('a chat with an assistant', () => {
    const subjects = ['kitchen', 'garden', 'bathroom', 'hallway', 'cellar', 'attic', 'garage', 'balcony']
    /** Each answer repeats what it answers, and goes on about all the other subjects at length. */
    const talk = subjects.flatMap((subject, n): Message[] => {
      const said = `The ${subject} renovation budget went to number ${n} Copper Street.`
      const more = subjects.map((other) => `A renovation of the ${other} needs a plan and a budget of its own.`)
      return [say(said), { role: 'assistant', content: `${said} ${[...more, ...more].join(' ')}` }]
    })
    const query = 'What was the budget of the attic renovation?'

    it('has what the user said found before long answers that have the same words', async () => {
      const { sessions } = await open()
      await sessions.append(ada, 's', talk)
      expect((await sessions.search(ada, { query })).hits[0]?.item.position).toBe(10)
      expect((await sessions.search(ada, { query }, 's')).hits[0]?.item.position).toBe(10)
      const alike = await open({ conversation: { answer: 0 } })
      await alike.sessions.append(ada, 's', talk)
      expect((await alike.sessions.search(ada, { query })).hits[0]?.item.message.role).toBe('assistant')
    })

    it('is searched as an index of the same messages, however many are appended between searches', async () => {
      const index = createIndex({ conversation: true })
      for (const session of ['s', 't']) {
        index.add(
          talk.map(({ role, content }, n) => ({ id: `${session}${n}`, text: content as string, session, voice: role })),
        )
      }
      const wanted = index.search(query, { limit: 100 }).map(({ id, score }) => [id, score.toFixed(4)])
      for (const size of [1, 5, 32]) {
        const { sessions, check } = await open()
        for (const session of ['s', 't']) {
          for (let start = 0; start < talk.length; start += size) {
            await sessions.append(ada, session, talk.slice(start, start + size))
            await sessions.search(ada, { query })
          }
        }
        const { hits } = await sessions.search(ada, { query, limit: 100 })
        const found = hits.map(({ item, score }) => [`${item.session}${item.position}`, score.toFixed(4)])
        expect(new Map(found as [string, string][])).toEqual(new Map(wanted as [string, string][]))
        expect(await check()).toEqual([])
      }
    })
  })

  describe('a conversation in memory', () => {
    it('consists of the entries of a session, in the order in which they were added', async () => {
      expect((await ofMemory(turns, 'sail')).slice(0, 2).sort()).toEqual(['0', '1'])
      expect(await ofMemory(turns, 'sail', { conversation: false })).toEqual(['0'])
    })

    it('does not include entries without a session, or of another one', async () => {
      expect(
        await ofMemory(
          turns.map(({ session: _, ...entry }) => entry),
          'sail',
        ),
      ).toEqual(['0'])
      expect(
        await ofMemory(
          turns.map((entry) => ({ ...entry, session: entry.id })),
          'sail',
        ),
      ).toEqual(['0'])
    })

    it('names its speakers, in stored entries too', async () => {
      const { memory } = await open()
      const said = await memory.put(ada, { id: 'a', text: 'Tea is fine.', speaker: 'Kim', session: 's' })
      expect(said).toMatchObject({ speaker: 'Kim', session: 's' })
      await memory.put(ada, { id: 'b', text: 'Kim is fine.' })
      expect((await memory.search(ada, { query: 'What does Kim say of tea?' })).hits[0]?.item.id).toBe('a')
      await expect(memory.put(ada, { id: 'c', text: 'x', speaker: 1 } as never)).rejects.toMatchObject({
        code: 'STORE_VALUE_INVALID',
      })
    })
  })

  it('importance raises and lowers entries by the option', async () => {
    const entries = [1, 10, 5].map((importance): NewMemory => ({ id: `${importance}`, text: 'tea', importance }))
    expect(await ofMemory(entries, 'tea')).toEqual(['10', '5', '1'])
    expect(await ofMemory(entries, 'tea', { conversation: { importance: 0 } })).toEqual(['1', '10', '5'])
  })

  it('rejects weights that it cannot use', async () => {
    for (const conversation of [1, { neighbours: 1 }, { speaker: -1 }, { nearby: [1] }, { spellDate: () => '' }]) {
      await expect(open({ conversation } as never)).rejects.toMatchObject({ code: 'OPTION_INVALID' })
    }
  })

  describe('the index of words', () => {
    const text = fc
      .array(fc.constantFrom('tea', 'ship', 'Crete', '北京', 'sail?', 'the', 'moon.'), { minLength: 1, maxLength: 6 })
      .map((words) => words.join(' '))
    const step = fc.record({
      id: fc.integer({ min: 0, max: 90 }).map(String),
      text: fc.option(text, { nil: undefined, freq: 3 }),
      session: fc.constantFrom(undefined, 's', 't'),
    })

    it('equals that of a new database after any changes, and forgets removed words', {
      timeout: 1_800_000,
    }, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 100, maxLength: 300 }), text, async (steps, query) => {
          const used = await open()
          const kept = new Map<string, NewMemory>()
          for (const [n, { id, text: said, session }] of steps.entries()) {
            if (said === undefined) {
              await used.memory.delete(ada, id)
              kept.delete(id)
            } else {
              const entry = { id, text: said, ...(session === undefined ? {} : { session }) }
              await used.memory.put(ada, entry)
              kept.set(id, entry)
            }
            // So that something is remembered of an earlier state.
            if (n % 50 === 0) await used.memory.search(ada, { query })
          }
          const request = { query, limit: 100 }
          const found = (await used.memory.search(ada, request)).hits
          expect(await used.check()).toEqual([])
          await used.memory.erase(ada)
          expect(await used.check()).toEqual([])
          const fresh = await open()
          for (const entry of kept.values()) await fresh.memory.put(ada, entry)
          const wanted = (await fresh.memory.search(ada, request)).hits
          const scores = (hits: typeof found) => new Map(hits.map(({ item, score }) => [item.id, score.toFixed(6)]))
          expect(scores(found)).toEqual(scores(wanted))
        }),
        { numRuns: runs, seed: 1 },
      )
    })
  })
}
