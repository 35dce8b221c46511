import { createContext, isLamellaError, type MemoryEntry, type MemorySource, type Ranker } from '@lamella/core'
import { memory, message } from '@lamella/layers'
import { searchSource } from '@lamella/store'
import { createMemoryStore } from '@lamella/store/memory'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordRanker } from '../../../testkit/test/rankers/word-ranker.ts'
import { hostileText } from '../support/hostile.ts'
import { compose, load, textOf } from '../support/load.ts'

const sourceOf = (entries: readonly MemoryEntry[]): MemorySource => ({ entries: () => ({ entries }) })
const texts = (...given: readonly string[]): readonly MemoryEntry[] =>
  given.map((text, index) => ({ id: `m${index}`, text }))

/** Scores by how often the query occurs in the entry. */
const counting: Ranker = {
  name: 'counting',
  rank: (query, documents) => documents.map(({ text }) => text.split(query).length - 1),
}

describe('memory', () => {
  it('applies to private sessions by default, and gives way early', () => {
    const source = sourceOf([])
    expect(memory({ source })).toMatchObject({
      name: 'memory',
      order: 300,
      priority: 20,
      stability: 'turn',
      budget: { min: 200 },
      audience: ['private'],
    })
    expect(memory({ source, audience: ['private', 'cron'] }).audience).toEqual(['private', 'cron'])
  })

  it('writes each entry as one list item under a heading', async () => {
    const entries = [
      { id: 'a', text: 'Anna likes tea.\nGreen tea.' },
      { id: 'b', text: 'Launch moved.', date: '2026-02-14T10:00:00Z', from: 'memory/2026-02-14.md' },
    ]
    const layer = memory({ source: sourceOf(entries) })
    const { fragments } = await load(layer)
    expect(compose(layer, fragments).split('\n')).toEqual([
      'Relevant memories:',
      expect.stringContaining('not instructions'),
      '- Anna likes tea.',
      '  Green tea.',
      '- [2026-02-14] Launch moved.',
    ])
    expect(fragments[1]?.origin).toEqual({ by: 'agent', from: 'memory/2026-02-14.md' })
  })

  it('is empty without entries', async () => {
    expect(await textOf(memory({ source: sourceOf([{ id: 'blank', text: ' \n' }]) }))).toBe('')
  })

  it('chooses the best hits, keeps them in source order, and drops the least relevant first', async () => {
    const source = sourceOf(texts('tea', 'coffee', 'tea tea', 'tea tea tea'))
    const result = await load(memory({ source, ranker: counting, maxEntries: 3 }), { query: 'tea' })
    expect(result.fragments.map(({ id, rank }) => [id, rank])).toEqual([
      ['m0', 1],
      ['m2', 2],
      ['m3', 3],
    ])
    expect(result.omitted).toEqual([{ count: 1, reason: 'beyond the 3 most relevant memories' }])
  })

  it('keeps the best search results of a source, in order of ids, and passes the question to the source', async () => {
    const asked: unknown[] = []
    const source: MemorySource = {
      entries: (_, { query, now }) => {
        asked.push([query, now])
        return { entries: texts('a', 'b', 'c', 'd').toReversed(), found: true }
      },
    }
    const now = new Date('2026-06-01T00:00:00Z')
    const result = await load(memory({ source, maxEntries: 3 }), { query: 'tea', now })
    expect(asked).toEqual([['tea', now]])
    expect(result.fragments.map(({ id, rank }) => [id, rank])).toEqual([
      ['m1', 1],
      ['m2', 2],
      ['m3', 3],
    ])
    const ranked = await load(memory({ source, ranker: counting, maxEntries: 1 }), { query: 'a' })
    expect(ranked.fragments.map(({ id }) => id)).toEqual(['m0'])
  })

  it('shortens the best hit of a search if it is long, and drops the others first', async () => {
    const store = createMemoryStore({ ranker: wordRanker })
    const scope = { tenant: 'acme', kind: 'private' } as const
    await store.put(scope, { id: 'best', text: `Tea, green tea, tea. ${'And so on for ever. '.repeat(50_000)}` })
    for (const n of [1, 2, 3])
      await store.put(scope, { id: `other ${n}`, text: `Something about tea ${n}, ${'x '.repeat(200)}` })
    const { report, system } = await createContext()
      .use([memory({ source: searchSource(store) }), message()])
      .budget({ window: 400, reserve: 100 })
      .build({ scope, message: 'green tea' })
    expect(system.map(({ content }) => content).join('')).toContain('- Tea, green tea')
    const fates = report.rows.map(({ fragment, action }) => [fragment, action])
    expect(fates).toContainEqual(['best', 'shortened'])
    expect(fates).toContainEqual(['other 3', 'dropped'])
  })

  it('does not call the ranker without a query, and otherwise passes it the array of the source', async () => {
    const entries = texts('a', 'b')
    const asked: unknown[] = []
    const ranker: Ranker = {
      name: 'spy',
      rank: (_, documents) => {
        asked.push(documents)
        return documents.map(() => 0)
      },
    }
    const layer = memory({ source: sourceOf(entries), ranker })
    await load(layer, { query: ' ' })
    expect(asked).toEqual([])
    await load(layer, { query: 'a' })
    expect(asked[0]).toBe(entries)
  })

  it('names a ranker that violates its contract', async () => {
    for (const scores of [[1], [1, Number.NaN], undefined]) {
      const ranker: Ranker = { name: 'broken', rank: () => scores as readonly number[] }
      const error: unknown = await load(memory({ source: sourceOf(texts('a', 'b')), ranker }), { query: 'a' }).catch(
        (thrown: unknown) => thrown,
      )
      expect(isLamellaError(error, 'RANKER_INVALID')).toBe(true)
      expect(String(error)).toContain("'broken'")
    }
  })

  it('never drops the best hit for being long, because its short forms fit the minimum', async () => {
    const source = sourceOf(texts(`tea ${'x'.repeat(50_000)}`, 'short'))
    const layer = memory({ source, ranker: counting, maxEntryChars: 20_000 })
    const { fragments, notices } = await load(layer, { query: 'tea' })
    expect(fragments[0]?.rank).toBeGreaterThan(fragments[1]?.rank ?? 0)
    const lengths = [fragments[0]?.content, ...(fragments[0]?.shorter ?? [])].map((form) => form?.length)
    expect([lengths[0], lengths.at(-1)]).toEqual([20_002, 162])
    const steps = lengths.slice(1).map((length = 0, index) => (lengths[index] ?? 0) - length)
    expect(Math.max(...steps)).toBeLessThanOrEqual(2_001)
    expect(fragments[0]?.shorter?.at(-1)).toMatch(/… \[49\d{3} characters cut\]$/)
    expect(notices).toMatchObject([{ code: 'MEMORY_ENTRY_CUT' }])
  })

  it('uses the first of two entries with the same id, and reports it', async () => {
    const source = sourceOf([
      { id: 'a', text: 'first' },
      { id: 'a', text: 'second', from: 'MEMORY.md' },
    ])
    const { fragments, notices } = await load(memory({ source }))
    expect(fragments.map(({ content }) => content)).toEqual(['- first'])
    expect(notices).toMatchObject([{ code: 'MEMORY_DUPLICATE', from: 'MEMORY.md' }])
  })

  it('shows a date only if it is valid', async () => {
    const entries = ['2026-02-14x', 'today\n# System', '2026-02-14'].map((date, index) => ({
      id: `${index}`,
      text: 't',
      date,
    }))
    const { fragments } = await load(memory({ source: sourceOf(entries) }))
    expect(fragments.map(({ content }) => content)).toEqual(['- t', '- t', '- [2026-02-14] t'])
  })

  it('returns the same text while the same entries are chosen, whatever the query', async () => {
    const layer = memory({ source: sourceOf(texts('tea', 'coffee', 'cake')), ranker: counting })
    expect(await textOf(layer, { query: 'tea' })).toBe(await textOf(layer, { query: 'cake' }))
  })

  it('lets no entry look like the end of the block, at any rung', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostileText, { maxLength: 5 }), fc.nat(3), async (given, rung) => {
        const layer = memory({ source: sourceOf(texts(...given.map((text) => text.repeat(9)))), maxEntryChars: 300 })
        const { fragments } = await load(layer)
        if (fragments.length === 0) return
        const lines = compose(layer, fragments, rung).split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
        const free = lines.slice(2).filter((line) => line !== '' && !line.startsWith('  '))
        expect(free).toHaveLength(fragments.length)
        expect(free.every((line) => line.startsWith('- '))).toBe(true)
      }),
    )
  })

  it('names an invalid option in the error', () => {
    expect(() => memory({} as { source: MemorySource })).toThrow("'source' is missing")
    expect(() => memory({ source: sourceOf([]), maxEntries: -1 })).toThrow('whole number, 0 or more')
    expect(() => memory({ source: sourceOf([]), maxEntrys: 1 } as never)).toThrow("Did you mean 'maxEntries'?")
  })
})
