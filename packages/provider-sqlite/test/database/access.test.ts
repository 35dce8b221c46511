import { createRequire } from 'node:module'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { createAccess } from '../../src/database/access.ts'
import { tempFolder } from '../helpers/folder.ts'

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof Database

/** Two connections to one file with a table of numbers. */
function two(): { readonly own: Database.Database; readonly other: Database.Database } {
  const path = join(tempFolder(), 'a.db')
  const [own, other] = [new Sqlite(path, { timeout: 1 }), new Sqlite(path, { timeout: 1 })]
  own.exec('PRAGMA journal_mode = WAL; CREATE TABLE a (n INTEGER)')
  return { own, other }
}

describe('access to a database', () => {
  it('runs calls in order, including those that arrive while one waits for a lock', async () => {
    const { own, other } = two()
    const access = createAccess(own, 5_000)
    const insert = own.prepare('INSERT INTO a VALUES (?)')
    other.exec('BEGIN IMMEDIATE')
    const seen: number[] = []
    const calls = Array.from({ length: 20 }, (_, n) =>
      n % 3 === 0
        ? access.read(() => seen.push(n))
        : access.write(() => {
            seen.push(n)
            insert.run(n)
          }),
    )
    await new Promise((resolve) => setTimeout(resolve, 30))
    other.exec('COMMIT')
    await Promise.all(calls)
    expect(seen).toEqual(Array.from({ length: 20 }, (_, n) => n))
    own.close()
    other.close()
  })

  it('gives up after its timeout, and tries again for the next call', async () => {
    const { own, other } = two()
    const access = createAccess(own, 50)
    other.exec('BEGIN IMMEDIATE')
    const refused = await access.write(() => 1).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'DATABASE_BUSY' })
    expect((refused as { details: { waited: number } }).details.waited).toBeGreaterThanOrEqual(50)
    other.exec('COMMIT')
    expect(await access.write(() => 2)).toBe(2)
    own.close()
    other.close()
  })

  it('applies a change completely or not at all, whatever it throws', async () => {
    const { own, other } = two()
    const access = createAccess(own, 50)
    await expect(
      access.write(() => {
        own.exec('INSERT INTO a VALUES (1)')
        throw new RangeError('no')
      }),
    ).rejects.toMatchObject({ code: 'DATABASE_FAILED', cause: expect.any(RangeError) })
    expect(own.inTransaction).toBe(false)
    expect(await access.read(() => own.prepare('SELECT * FROM a').all())).toEqual([])
    own.close()
    other.close()
  })

  it('fails waiting calls when the database is closed', async () => {
    const { own, other } = two()
    const access = createAccess(own, 5_000)
    other.exec('BEGIN IMMEDIATE')
    const calls = [access.write(() => 1), access.write(() => 2), access.read(() => 3)]
    own.close()
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'DATABASE_CLOSED' })
    other.close()
  })
})
