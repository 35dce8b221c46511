import { createRequire } from 'node:module'
import { join } from 'node:path'
import { sqlite } from '@lamella/provider-sqlite'
import type Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { SqliteDatabase } from '../../../src/contract/sqlite-database.ts'
import { migrate, mustMigrate } from '../../../src/database/maintenance/migrate.ts'
import { versions } from '../../../src/database/schema.ts'
import { tempFolder } from '../../helpers/folder.ts'

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof Database
const first = 'CREATE TABLE a (n INTEGER) STRICT'
const second = 'ALTER TABLE a ADD COLUMN m INTEGER NOT NULL DEFAULT 7'

describe('a database', () => {
  it('gets every version if new, and the missing versions if old, and keeps its data', () => {
    const db = new Sqlite(':memory:')
    expect(mustMigrate(db, [first])).toBe(true)
    migrate(db, [first])
    expect(mustMigrate(db, [first])).toBe(false)
    db.exec('INSERT INTO a VALUES (1)')
    expect(mustMigrate(db, [first, second])).toBe(true)
    migrate(db, [first, second])
    migrate(db, [first, second])
    expect(db.prepare('SELECT * FROM a').all()).toEqual([{ n: 1, m: 7 }])
    expect(db.pragma('user_version', { simple: true })).toBe(2)
    db.close()
  })

  it("created by another process at that moment is not mistaken for another program's", () => {
    const path = join(tempFolder(), 'a.db')
    const [mine, theirs] = [new Sqlite(path), new Sqlite(path)]
    let looks = 0
    // The other process creates it between any two checks.
    const looking: SqliteDatabase = {
      close: () => mine.close(),
      exec: (sql) => mine.exec(sql),
      prepare: (sql) => {
        if (looks++ === 1) theirs.transaction(() => migrate(theirs, [first]))()
        return mine.prepare(sql)
      },
    }
    for (let look = 0; look < 4; look++) expect(() => mustMigrate(looking, [first])).not.toThrow()
    expect(looks).toBe(4)
    expect(mustMigrate(mine, [first])).toBe(false)
    mine.close()
    theirs.close()
  })

  it('is unchanged if a migration fails', () => {
    const db = new Sqlite(':memory:')
    migrate(db, [first])
    const before = db.prepare('SELECT * FROM sqlite_schema').all()
    const upgrade = db.transaction(() => migrate(db, [first, second, 'CREATE TABLE a (n)']))
    expect(upgrade).toThrow(/already exists/)
    expect(db.prepare('SELECT * FROM sqlite_schema').all()).toEqual(before)
    expect(db.pragma('user_version', { simple: true })).toBe(1)
    db.close()
  })

  it('of the first version keeps its blocks, which can then be shared, and its data is found', async () => {
    const path = join(tempFolder(), 'a.db')
    const old = new Sqlite(path)
    old.transaction(() => migrate(old, versions.slice(0, 1)))()
    old.exec(`
      INSERT INTO owners (id, tenant, user, agent) VALUES (1, 't', '', 'a');
      INSERT INTO entries VALUES (1, 1, x'0079', 1, NULL, NULL, '{"id":"y","kind":"note","text":"green tea"}', 0);
      INSERT INTO sessions (id, owner, sort, name, indexed) VALUES (1, 1, x'0073', 's', 1);
      INSERT INTO messages VALUES (100000000, 1, 0, 40, NULL, NULL, '{"role":"user","content":"a white ship"}');
      INSERT INTO blocks VALUES (1, 1, x'0078', 'x', 'notes', 'core', 1, 1, 1, 1, 0, 0, 0, NULL, NULL, 0);
      INSERT INTO block_values VALUES (1, '{}', 'x');
    `)
    old.close()
    const { blocks, memory, sessions, repair, close } = await sqlite(path)
    const [owner, other] = [
      { tenant: 't', agent: 'a' },
      { tenant: 't', agent: 'b' },
    ]
    expect(await blocks.get(owner, 'x')).toMatchObject({ label: 'notes', text: 'x' })
    await blocks.share(owner, 'x', other, { permission: 'ReadOnly' })
    expect(await blocks.readShared(other, owner, 'x')).toMatchObject({ revision: 1 })
    expect((await memory.search(owner, { query: 'tea' })).hits).toMatchObject([{ item: { id: 'y' } }])
    expect((await sessions.search(owner, { query: 'ships' })).hits).toMatchObject([
      { item: { session: 's', position: 0 } },
    ])
    expect((await blocks.search(owner, { query: 'notes' })).hits).toMatchObject([{ item: { id: 'x' } }])
    expect(await repair()).toEqual([])
    await close()
  })

  it('with an index of another form gets a new one', async () => {
    const path = join(tempFolder(), 'a.db')
    const owner = { tenant: 't' }
    const before = await sqlite(path, { indexingTime: Number.MAX_SAFE_INTEGER })
    await before.sessions.append(owner, 's', Array(100).fill({ role: 'user', content: 'a white ship' }))
    await before.memory.put(owner, { id: 'y', text: 'green tea' })
    expect((await before.sessions.search(owner, { query: 'ships' })).indexed).toEqual({ of: 100, done: 100 })
    await before.close()
    const old = new Sqlite(path)
    old.exec("UPDATE words SET postings = x'0010'; UPDATE word_chunks SET texts = x''; PRAGMA user_version = 8")
    old.close()
    const { memory, sessions, check, close } = await sqlite(path)
    expect((await sessions.search(owner, { query: 'ships' })).hits).toHaveLength(10)
    expect((await memory.search(owner, { query: 'tea' })).hits).toMatchObject([{ item: { id: 'y' } }])
    expect(await check()).toEqual([])
    await close()
  })

  it('of a later version of this package is rejected and not changed', async () => {
    const path = join(tempFolder(), 'a.db')
    await (await sqlite(path)).close()
    const db = new Sqlite(path)
    const known = db.pragma('user_version', { simple: true }) as number
    db.pragma(`user_version = ${known + 1}`)
    db.close()
    await expect(sqlite(path)).rejects.toMatchObject({ code: 'FORMAT_NEWER', details: { version: known + 1, known } })
  })

  it.each([
    ['tables', 'CREATE TABLE theirs (n)'],
    ['a version', 'PRAGMA user_version = 1'],
    ['an application id', 'PRAGMA application_id = 1'],
  ])('of another program is rejected and not changed, recognized by %s', async (_, sql) => {
    const path = join(tempFolder(), 'a.db')
    const db = new Sqlite(path)
    db.exec(`CREATE TABLE x (n); DROP TABLE x; ${sql}`)
    await expect(sqlite(path)).rejects.toMatchObject({ code: 'DATABASE_FOREIGN' })
    expect(db.pragma('journal_mode', { simple: true })).toBe('delete')
    db.close()
  })

  it('opened by two processes for the first time is created once', async () => {
    const path = join(tempFolder(), 'a.db')
    const both = await Promise.all([sqlite(path), sqlite(path)])
    for (const { check, close } of both) {
      expect(await check()).toEqual([])
      await close()
    }
  })
})
