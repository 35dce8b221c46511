import type { Message } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OpenStores } from './stores.ts'

const ada = { tenant: 'acme', user: 'ada' }
const say = (content: string, name?: string): Message => ({
  role: 'user',
  content,
  ...(name === undefined ? {} : { providerOptions: { chat: { name } } }),
})
const speaker = ({ providerOptions }: Message): string | undefined => providerOptions?.['chat']?.['name'] as string
const places = (
  hits: readonly { readonly item: { readonly session: string; readonly position: number } }[],
): readonly string[] => hits.map(({ item: { session, position } }) => `${session} ${position}`)

/** @param runs The number of generated cases. */
export function messageTests(open: OpenStores, runs: number): void {
  describe('a search of messages', () => {
    it('finds messages by speaker and time, in words', async () => {
      const { sessions } = await open({ speaker })
      await sessions.append(ada, 'may', [say('I like tea', 'Bob'), say('So do I', 'Eve')], {
        at: new Date('2026-05-12'),
      })
      await sessions.append(ada, 'june', [say('I like tea', 'Eve')], { at: new Date('2026-06-12') })
      expect(places((await sessions.search(ada, { query: 'What does Bob like?' })).hits)[0]).toBe('may 0')
      expect(places((await sessions.search(ada, { query: 'What did we like in June?' })).hits)[0]).toBe('june 0')
      expect(places((await sessions.search(ada, { query: 'tea', filter: { from: '2026-06-01' } })).hits)).toEqual([
        'june 0',
      ])
      const [first, ...others] = places((await sessions.search(ada, { query: 'tea' }, 'may')).hits)
      expect(first).toBe('may 0')
      for (const place of others) expect(place).toBe('may 1')
      expect((await sessions.search(ada, { query: 'tea' }, 'none')).hits).toEqual([])
      const recency = { halfLifeDays: 5, now: new Date('2026-06-13') }
      expect(places((await sessions.search(ada, { query: 'tea', recency })).hits).slice(0, 2)).toEqual([
        'june 0',
        'may 0',
      ])
    })

    it('prefers messages among turns on the same topic, within their own session only', async () => {
      const { sessions } = await open()
      await sessions.append(ada, 'a', [say('the moon is far'), say('tea is good'), say('ships sail')])
      await sessions.append(ada, 'b', [say('which tea is this?'), say('tea is good'), say('ships sail')])
      await sessions.append(ada, 'c', [say('tea is good')])
      expect(places((await sessions.search(ada, { query: 'tea', limit: 2 })).hits)).toEqual(['b 1', 'b 0'])
    })

    it('includes messages that arrived since the last search, and no deleted ones', async () => {
      const { sessions } = await open()
      await sessions.append(ada, 'a', [say('tea')])
      expect(places((await sessions.search(ada, { query: 'tea' })).hits)).toEqual(['a 0'])
      await sessions.append(ada, 'a', [say('milk'), say('more tea')])
      await sessions.transfer.fork(ada, 'a', 'b', 2)
      await sessions.delete(ada, 'a')
      const [first, ...others] = places((await sessions.search(ada, { query: 'tea' })).hits)
      expect(first).toBe('b 0')
      for (const place of others) expect(place).toBe('b 1')
      expect((await sessions.search({ tenant: 'acme' }, { query: 'tea' })).hits).toEqual([])
    })

    it('fails with a code if the speaker function throws, and works once it no longer does', async () => {
      let isWrong = true
      const { sessions } = await open({
        speaker: () => {
          if (isWrong) throw new Error('who?')
          return 'Bob'
        },
      })
      await sessions.append(ada, 'a', [say('tea')])
      await expect(sessions.search(ada, { query: 'tea' })).rejects.toMatchObject({ code: 'SPEAKER_FAILED' })
      expect(await sessions.append(ada, 'a', [say('milk')])).toMatchObject({ length: 2 })
      isWrong = false
      expect(places((await sessions.search(ada, { query: 'Bob milk' })).hits)).toEqual(['a 1', 'a 0'])
    })

    it('in the middle of appends finds what a search after all of them finds', async () => {
      const { sessions } = await open()
      const word = fc.constantFrom('tea', 'milk', 'moon', 'sun', 'fish', 'Where is it?')
      const step = fc.record({
        session: fc.constantFrom('a', 'b', 'c'),
        texts: fc.array(fc.array(word, { minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 3 }),
        searches: fc.boolean(),
      })
      const scoresOf = async (scope: typeof ada): Promise<Record<string, number>> => {
        const { hits } = await sessions.search(scope, { query: 'tea with milk', limit: Number.POSITIVE_INFINITY })
        return Object.fromEntries(
          hits.map(({ item, score }) => [`${item.session} ${item.position}`, Number(score.toFixed(9))]),
        )
      }
      let run = 0
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
          const growing = { tenant: 'acme', user: `growing ${run}` }
          const whole = { tenant: 'acme', user: `whole ${run++}` }
          for (const { session, texts, searches } of steps) {
            const messages = texts.map((words) => say(words.join(' ')))
            await sessions.append(growing, session, messages)
            await sessions.append(whole, session, messages)
            if (searches) await sessions.search(growing, { query: 'tea' })
          }
          expect(await scoresOf(growing)).toEqual(await scoresOf(whole))
        }),
        { numRuns: runs, seed: 1 },
      )
    })

    it('in several stores at once indexes each message once', async () => {
      const { sessions, check } = await open()
      const words = Array.from({ length: 1200 }, (_, n) => say(`tea ${n}`))
      await sessions.append(ada, 'a', words)
      const all = await Promise.all(
        Array.from({ length: 5 }, () => sessions.search(ada, { query: 'tea', limit: Number.POSITIVE_INFINITY })),
      )
      for (const { hits } of all) expect(new Set(places(hits)).size).toBe(1200)
      expect(await check()).toEqual([])
    })
  })

  describe('word scores', () => {
    it("match BM25 over the owner's data", async () => {
      const { memory } = await open()
      // Words that no stemmer changes.
      const word = fc.constantFrom('tea', 'milk', 'moon', 'sun', 'fish')
      const texts = fc.array(
        fc.record({
          words: fc.array(word, { minLength: 1, maxLength: 8 }),
          tags: fc.uniqueArray(word, { maxLength: 2 }),
        }),
        { minLength: 1, maxLength: 8 },
      )
      let run = 0
      await fc.assert(
        fc.asyncProperty(texts, fc.array(word, { minLength: 1, maxLength: 4 }), async (entries, question) => {
          const scope = { tenant: 'acme', user: `run ${run++}` }
          for (const [n, { words, tags }] of entries.entries())
            await memory.put(scope, { id: `${n}`, text: words.join(', '), tags })
          const average = entries.reduce((sum, { words }) => sum + words.length, 0) / entries.length
          const times = (list: readonly string[], term: string): number => list.filter((one) => one === term).length
          const scoreOf = ({ words, tags }: (typeof entries)[number]): number =>
            question.reduce((sum, term) => {
              const holders = entries.filter((one) => times([...one.words, ...one.tags], term) > 0).length
              const rarity = Math.log(1 + (entries.length - holders + 0.5) / (holders + 0.5))
              const f = times([...words, ...tags], term)
              return sum + (rarity * f * 1.9) / (f + 0.9 * (0.6 + (0.4 * words.length) / average))
            }, 0)
          const { hits } = await memory.search(scope, { query: question.join(' '), limit: 100 })
          const found = entries.map((_, n) => hits.find(({ item }) => item.id === `${n}`)?.score ?? 0)
          expect(found).toEqual(entries.map((entry) => expect.closeTo(scoreOf(entry), 5)))
        }),
        { numRuns: runs, seed: 1 },
      )
    })
  })
}
