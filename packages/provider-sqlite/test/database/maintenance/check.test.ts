import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type SqliteStores, sqlite } from '@lamella/provider-sqlite'
import type Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { meaning } from '../../helpers/embedders.ts'
import { tempFolder } from '../../helpers/folder.ts'

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof Database
const ada = { tenant: 'acme', user: 'ada' }
const eve = { tenant: 'acme', user: 'eve' }

/** Some data of every kind, indexed. */
async function fill({ sessions, memory }: SqliteStores): Promise<void> {
  for (const scope of [ada, eve]) {
    await sessions.append(scope, 's', [
      { role: 'user', content: 'green tea' },
      { role: 'user', content: 'a ship' },
    ])
    await memory.put(scope, { id: 'a', text: 'the car' })
    await sessions.search(scope, { query: 'tea' })
  }
}

const damages: readonly (readonly [sql: string, codes: readonly string[]])[] = [
  ["INSERT INTO messages VALUES (99900000000, 1, 0, 2, NULL, NULL, '{}')", ['DATABASE_INCONSISTENT']],
  ["UPDATE entries SET json = '{' WHERE id = 1", ['DATABASE_INCONSISTENT']],
  ['UPDATE entries SET owner = 99 WHERE id = 1', ['DATABASE_INCONSISTENT', 'INDEX_INCONSISTENT', 'INDEX_INCONSISTENT']],
  [
    "DELETE FROM words WHERE term = 'tea' AND chunk = (SELECT min(chunk) FROM words WHERE term = 'tea')",
    ['INDEX_INCONSISTENT'],
  ],
  ["INSERT INTO words SELECT min(chunk), 'x', x'0020' FROM words", ['INDEX_INCONSISTENT']],
  [
    "UPDATE words SET postings = x'00ff00ff' WHERE term = 'car' AND chunk = (SELECT max(chunk) FROM words WHERE term = 'car')",
    ['INDEX_INCONSISTENT'],
  ],
  ["UPDATE word_chunks SET texts = x'' WHERE id = 1", ['INDEX_INCONSISTENT']],
  ['UPDATE word_chunks SET places = places + 1 WHERE id = 1', ['INDEX_INCONSISTENT']],
  ['UPDATE word_chunks SET owner = 2 WHERE owner = 1 AND kind = 1', ['INDEX_INCONSISTENT']],
  [
    'DELETE FROM indexed_texts WHERE kind = 0 AND id = (SELECT min(key) FROM messages)',
    ['INDEX_INCONSISTENT', 'INDEX_INCONSISTENT'],
  ],
  [
    'INSERT INTO indexed_texts SELECT 1, 7, min(chunk) FROM indexed_texts WHERE kind = 1',
    ['INDEX_INCONSISTENT', 'INDEX_INCONSISTENT'],
  ],
  ['UPDATE message_vectors SET item = 7 WHERE id = 1', ['INDEX_INCONSISTENT']],
  ['UPDATE message_vectors SET owner = 2 WHERE owner = 1', ['INDEX_INCONSISTENT']],
  ['UPDATE entry_vectors SET owner = 2 WHERE owner = 1', ['INDEX_INCONSISTENT']],
  ['UPDATE deletions SET marked = marked + 1', ['ERASE_PENDING']],
]

describe('check', () => {
  it.each(damages)('reports the problem and changes nothing: %s', async (sql, codes) => {
    const db = new Sqlite(':memory:')
    const stores = await sqlite(db, { embedder: meaning(), embed: 'all' })
    await fill(stores)
    expect(await stores.check()).toEqual([])
    db.unsafeMode(true)
    db.pragma('foreign_keys = OFF')
    db.exec(sql)
    const before = db.serialize()
    const found = await stores.check()
    expect(found.map(({ code }) => code).sort()).toEqual(codes)
    expect(await stores.check()).toEqual(found)
    expect(db.serialize().equals(before)).toBe(true)
    db.close()
  })

  it('reports damaged pages, wherever they are, and never throws anything else', async () => {
    let told = 0
    for (let page = 1; page < 60; page += 2) {
      const path = join(tempFolder(), 'a.db')
      const stores = await sqlite(path)
      await fill(stores)
      await stores.close()
      if (page * 4096 >= statSync(path).size) break
      const file = openSync(path, 'r+')
      writeSync(file, Buffer.alloc(200, 0xa5), 0, 200, page * 4096)
      closeSync(file)
      const found = await sqlite(path).then(
        async ({ check, close }) => {
          const notices = await check()
          await close()
          return notices.map(({ code }) => code as string)
        },
        (error: { readonly code: string }) => [error.code],
      )
      expect(found.length).toBeGreaterThan(0)
      for (const code of found)
        expect(['DATABASE_INCONSISTENT', 'DATABASE_DAMAGED', 'INDEX_INCONSISTENT', 'BLOCK_INCONSISTENT']).toContain(
          code,
        )
      told++
    }
    expect(told).toBeGreaterThan(10)
  })
})
