import { createRequire } from 'node:module'
import { join } from 'node:path'
import { sqlite } from '@lamella/provider-sqlite'
import type Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { direction, embedderOf } from '../helpers/embedders.ts'
import { tempFolder } from '../helpers/folder.ts'
import { openInMemory } from '../helpers/open.ts'
import { vectorTests } from '../shared/vectors.ts'

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof Database
const ada = { tenant: 'acme', user: 'ada' }
const ids = (hits: readonly { readonly item: { readonly id: string } }[]) => hits.map(({ item }) => item.id)
vectorTests(openInMemory)

describe('vectors of memory', () => {
  it('of a model with the same name and other dimensions are rejected', async () => {
    const path = join(tempFolder(), 'a.db')
    const model = (dimensions: number) => embedderOf('m', (text) => direction(text, dimensions), { dimensions })
    await (await sqlite(path, { embedder: model(8) })).close()
    await expect(sqlite(path, { embedder: model(9) })).rejects.toMatchObject({
      code: 'EMBEDDER_MISMATCH',
      details: { embedder: 'm', dimensions: 9, kept: 8 },
    })
    await (await sqlite(path, { embedder: model(8) })).close()
  })

  it('are compared in the same order with and without sqlite-vec', async () => {
    const embedder = embedderOf('m', (text) => direction(text))
    const orders = []
    for (const hasExtension of [true, false]) {
      const db = new Sqlite(':memory:')
      let loaded = 0
      const { memory } = await sqlite(
        {
          exec: (sql) => db.exec(sql),
          prepare: (sql) => db.prepare(sql),
          close: () => db.close(),
          ...(hasExtension
            ? {
                loadExtension: (file: string) => {
                  loaded++
                  db.loadExtension(file)
                },
              }
            : {}),
        },
        { embedder },
      )
      for (let n = 0; n < 700; n++) await memory.put(ada, { id: `${n}`, text: `text ${n}` })
      expect(loaded).toBe(hasExtension ? 1 : 0)
      orders.push((await memory.search(ada, { query: 'anything', mode: 'vector', limit: 700 })).hits)
    }
    const [inDatabase = [], inProcess = []] = orders
    expect(inDatabase).toHaveLength(700)
    expect(ids(inDatabase)).toEqual(ids(inProcess))
    for (const [n, { score }] of inDatabase.entries()) expect(score).toBeCloseTo(inProcess[n]?.score ?? 0, 5)
  })
})
