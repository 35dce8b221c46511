import { createRequire } from 'node:module'
import { sqlite } from '@lamella/provider-sqlite'
import type Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openInMemory } from '../helpers/open.ts'
import { memoryTests } from '../shared/memory.ts'

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof Database
const ada = { tenant: 'acme', user: 'ada' }

memoryTests(openInMemory, 300)

describe('a damaged entry', () => {
  it('affects only itself, is reported by check, and can be put again or deleted', async () => {
    const db = new Sqlite(':memory:')
    const { memory, check } = await sqlite(db)
    for (const id of ['a', 'b', 'c']) await memory.put(ada, { id, text: `tea ${id}` })
    db.exec("UPDATE entries SET json = '{' || json WHERE id < 3")
    const damaged = { code: 'DATABASE_DAMAGED', message: expect.stringContaining('"a"') }
    await expect(memory.get(ada, 'a')).rejects.toMatchObject(damaged)
    await expect(memory.list(ada)).rejects.toMatchObject(damaged)
    expect((await memory.search(ada, { query: 'tea' })).hits.map(({ item }) => item.id)).toEqual(['c'])
    expect((await check()).map(({ code }) => code)).toEqual(['DATABASE_INCONSISTENT'])
    expect(await memory.put(ada, { id: 'a', text: 'milk' })).toMatchObject({ revision: 2 })
    expect(await memory.delete(ada, 'b')).toBe(true)
    expect((await memory.list(ada)).entries.map(({ id }) => id)).toEqual(['a', 'c'])
    expect(await check()).toEqual([])
  })
})
