import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqlite } from '@lamella/provider-sqlite'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { migrate } from '../../src/database/maintenance/migrate.ts'
import { versions } from '../../src/database/schema.ts'

const folder = mkdtempSync(join(tmpdir(), 'lamella-blobs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const scope = { tenant: 'acme', user: 'ada' }
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
let count = 0
const newPath = (): string => join(folder, `${count++}.db`)
const codes = (notices: readonly { readonly code: string }[]): readonly string[] => notices.map(({ code }) => code)

/** Whether the database or its log has a text. */
const isInFiles = (path: string, text: string): boolean =>
  [path, `${path}-wal`].some((file) => readFileSync(file).includes(text))

describe('blobs of a database', () => {
  it('are kept once for all sessions of an owner, and removed with the last one, from the file too', async () => {
    const path = newPath()
    const { blobs, sessions, close } = await sqlite(path)
    const content = bytes('a secret content '.repeat(40_000))
    await blobs.put(scope, 'a', content, { name: 'the name of it' })
    await blobs.put(scope, 'b', content)
    const db = new Database(path)
    const rows = (table: string): unknown => db.prepare(`SELECT count(*) AS n FROM ${table}`).pluck().get()
    // 680,000 bytes in parts of 256 KiB.
    expect([rows('blobs'), rows('blob_parts'), rows('blob_links')]).toEqual([1, 3, 2])
    expect(isInFiles(path, 'a secret content')).toBe(true)
    await sessions.delete(scope, 'a')
    expect(rows('blob_parts')).toBe(3)
    await sessions.delete(scope, 'b')
    expect([rows('blobs'), rows('blob_parts'), rows('blob_links')]).toEqual([0, 0, 0])
    for (const text of ['a secret content', 'the name of it']) expect(isInFiles(path, text)).toBe(false)
    db.close()
    await close()
  })

  it('read a range without the parts around it', async () => {
    const path = newPath()
    const { blobs, close } = await sqlite(path)
    const content = new Uint8Array(1_000_000).map((_, index) => index & 255)
    const { id } = await blobs.put(scope, 'a', content)
    const db = new Database(path)
    db.prepare('DELETE FROM blob_parts WHERE key % 1024 <> 2').run()
    const [start, end] = [2 * 262_144 + 7, 3 * 262_144]
    expect(await blobs.read(scope, 'a', id, { start, end })).toEqual(content.slice(start, end))
    await expect(blobs.read(scope, 'a', id, { start: start - 8, end })).rejects.toMatchObject({
      ...{ code: 'BLOB_DAMAGED', details: { session: 'a', id } },
    })
    db.close()
    await close()
  })

  it('are checked: sizes, parts without a blob, blobs without a session', async () => {
    const path = newPath()
    const { blobs, check, close } = await sqlite(path)
    await blobs.put(scope, 'a', bytes('content'))
    await blobs.put(scope, 'empty', new Uint8Array())
    expect(await check()).toEqual([])
    const db = new Database(path)
    for (const [damage, found] of [
      ['DELETE FROM blob_parts', ['BLOB_INCONSISTENT']],
      ["INSERT INTO blob_parts VALUES (999999, x'00')", ['BLOB_INCONSISTENT']],
      ['DELETE FROM blob_links', ['BLOB_INCONSISTENT']],
    ] as const) {
      db.exec(`SAVEPOINT s; ${damage}; RELEASE s`)
      expect(new Set(codes(await check()))).toEqual(new Set(found))
    }
    db.close()
    await close()
  })

  it('are in a backup, and join a database of the version before', async () => {
    const path = newPath()
    const old = new Database(path)
    const before = versions.findIndex((sql) => sql.includes('CREATE TABLE blobs'))
    old.transaction(() => migrate(old, versions.slice(0, before)))()
    old.close()
    const { blobs, backup, close } = await sqlite(path)
    const { id } = await blobs.put(scope, 'a', bytes('content'))
    const copy = newPath()
    await backup(copy)
    await close()
    const restored = await sqlite(copy)
    expect(await restored.blobs.read(scope, 'a', id)).toEqual(bytes('content'))
    await restored.close()
  })
})
