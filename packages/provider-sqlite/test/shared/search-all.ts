import type { Message } from '@lamella/core'
import type { ContentHit, Embedder, SearchAllRequest } from '@lamella/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { meaning, nonsense } from '../helpers/embedders.ts'
import type { OpenStores, SearchedStores } from './stores.ts'

const ada = { tenant: 'acme', user: 'ada' }
const filler = ['The weather was fine.', 'We met at the station.', 'Lunch is at noon.', 'The printer is broken again.']
const day = (of: number): Date => new Date(Date.UTC(2026, 4, of))

/** Texts of each kind, some of which belong to owners other than `ada`. */
interface Kept {
  readonly messages?: readonly string[] | undefined
  readonly memory?: readonly string[] | undefined
  readonly blocks?: readonly string[] | undefined
}

async function fill({ sessions, memory, blocks }: SearchedStores, kept: Kept, scope = ada, at = day(1)): Promise<void> {
  const messages = (kept.messages ?? []).map((content): Message => ({ role: 'user', content }))
  await sessions.append(scope, 's', messages, { at })
  for (const [n, text] of (kept.memory ?? []).entries()) {
    await memory.put(scope, { id: `m${n}`, text, kind: 'fact', date: at.toISOString() })
  }
  for (const [n, text] of (kept.blocks ?? []).entries()) {
    await blocks.create(scope, { id: `b${n}`, label: `label${n}`, kind: 'core', text }, { at })
  }
}

const textOf = (hit: ContentHit): string =>
  hit.content === 'messages' ? String(hit.item.message.content) : hit.item.text
const ask = async (stores: SearchedStores, request: SearchAllRequest | string): Promise<readonly string[]> =>
  (await stores.search(ada, typeof request === 'string' ? { query: request } : request)).hits.map(
    (hit) => `${hit.content}: ${textOf(hit)}`,
  )

/** `both` has two words of the query, `one` has one. */
const [query, both, one] = [
  'Which tea does the dentist drink?',
  'The dentist likes green tea.',
  'Ada made tea yesterday.',
]
const places = ['messages', 'memory', 'blocks'] as const

/** @param runs The number of generated cases. */
export function searchAllTests(open: OpenStores, runs: number): void {
  describe('search of all kinds', () => {
    it.each(
      places.flatMap((strong) => places.filter((weak) => weak !== strong).map((weak) => [strong, weak] as const)),
    )('ranks a strong hit of %s before a weak one of %s, however many hits either has', async (strong, weak) => {
      for (const more of [[], filler, Array.from({ length: 10 }, () => filler).flat()]) {
        for (const around of places) {
          const stores = await open()
          const kept = { [strong]: [both], [weak]: [one] } as Record<(typeof places)[number], string[] | undefined>
          await fill(stores, { ...kept, [around]: [...(kept[around] ?? []), ...more] })
          // Turns without a word of the query can be found for their neighbours.
          const found = (await ask(stores, query)).filter((text) => text.endsWith(both) || text.endsWith(one))
          expect(found).toEqual([`${strong}: ${both}`, `${weak}: ${one}`])
        }
      }
    })

    it.each(['messages', 'memory', 'blocks'] as const)(
      'computes word rarity over all kinds: one rare word in %s comes before a common one',
      async (place) => {
        const common = Array.from({ length: 30 }, (_, n) => `Cup ${n} of tea`)
        for (const other of places.filter((one) => one !== place)) {
          const stores = await open()
          await fill(stores, { [place]: ['A zebra was here'], [other]: common })
          const [first, second] = await ask(stores, { query: 'tea or zebra', limit: 2 })
          expect(first).toBe(`${place}: A zebra was here`)
          expect(second).toMatch(new RegExp(`^${other}: Cup`))
        }
      },
    )

    it.each([
      ['words', {}],
      ['words and vectors', { embedder: meaning(), embed: 'all' }],
      ['vectors of memory and blocks alone', { embedder: meaning() }],
      ['vectors that mean nothing', { embedder: nonsense(), embed: 'all' }],
    ] as const)("keeps the order of each kind's own search, with %s", { timeout: 120_000 }, async (_, options) => {
      const words = ['tea', 'dentist', 'green', 'train', 'ship']
      const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }).map((all) => all.join(' '))
      const texts = fc.uniqueArray(text, { maxLength: 16, size: 'max' })
      const kept = fc.record({ messages: texts, memory: texts, blocks: texts })
      await fc.assert(
        fc.asyncProperty(kept, text, fc.constantFrom(0, 0.5), async (all, question, diversity) => {
          const stores = await open(options)
          await fill(stores, all)
          const request = { query: question, limit: 100, diversity }
          const { hits } = await stores.search(ada, request)
          const own = {
            messages: (await stores.sessions.search(ada, request)).hits,
            memory: (await stores.memory.search(ada, request)).hits,
            blocks: (await stores.blocks.search(ada, request)).hits,
          }
          for (const content of places) {
            const joined = hits.filter((hit) => hit.content === content).map(({ item, by }) => ({ item, by }))
            expect(joined).toEqual(own[content].map(({ item, by }) => ({ item, by })))
          }
          const scores = hits.map(({ score }) => score)
          expect(scores).toEqual([...scores].sort((a, b) => b - a))
          expect(scores.every((score) => score > 0 && score <= 1)).toBe(true)
          // A smaller limit returns the start of the same list.
          if (diversity === 0)
            expect((await stores.search(ada, { ...request, limit: 3 })).hits).toEqual(hits.slice(0, 3))
        }),
        { numRuns: Math.min(300, Number(process.env['LAMELLA_RUNS'] ?? runs)) },
      )
    })

    it('works for kinds without data, and for owners without data', async () => {
      const stores = await open()
      expect(await ask(stores, query)).toEqual([])
      await fill(stores, { memory: [one, both] })
      const scoresOf = async (): Promise<readonly number[]> =>
        (await stores.search(ada, { query, content: ['memory'] })).hits.map(({ score }) => score)
      expect(await ask(stores, query)).toEqual([`memory: ${both}`, `memory: ${one}`])
      expect((await stores.search(ada, { query })).hits.map(({ score }) => score)).toEqual(await scoresOf())
      expect(await ask(stores, { query, content: [] })).toEqual([])
      expect(await ask(stores, 'the?')).toEqual([])
    })

    it('searches only the given content and session', async () => {
      const stores = await open()
      await fill(stores, { messages: [both], memory: [both], blocks: [both] })
      await stores.sessions.append(ada, 'other', [{ role: 'user', content: one }])
      expect(await ask(stores, { query, content: ['blocks', 'memory', 'blocks'] })).toEqual([
        `memory: ${both}`,
        `blocks: ${both}`,
      ])
      expect(await ask(stores, { query, content: ['messages'], session: 'other' })).toEqual([`messages: ${one}`])
      expect(await ask(stores, { query, session: 'none' })).toEqual([`memory: ${both}`, `blocks: ${both}`])
      const refused = { code: 'STORE_VALUE_INVALID' }
      await expect(ask(stores, { query, content: ['memory'], session: 's' })).rejects.toMatchObject(refused)
      for (const content of ['memory', ['notes'], [undefined]]) {
        await expect(ask(stores, { query, content } as never)).rejects.toMatchObject(refused)
      }
    })

    it('omits kinds that a filter does not apply to, unless they were named', async () => {
      const stores = await open()
      await fill(stores, { messages: [both], memory: [both], blocks: [both] })
      await fill(stores, { messages: [one] }, ada, day(20))
      const contentOf = async (request: Omit<SearchAllRequest, 'query'>): Promise<readonly string[]> =>
        (await stores.search(ada, { query, ...request })).hits.map(({ content }) => content)
      expect(await contentOf({ filter: { kinds: ['core', 'fact'] } })).toEqual(['memory', 'blocks'])
      expect(await contentOf({ filter: { kinds: ['core'] } })).toEqual(['blocks'])
      expect(await contentOf({ filter: { minImportance: 2 } })).toEqual(['memory'])
      expect(await ask(stores, { query, filter: { from: '2026-05-10' } })).toEqual([`messages: ${one}`])
      expect(await contentOf({ filter: { until: '2026-05-10' } })).toHaveLength(3)
      const refused = { code: 'STORE_VALUE_INVALID' }
      for (const request of [
        { filter: { kinds: ['core'] }, content: ['messages'] },
        { filter: { tags: ['x'] }, content: ['blocks', 'memory'] },
        { filter: { tags: ['x'] }, session: 's' },
        { filter: { colour: 'red' } },
        { limit: 0 },
        { mode: 'vector' },
      ] as const) {
        await expect(contentOf(request as never)).rejects.toMatchObject(refused)
      }
    })

    it('lowers the scores of old hits of every kind', async () => {
      const stores = await open()
      await fill(stores, { messages: [both], blocks: [one] })
      await fill(stores, { memory: [one] }, ada, day(30))
      const recency = { halfLifeDays: 2, now: day(30) }
      expect((await ask(stores, { query }))[0]).toBe(`messages: ${both}`)
      expect((await ask(stores, { query, recency }))[0]).toBe(`memory: ${one}`)
    })

    it('prefers hits that differ, of any kind, if diversity is set', async () => {
      const stores = await open()
      await fill(stores, { messages: [both], memory: [both], blocks: [both, one] })
      expect(new Set((await ask(stores, { query, limit: 2 })).map((hit) => hit.split(': ')[1]))).toEqual(
        new Set([both]),
      )
      const spread = await ask(stores, { query, limit: 2, diversity: 0.7 })
      expect(spread.map((hit) => hit.split(': ')[1])).toEqual([both, one])
    })

    it('finds nothing of other owners', async () => {
      const stores = await open({ embedder: meaning(), embed: 'all' })
      const others = [{ tenant: 'acme' }, { tenant: 'acme', user: 'eve' }, { tenant: 'acme', user: 'ada', agent: 'x' }]
      for (const scope of others)
        await fill(stores, { messages: [both], memory: [both], blocks: [both] }, scope as never)
      expect(await ask(stores, query)).toEqual([])
      await fill(stores, { blocks: [one] })
      expect(await ask(stores, query)).toEqual([`blocks: ${one}`])
      await expect(stores.search({} as never, { query })).rejects.toMatchObject({ code: 'SCOPE_INVALID' })
    })

    it('embeds the query once, and finds by meaning', async () => {
      const embedder = meaning()
      const stores = await open({ embedder, embed: 'all' })
      await fill(stores, { messages: ['A vehicle'], memory: ['My automobile'], blocks: ['Bread'] })
      await ask(stores, 'car')
      const before = embedder.calls.length
      const found = await ask(stores, { query: 'physician car', mode: 'vector' })
      expect(embedder.calls.slice(before)).toEqual([['physician car']])
      expect([...found.slice(0, 2)].sort()).toEqual(['memory: My automobile', 'messages: A vehicle'])
      expect(found[2]).toBe('blocks: Bread')
    })

    it('continues by words if the embedder fails, and rejects vector search of kinds without vectors', async () => {
      let isBroken = false
      const good = meaning()
      const embedder: Embedder = {
        ...good,
        embed: async (texts) => {
          if (isBroken) throw new Error('down')
          return good.embed(texts)
        },
      }
      const stores = await open({ embedder })
      await fill(stores, { messages: [both], memory: [one], blocks: [] })
      const needsVectors = { query, mode: 'vector' } as const
      expect(await ask(stores, needsVectors)).toEqual([`memory: ${one}`])
      const named = { ...needsVectors, content: ['messages'] } as const
      await expect(ask(stores, named)).rejects.toMatchObject({ code: 'STORE_VALUE_INVALID' })
      isBroken = true
      expect(await ask(stores, `${query} now`)).toEqual([`messages: ${both}`, `memory: ${one}`])
    })
  })
}
