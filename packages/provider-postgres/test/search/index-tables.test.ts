import type { Message } from '@lamella/core'
import { type PostgresOptions, postgres } from '@lamella/provider-postgres'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { meaning } from '../../../provider-sqlite/test/helpers/embedders.ts'
import { codePoint } from '../../../testkit/src/samples/code-point.ts'
import { database } from '../helpers/database.ts'
import { newSchema } from '../helpers/engines.ts'
import { indexProblems } from '../helpers/index-problems.ts'

const engine = await database()
const ada = { tenant: 'acme', user: 'ada' }
const say = (content: string): Message => ({ role: 'user', content })

async function open(options: PostgresOptions = {}) {
  const schema = newSchema()
  const stores = await postgres(engine, { schema, indexingTime: Number.MAX_SAFE_INTEGER, ...options })
  const tables = ['indexed_extents', 'indexed_texts', 'words', 'vectors'] as const
  const sizes = async (): Promise<readonly number[]> => {
    const counts: number[] = []
    for (const table of tables) {
      const { rows } = await engine.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${schema}.${table}`)
      counts.push(rows[0]?.n ?? -1)
    }
    return counts
  }
  return { ...stores, schema, sizes, problems: () => indexProblems(engine, schema) }
}

describe('the tables of the index', () => {
  it('of another form are made anew, and vectors stay', async () => {
    const options = { embedder: meaning(), embed: 'all' } as const
    const before = await open(options)
    await before.sessions.append(ada, 's', [say('A ship.'), say('A moon.')])
    await before.memory.put(ada, { id: 'a', text: 'Green tea.' })
    await before.sessions.search(ada, { query: 'ship' })
    await before.memory.search(ada, { query: 'tea' })
    const { schema } = before
    const vectors = (await before.sizes())[3]
    await engine.query(`UPDATE ${schema}.words SET postings = '\\x0010'`)
    await engine.query(`UPDATE ${schema}.indexed_texts SET texts = '\\x01'`)
    await engine.query(`DELETE FROM ${schema}.migrations WHERE version = 2`)
    const again = await postgres(engine, { schema, indexingTime: Number.MAX_SAFE_INTEGER, ...options })
    expect((await again.sessions.search(ada, { query: 'ships' })).hits[0]?.item.position).toBe(0)
    expect((await again.memory.search(ada, { query: 'teas' })).hits[0]?.item.id).toBe('a')
    expect(await before.problems()).toEqual([])
    expect((await before.sizes())[3]).toBe(vectors)
  })

  it('match the texts after any changes and searches', async () => {
    const words = fc.array(fc.constantFrom('tea', 'milk', 'moon', 'sun', 'fish', '北京'), {
      minLength: 1,
      maxLength: 12,
    })
    const text = words.map((all) => all.join(' '))
    const id = fc.constantFrom('a', 'b', 'c')
    const step = fc.oneof(
      fc.record({ what: fc.constant('append' as const), id, texts: fc.array(text, { minLength: 1, maxLength: 4 }) }),
      fc.record({ what: fc.constant('put' as const), id, text }),
      fc.record({ what: fc.constantFrom('delete', 'forget', 'search', 'erase', 'fork'), id }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25, size: 'max' }), async (steps) => {
        const { sessions, memory, problems, sizes } = await open()
        for (const one of steps) {
          if (one.what === 'append') await sessions.append(ada, one.id, 'texts' in one ? one.texts.map(say) : [])
          else if (one.what === 'put') await memory.put(ada, { id: one.id, text: 'text' in one ? one.text : '' })
          else if (one.what === 'delete') await sessions.delete(ada, one.id)
          else if (one.what === 'forget') await memory.delete(ada, one.id)
          else if (one.what === 'erase') await memory.erase(ada)
          else if (one.what === 'fork') await sessions.transfer.fork(ada, one.id, `${one.id}'`).catch(() => {})
          else {
            await sessions.search?.(ada, { query: 'tea' })
            await memory.search(ada, { query: 'tea' })
          }
          expect(await problems()).toEqual([])
        }
        await sessions.admin.erase(ada)
        await memory.erase(ada)
        expect(await sizes()).toEqual([0, 0, 0, 0])
      }),
      { numRuns: Math.min(300, Number(process.env['LAMELLA_RUNS'] ?? 12)) },
    )
  })

  it('hold nothing of what was deleted, replaced or erased', async () => {
    const { sessions, memory, schema, sizes } = await open({ embedder: meaning(), embed: 'all' })
    const has = async (term: string): Promise<boolean> =>
      (await engine.query(`SELECT FROM ${schema}.words WHERE term = $1`, [term])).rows.length > 0
    await sessions.append(ada, 's', [say('the secret zebra'), say('plain talk')])
    await sessions.append(ada, 't', [say('plain giraffe')])
    await memory.put(ada, { id: 'm', text: 'an ibex', tags: ['gnu'] })
    await memory.put(ada, { id: 'n', text: 'plain memory' })
    const search = async (): Promise<void> => {
      await sessions.search?.(ada, { query: 'plain' })
      await memory.search(ada, { query: 'plain' })
    }
    await search()
    for (const term of ['zebra', 'giraff', 'ibex', 'gnu', 'plain'])
      expect([term, await has(term)]).toEqual([term, true])
    await memory.put(ada, { id: 'm', text: 'a lynx' })
    await sessions.delete(ada, 's')
    for (const term of ['zebra', 'ibex', 'gnu']) expect([term, await has(term)]).toEqual([term, false])
    await search()
    expect(await has('lynx')).toBe(true)
    await memory.delete(ada, 'm')
    expect(await has('lynx')).toBe(false)
    await memory.erase({ tenant: 'acme' })
    await sessions.admin.erase({ tenant: 'acme' })
    expect(await sizes()).toEqual([0, 0, 0, 0])
  })

  it('are not written by appends and puts, only by searches', async () => {
    const { sessions, memory, sizes } = await open()
    await sessions.append(ada, 's', [say('tea')])
    await memory.put(ada, { id: 'm', text: 'tea' })
    expect(await sizes()).toEqual([0, 0, 0, 0])
    await sessions.search?.(ada, { query: 'tea' })
    expect(await sizes()).toEqual([1, 1, 1, 0])
  })

  it('divide many texts into chunks, and find texts in each', async () => {
    const { memory, schema, problems } = await open()
    const long = (n: number): string => Array.from({ length: 3_000 }, (_, i) => `w${n % 2}x${i}`).join(' ')
    for (let n = 0; n < 50; n++) await memory.put(ada, { id: `${n}`, text: `tea only${n} ${long(n)}` })
    expect((await memory.search(ada, { query: 'tea', limit: 100 })).hits).toHaveLength(50)
    const { rows } = await engine.query(`SELECT DISTINCT chunk FROM ${schema}.words`)
    expect(rows.length).toBeGreaterThan(2)
    for (const n of [0, 25, 49]) {
      expect((await memory.search(ada, { query: `only${n}` })).hits.map(({ item }) => item.id)).toEqual([`${n}`])
    }
    for (let n = 0; n < 49; n++) await memory.delete(ada, `${n}`)
    expect(await problems()).toEqual([])
    expect((await memory.search(ada, { query: 'tea' })).hits.map(({ item }) => item.id)).toEqual(['49'])
  })

  it("are not affected by texts of others, whose words never change an owner's order or scores", async () => {
    const { sessions, memory } = await open()
    await sessions.append(ada, 's', [say('green tea'), say('tea with milk'), say('the moon')])
    await memory.put(ada, { id: 'm', text: 'tea, tea and milk' })
    const ask = async () => [
      await sessions.search?.(ada, { query: 'milk tea' }),
      await memory.search(ada, { query: 'milk tea' }),
    ]
    const before = await ask()
    for (const other of [{ tenant: 'acme', user: 'eve' }, { tenant: 'acme' }, { tenant: 'bolt', user: 'ada' }]) {
      await sessions.append(
        other,
        's',
        Array.from({ length: 50 }, () => say('milk')),
      )
      await memory.put(other, { id: 'm', text: 'milk' })
      await sessions.search?.(other, { query: 'milk' })
      await memory.search(other, { query: 'milk' })
    }
    expect(await ask()).toEqual(before)
  })

  it('take any text and any query as data', async () => {
    const { sessions, memory, problems } = await open()
    await memory.put(ada, { id: 'tea', text: 'tea' })
    const hostile = [
      "'); DROP TABLE words; --",
      '$1',
      '\\x00',
      '{a,"b",NULL}',
      'a\0b',
      '\u0301\u0316',
      '\ufeff',
      '%_',
      '🎉',
    ]
    for (const [n, text] of hostile.entries()) {
      await memory.put(ada, { id: `h${n}`, text: `${text} word${n}` })
      await sessions.append(ada, `h${n}`, [say(`${text} word${n}`)])
    }
    for (const [n, query] of hostile.entries()) {
      await memory.search(ada, { query })
      expect((await memory.search(ada, { query: `${query} word${n}`, limit: 1 })).hits[0]?.item.id).toBe(`h${n}`)
      expect((await sessions.search?.(ada, { query: `word${n}` }))?.hits[0]?.item.session).toBe(`h${n}`)
    }
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: codePoint, maxLength: 60 }), async (query) => {
        await memory.search(ada, { query: `${query} tea` })
      }),
      { numRuns: 50 },
    )
    expect(await problems()).toEqual([])
  })
})
