import { createRequire } from 'node:module'
import { sqlite } from '@lamella/provider-sqlite'
import { describe, expect, it } from 'vitest'
import { direction, embedderOf } from '../helpers/embedders.ts'
import { bytes } from './stores.ts'

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof import('better-sqlite3')
const ada = { tenant: 'acme', user: 'ada' }

/** A database with a block that has a snapshot and updates. */
async function filled() {
  const db = new Sqlite(':memory:')
  const embedder = embedderOf('e', (text) => direction(text))
  const stores = await sqlite(db, { embedder })
  await stores.blocks.create(ada, { id: 'b', label: 'l', kind: 'k', text: 'green tea' })
  for (const n of [2, 3, 4]) await stores.blocks.append(ada, 'b', bytes(`u${n}`))
  await stores.blocks.compact(ada, 'b', bytes('s'), 3)
  expect(await stores.check()).toEqual([])
  return { db, stores }
}

describe('check', () => {
  it.each([
    'UPDATE blocks SET updates = 2',
    'UPDATE blocks SET updates_size = 1',
    'UPDATE blocks SET snapshot_size = 0',
    'UPDATE blocks SET revision = 3',
    'UPDATE blocks SET content_revision = 3',
    'UPDATE blocks SET text_revision = 5',
    'UPDATE block_updates SET revision = 3',
    "UPDATE block_updates SET bytes = x'00'",
    'DELETE FROM block_updates',
    'DELETE FROM block_snapshots',
    'DELETE FROM block_values',
    "UPDATE block_values SET meta = '{'",
  ])('reports mismatched block data: %s', async (sql) => {
    const { db, stores } = await filled()
    db.exec(sql)
    expect((await stores.check()).map(({ code }) => code)).toEqual(['BLOCK_INCONSISTENT'])
    db.close()
  })

  it.each([
    'DELETE FROM words',
    'UPDATE word_chunks SET places = 7',
    "UPDATE words SET postings = x'00ff00ff'",
    "INSERT INTO words SELECT id, 'x', x'0020' FROM word_chunks",
  ])('reports mismatched block words, which repair fixes: %s', async (sql) => {
    const { db, stores } = await filled()
    db.exec(sql)
    expect((await stores.check()).map(({ code }) => code)).toEqual(['INDEX_INCONSISTENT'])
    expect(await stores.repair()).toEqual([])
    const [hit] = (await stores.blocks.search(ada, { query: 'tea', mode: 'keyword' })).hits
    expect(hit?.item.id).toBe('b')
    db.close()
  })

  it('keeps a block with damaged metadata readable, and accepts new metadata', async () => {
    const { db, stores } = await filled()
    await stores.blocks.create(ada, { id: 'c', label: 'c', kind: 'k', text: 'black tea' })
    db.exec("UPDATE block_values SET meta = '{' WHERE text = 'green tea'")
    await expect(stores.blocks.get(ada, 'b')).rejects.toMatchObject({ code: 'DATABASE_DAMAGED' })
    expect((await stores.blocks.read(ada, 'b'))?.updates).toEqual([bytes('u4')])
    expect((await stores.search(ada, { query: 'tea' })).hits.map(({ item }) => 'id' in item && item.id)).toEqual(['c'])
    await stores.blocks.change(ada, 'b', { meta: {} })
    expect((await stores.search(ada, { query: 'tea' })).hits.length).toBe(2)
    expect(await stores.check()).toEqual([])
    db.close()
  })

  it('finds rows that reference missing blocks', async () => {
    const { db, stores } = await filled()
    db.exec("PRAGMA foreign_keys = OFF; INSERT INTO block_updates (block, revision, bytes) VALUES (7, 1, x'00')")
    expect((await stores.check()).map(({ code }) => code)).toEqual(['DATABASE_INCONSISTENT'])
    db.close()
  })
})

it('the blocks of an owner survive the erasure of its memories and sessions', async () => {
  const { db, stores } = await filled()
  await stores.memory.put(ada, { id: 'm', text: 'tea' })
  await stores.sessions.append(ada, 's', [{ role: 'user', content: 'tea' }])
  await stores.memory.erase({ tenant: 'acme' })
  await stores.sessions.admin.erase({ tenant: 'acme' })
  expect((await stores.blocks.read(ada, 'b'))?.updates).toEqual([bytes('u4')])
  expect(await stores.check()).toEqual([])
  db.close()
})
