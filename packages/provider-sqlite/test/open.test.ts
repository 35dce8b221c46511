import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type SqliteDatabase, sqlite } from '@lamella/provider-sqlite'
import type Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openFile } from '../src/database/open-file.ts'
import { tempFolder } from './helpers/folder.ts'
import { programs } from './helpers/processes.ts'

const load = createRequire(import.meta.url)
const Sqlite = load('better-sqlite3') as typeof Database
const ada = { tenant: 'acme', user: 'ada' }
const hello = { role: 'user', content: 'Hello' } as const

describe('a database file', () => {
  it('is created if missing, and is found when it is opened again', async () => {
    const path = join(tempFolder(), 'a.db')
    const first = await sqlite(path)
    await first.sessions.append(ada, 's', [hello])
    await first.close()
    await first.close()
    const second = await sqlite(path)
    expect((await second.sessions.page(ada, 's')).messages[0]?.message).toEqual(hello)
    await second.close()
  })

  it.runIf(process.platform !== 'win32')(
    'is readable by its owner alone, with all files beside it and its backup',
    async () => {
      const umask = process.umask(0)
      try {
        const folder = tempFolder()
        const { sessions, backup, close } = await sqlite(join(folder, 'a.db'))
        await sessions.append(ada, 's', [hello])
        await backup(join(folder, 'b.db'))
        const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777])
        expect(Object.fromEntries(modes)).toEqual({
          'a.db': 0o600,
          'a.db-shm': 0o600,
          'a.db-wal': 0o600,
          'b.db': 0o600,
        })
        await close()
      } finally {
        process.umask(umask)
      }
    },
  )

  it('prepares the statements of a call when it is made, each once', async () => {
    const db = new Sqlite(':memory:')
    const prepared: string[] = []
    const counting: SqliteDatabase = {
      exec: (sql) => db.exec(sql),
      prepare: (sql) => {
        prepared.push(sql)
        return db.prepare(sql)
      },
      close: () => db.close(),
    }
    const { sessions } = await sqlite(counting)
    const append = () => sessions.append(ada, 's', [hello])
    expect(prepared.filter((sql) => /INSERT INTO messages/.test(sql))).toEqual([])
    await append()
    expect(prepared.filter((sql) => /INSERT INTO messages/.test(sql))).toHaveLength(1)
    expect(prepared.filter((sql) => /INSERT INTO (blocks|blobs|entries)/.test(sql))).toEqual([])
    // The second append to a session is another one than the first; the third is like the second.
    await append()
    const after = prepared.length
    await append()
    expect(prepared).toHaveLength(after)
    db.close()
  })

  it('in a missing folder is rejected, and no folder is created', async () => {
    const folder = join(tempFolder(), 'none')
    await expect(sqlite(join(folder, 'a.db'))).rejects.toMatchObject({ code: 'DATABASE_FAILED' })
    expect(existsSync(folder)).toBe(false)
  })

  it('that is a folder, or not a database, is rejected and left unchanged', async () => {
    const folder = tempFolder()
    mkdirSync(join(folder, 'folder.db'))
    await expect(sqlite(join(folder, 'folder.db'))).rejects.toMatchObject({ code: 'DATABASE_FAILED' })
    const text = 'This is no database. '.repeat(1000)
    writeFileSync(join(folder, 'text.db'), text)
    await expect(sqlite(join(folder, 'text.db'))).rejects.toMatchObject({ code: 'DATABASE_DAMAGED' })
    expect(readFileSync(join(folder, 'text.db'), 'utf8')).toBe(text)
  })

  it('can be read if it is read-only, and names the changes that it rejects', async () => {
    const path = join(tempFolder(), 'a.db')
    const first = await sqlite(path)
    await first.sessions.append(ada, 's', [hello])
    await first.memory.put(ada, { id: 'e', text: 'Ada says hello.' })
    await first.close()
    const db = new Sqlite(path, { readonly: true })
    const { sessions, memory } = await sqlite(db)
    expect((await sessions.page(ada, 's')).messages).toHaveLength(1)
    expect((await memory.search(ada, { query: 'hello' })).hits).toHaveLength(1)
    const refused = { code: 'DATABASE_FAILED', details: { sqlite: 'SQLITE_READONLY' } }
    await expect(sessions.append(ada, 's', [hello])).rejects.toMatchObject(refused)
    await expect(memory.delete(ada, 'e')).rejects.toMatchObject(refused)
    db.close()
  })

  it('with the write-ahead log of a killed process is read with all acknowledged changes', async () => {
    const start = await programs()
    const folder = tempFolder()
    const running = start('groups', join(folder, 'a.db'), 'k', 1_000_000, 10)
    while (running.lines().length < 30) await new Promise((resolve) => setTimeout(resolve, 5))
    running.process.kill('SIGKILL')
    await running.ended
    expect(existsSync(join(folder, 'a.db-wal'))).toBe(true)
    const { sessions, close } = await sqlite(join(folder, 'a.db'))
    expect((await sessions.info(ada, 's'))?.length).toBeGreaterThanOrEqual(30)
    await close()
  })

  it('on a full disk rejects changes that do not fit, keeps its data, and continues when space is free', async () => {
    const db = new Sqlite(join(tempFolder(), 'a.db'))
    const { sessions, memory, check } = await sqlite(db)
    await sessions.append(ada, 's', [hello])
    db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`)
    const large = { role: 'user', content: 'x'.repeat(100_000) } as const
    const full = { code: 'STORE_FULL', details: { reason: 'SQLITE_FULL' } }
    await expect(sessions.append(ada, 's', [large], { operation: 'one' })).rejects.toMatchObject(full)
    await expect(memory.put(ada, { id: 'e', text: large.content })).rejects.toMatchObject(full)
    expect(await sessions.info(ada, 's')).toMatchObject({ revision: 1, length: 1 })
    expect(await memory.get(ada, 'e')).toBeUndefined()
    expect(await check()).toEqual([])
    db.pragma('max_page_count = 100000')
    expect(await sessions.append(ada, 's', [large], { operation: 'one' })).toMatchObject({ start: 1, repeated: false })
    db.close()
  })
})

describe('a database of the caller', () => {
  it('is used unchanged, and stays open', async () => {
    const db = new Sqlite(':memory:')
    const { sessions, close } = await sqlite(db)
    await sessions.append(ada, 's', [hello])
    await close()
    expect(db.prepare('SELECT count(*) AS count FROM messages').get()).toEqual({ count: 1 })
    db.close()
    await expect(sessions.info(ada, 's')).rejects.toMatchObject({ code: 'DATABASE_CLOSED' })
  })

  it('in a transaction is rejected, and the transaction is not changed', async () => {
    const db = new Sqlite(join(tempFolder(), 'a.db'))
    const { sessions } = await sqlite(db)
    db.exec('CREATE TABLE own (n); BEGIN; INSERT INTO own VALUES (1)')
    await expect(sqlite(db)).rejects.toMatchObject({ code: 'DATABASE_FAILED' })
    await expect(sessions.append(ada, 's', [hello])).rejects.toMatchObject({ code: 'DATABASE_FAILED' })
    await expect(sessions.info(ada, 's')).rejects.toMatchObject({ code: 'DATABASE_FAILED' })
    expect(db.inTransaction).toBe(true)
    db.exec('COMMIT')
    expect(db.prepare('SELECT n FROM own').all()).toEqual([{ n: 1 }])
    expect(await sessions.append(ada, 's', [hello])).toMatchObject({ revision: 1 })
    db.close()
  })
})

describe('better-sqlite3', () => {
  const missing = (): never => {
    throw Object.assign(new Error("Cannot find module 'better-sqlite3'"), { code: 'MODULE_NOT_FOUND' })
  }
  /** A loader of better-sqlite3 in this version, with a replaced constructor. */
  const ofVersion =
    (version: string, construct: () => object): ((id: string) => unknown) =>
    (id) =>
      id.endsWith('package.json') ? { version } : new Proxy(Object, { construct })
  const fails = (message: string, code?: string) => (): never => {
    throw Object.assign(new Error(message), { code })
  }
  const notBuilt = fails('Could not locate the bindings file. Tried:')
  const otherNode = fails('was compiled against another NODE_MODULE_VERSION', 'ERR_DLOPEN_FAILED')

  it.each([
    ['is missing', missing, undefined],
    ['would crash on this Node', ofVersion('13.0.1', notBuilt), '13.0.1'],
    ['has not been built', ofVersion('12.11.1', notBuilt), '12.11.1'],
    ['was built for another Node', ofVersion('12.11.1', otherNode), '12.11.1'],
  ])('that %s is reported, with a fix', (_, loadFrom, version) => {
    expect(() => openFile(join(tempFolder(), 'a.db'), { load: loadFrom, napi: 9 })).toThrow(
      expect.objectContaining({ code: 'SQLITE_UNAVAILABLE', details: { version } }),
    )
  })

  it('of version 13 is used if Node is new enough', () => {
    const db = { exec: () => {}, prepare: () => {}, close: () => {} }
    const path = join(tempFolder(), 'a.db')
    expect(openFile(path, { load: ofVersion('13.0.1', () => db), napi: 10 })).toBe(db)
  })
})

/** The part of `node:sqlite` that matters here, as declared by Node 24. */
type NodeValue = null | number | bigint | string | NodeJS.ArrayBufferView
interface NodeStatement {
  run(...values: NodeValue[]): { changes: number | bigint; lastInsertRowid: number | bigint }
  get(...values: NodeValue[]): Record<string, null | number | bigint | string | Uint8Array> | undefined
  all(...values: NodeValue[]): Record<string, null | number | bigint | string | Uint8Array>[]
}
interface DatabaseSync {
  exec(sql: string): void
  prepare(sql: string): NodeStatement
  close(): void
  loadExtension(path: string): void
}

describe('the type SqliteDatabase', () => {
  it('fits databases of better-sqlite3 and of node:sqlite', () => {
    const ofBetter = (db: Database.Database): SqliteDatabase => db
    const ofNode = (db: DatabaseSync): SqliteDatabase => db
    expect([ofBetter.length, ofNode.length]).toEqual([1, 1])
  })

  const node = (process as unknown as { getBuiltinModule?(id: string): unknown }).getBuiltinModule?.('node:sqlite') as
    | { readonly DatabaseSync: new (path: string, options: object) => DatabaseSync }
    | undefined
  if (!node) console.log(`skipped: stores on node:sqlite, which Node ${process.versions.node} does not have`)
  it.skipIf(!node)('has stores that work on node:sqlite', async () => {
    if (!node) return
    const db = new node.DatabaseSync(join(tempFolder(), 'a.db'), { allowExtension: true })
    const { sessions, memory, check } = await sqlite(db)
    await sessions.append(ada, 's', [hello])
    await memory.put(ada, { id: 'e', text: 'Ada says hello.' })
    expect((await sessions.search(ada, { query: 'hello' })).hits).toHaveLength(1)
    expect((await memory.search(ada, { query: 'hello' })).hits).toHaveLength(1)
    expect(await sessions.delete(ada, 's')).toBe(true)
    expect(await check()).toEqual([])
    db.close()
  })
})
