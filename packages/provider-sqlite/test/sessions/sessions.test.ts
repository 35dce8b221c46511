import { createRequire } from 'node:module'
import type { Message } from '@lamella/core'
import { sqlite } from '@lamella/provider-sqlite'
import type Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof Database
const ada = { tenant: 'acme', user: 'ada' }
const say = (content: string): Message => ({ role: 'user', content })
const open = async () => {
  const db = new Sqlite(':memory:')
  return { db, ...(await sqlite(db)) }
}
const numbersOf = (db: Database.Database, table: string): unknown[] =>
  db.prepare(`SELECT id FROM ${table}`).pluck().all()

describe('a fork', () => {
  it('has the messages before a position, and survives the deletion of its origin', async () => {
    const { sessions, check } = await open()
    await sessions.append(ada, 'a', [say('one'), say('two'), say('three')], { operation: 'op', at: new Date(5) })
    await sessions.compactions.add(ada, 'a', { start: 0, end: 1, text: 'first' })
    await sessions.compactions.add(ada, 'a', { start: 0, end: 3, text: 'all' })
    expect(await sessions.transfer.fork(ada, 'a', 'b', 2)).toMatchObject({
      id: 'b',
      revision: 1,
      length: 2,
      forkedFrom: { session: 'a', at: 2 },
    })
    await sessions.transfer.fork(ada, 'b', 'c')
    await sessions.delete(ada, 'a')
    for (const id of ['b', 'c']) {
      expect(await sessions.compactions.list(ada, id)).toEqual([{ start: 0, end: 1, text: 'first', revision: 1 }])
      const { messages } = await sessions.page(ada, id)
      expect(messages.map(({ message, at }) => [message.content, at])).toEqual([
        ['one', '1970-01-01T00:00:00.005Z'],
        ['two', '1970-01-01T00:00:00.005Z'],
      ])
      // The operation's name is free again: it was used in another session.
      expect(await sessions.append(ada, id, [say('four')], { operation: 'op' })).toMatchObject({
        start: 2,
        repeated: false,
      })
      expect(await sessions.admin.verify(ada, id)).toEqual([])
    }
    const found = (await sessions.search(ada, { query: 'two', limit: 2 })).hits
    expect(found.map(({ item }) => item.session).sort()).toEqual(['b', 'c'])
    expect(await check()).toEqual([])
  })
})

describe('an operation name', () => {
  it('identifies one change, even if a change of another kind repeats it', async () => {
    const { sessions } = await open()
    await sessions.append(ada, 's', [say('one'), say('two')], { operation: 'append' })
    const compaction = { start: 0, end: 1, text: 'first' }
    const first = await sessions.compactions.add(ada, 's', compaction, { operation: 'compact' })
    expect(
      await sessions.compactions.add(ada, 's', compaction, { operation: 'compact', expectedRevision: 99 }),
    ).toEqual(first)
    const refused = { code: 'STORE_VALUE_INVALID' }
    await expect(sessions.append(ada, 's', [say('one')], { operation: 'append' })).rejects.toMatchObject(refused)
    await expect(sessions.append(ada, 's', [], { operation: 'append' })).rejects.toMatchObject(refused)
    await expect(sessions.append(ada, 's', [say('one')], { operation: 'compact' })).rejects.toMatchObject(refused)
    await expect(sessions.compactions.add(ada, 's', compaction, { operation: 'append' })).rejects.toMatchObject(refused)
    await expect(
      sessions.compactions.add(ada, 's', { ...compaction, text: 'x' }, { operation: 'compact' }),
    ).rejects.toMatchObject(refused)
    expect(await sessions.info(ada, 's')).toMatchObject({ revision: 2, length: 2 })
  })
})

describe('numbers in the database', () => {
  it("are never reused, so that a waiting call cannot find another owner's data", async () => {
    const { db, sessions, memory } = await open()
    for (const round of [1, 2, 3]) {
      await sessions.append(ada, 's', [say('one')])
      await memory.put(ada, { id: 'e', text: 'one' })
      for (const table of ['owners', 'sessions', 'entries']) expect(numbersOf(db, table)).toEqual([round])
      await sessions.admin.erase(ada)
      await memory.erase(ada)
      for (const table of ['owners', 'sessions', 'entries']) expect(numbersOf(db, table)).toEqual([])
    }
  })
})

describe('a damaged session', () => {
  const problemsOf = async (sql: string) => {
    const { db, sessions, check } = await open()
    await sessions.append(ada, 's', [say('one'), say('two')])
    await sessions.append(ada, 's', [say('three'), say('four')])
    await sessions.compactions.add(ada, 's', { start: 0, end: 1, text: 'first' })
    await sessions.append(ada, 'other', [say('one')])
    expect(await sessions.admin.verify(ada, 's')).toEqual([])
    const { first } = db.prepare('SELECT min(key) AS first FROM messages').get() as { first: number }
    expect(db.prepare(sql.replace('$first', String(first))).run().changes).toBe(1)
    const found = await sessions.admin.verify(ada, 's')
    expect(await sessions.admin.verify(ada, 'other')).toEqual([])
    expect((await check()).map(({ code }) => code)).toEqual(found.map(({ code }) => code))
    return { sessions, found: found.map(({ code, what: message }) => `${code} ${message}`) }
  }

  it.each([
    ['DELETE FROM messages WHERE key = $first + 1', 'SESSION_INCONSISTENT Messages 1 to 2 are missing.'],
    [
      'UPDATE messages SET size_before = 5 WHERE key = $first + 3',
      'SESSION_INCONSISTENT Message 3 has the start size 5 instead of 95.',
    ],
    [
      'UPDATE messages SET revision = 1 WHERE key = $first + 3',
      'SESSION_INCONSISTENT Message 3 has an earlier revision than the one before it.',
    ],
    [
      'UPDATE compactions SET behind = 5',
      'SESSION_INCONSISTENT A compaction covers messages 0 to 5, but the session has 4.',
    ],
    [
      `UPDATE messages SET json = replace(json, 'one', '') WHERE key = $first`,
      'SESSION_INCONSISTENT The size of message 0 differs from the recorded one.',
    ],
  ])('is reported by verify and check, without affecting others: %s', async (sql, problem) => {
    expect((await problemsOf(sql)).found).toEqual([problem])
  })

  it('can be read except for its invalid JSON, and accepts appends', async () => {
    const { sessions, found } = await problemsOf(
      `UPDATE messages SET json = replace(json, '}', ' ') WHERE key = $first + 1`,
    )
    expect(found).toEqual(['MESSAGE_UNREADABLE Message 1 is not valid message JSON.'])
    const { messages, notices } = await sessions.page(ada, 's')
    expect(messages.map(({ position }) => position)).toEqual([0, 2, 3])
    expect(notices.map(({ code, from }) => [code, from])).toEqual([['MESSAGE_UNREADABLE', 's']])
    await expect(sessions.read(ada, 's', 0, 4)).rejects.toMatchObject({ code: 'SESSION_DAMAGED' })
    expect((await sessions.read(ada, 's', 2, 4)).map(({ message }) => message.content)).toEqual(['three', 'four'])
    expect((await sessions.search(ada, { query: 'three' })).hits[0]?.item.position).toBe(2)
    expect(await sessions.append(ada, 's', [say('five')])).toMatchObject({ start: 4 })
  })
})

describe('search', () => {
  it('skips stored JSON that is no longer a message', async () => {
    const { db, sessions } = await open()
    await sessions.append(ada, 's', [say('green tea'), say('green tea'), say('green tea'), say('green tea')])
    for (const [n, json] of ['null', '7', '{}'].entries())
      db.prepare('UPDATE messages SET json = ? WHERE key = (SELECT min(key) FROM messages) + ?').run(json, n)
    expect((await sessions.search(ada, { query: 'tea' })).hits.map(({ item }) => item.position)).toEqual([3])
  })
})

describe('erase', () => {
  it('of a tenant removes 10,000 sessions of 1,000 users in one call, and keeps all others', async () => {
    const { db, sessions, check } = await open()
    for (let n = 0; n < 10_000; n++)
      await sessions.append({ tenant: 'gone', user: `u${n % 1000}` }, `s${n}`, [say(`word${n}`), say('and more')])
    await sessions.search({ tenant: 'gone', user: 'u1' }, { query: 'word1' })
    await sessions.append({ tenant: 'gone too' }, 's', [say('stays')])
    expect(await sessions.admin.erase({ tenant: 'gone' })).toBe(10_000)
    for (const table of ['sessions', 'messages', 'owners'])
      expect(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(1)
    expect(await check()).toEqual([])
  })
})
