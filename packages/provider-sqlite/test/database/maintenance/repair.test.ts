import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Message } from '@lamella/core'
import { type SqliteStores, sqlite } from '@lamella/provider-sqlite'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../../helpers/folder.ts'

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof import('better-sqlite3')
const ada = { tenant: 'acme', user: 'ada' }
const bob = { tenant: 'acme', user: 'bob' }
const say = (content: string): Message => ({ role: 'user', content })

/** Two owners with indexed messages and memories, and then some damage. */
async function damagedBy(sql: string): Promise<SqliteStores> {
  const path = join(await tempFolder(), 'agent.db')
  const stores = await sqlite(path)
  for (const scope of [ada, bob]) {
    await stores.sessions.append(scope, 's', [say('The launch is on Friday.'), say('Tea at five.')])
    await stores.sessions.search(scope, { query: 'launch' })
    await stores.memory.put(scope, {
      id: 'tea',
      text: `${scope.user} likes green tea.`,
      tags: ['drink'],
      date: '2026-03-13',
    })
    await stores.blocks.create(scope, { id: 'b1', label: 'persona', kind: 'core', text: `I help ${scope.user}.` })
    await stores.sessions.append(scope, 's', [say('Not yet searched for.')])
  }
  expect(await stores.check()).toEqual([])
  await stores.close()
  const db = new Sqlite(path)
  // SQLite protects its own tables from manual writes; real damage has no such limit.
  db.unsafeMode(true)
  db.pragma('foreign_keys = OFF')
  db.exec(sql)
  db.close()
  return sqlite(path)
}

async function found({ sessions, memory, blocks }: SqliteStores, scope: typeof ada): Promise<readonly unknown[]> {
  const messages = await sessions.search(scope, { query: 'launch searched' })
  const entries = await memory.search(scope, { query: 'drinks' })
  const named = await blocks.search(scope, { query: `persona ${scope.user}` })
  return [
    messages.map(({ item }) => item.position).sort(),
    entries.map(({ item }) => item.text),
    named.map(({ item }) => item.text),
  ]
}

describe('repair', () => {
  it.each([
    [
      'a row of the index of messages is gone',
      'DELETE FROM message_index_content WHERE id = (SELECT min(id) FROM message_index_content)',
    ],
    ['the words of the index of messages are gone', 'DELETE FROM message_index_data WHERE id > 10'],
    [
      'the words of the index of messages are other bytes',
      "UPDATE message_index_data SET block = x'00ff00ff' WHERE id > 10",
    ],
    [
      'the plan of the index of messages is other bytes',
      "UPDATE message_index_data SET block = x'00ff00ff' WHERE id = 10",
    ],
    ['the index of memory is empty', 'DELETE FROM entry_index_content; DELETE FROM entry_index_data WHERE id > 10'],
    ['the index of blocks is empty', 'DELETE FROM block_index_content; DELETE FROM block_index_data WHERE id > 10'],
    ['counts of blocks are wrong', 'UPDATE owners SET block_terms = 0; UPDATE blocks SET terms = 9'],
    [
      'vectors belong to nothing',
      "INSERT INTO embedders VALUES (1, 'e', 1); INSERT INTO message_vectors VALUES (1, 1, 1, 9900000001, x'00', x'00000000'); INSERT INTO entry_vectors VALUES (1, 1, 2, 1, x'00', x'00000000')",
    ],
    ['terms of a message are gone', 'DELETE FROM message_terms WHERE key = (SELECT min(key) FROM message_terms)'],
    ['terms are counted of a message that is not there', 'INSERT INTO message_terms VALUES (9900000001, 1, 3)'],
    ['counts are wrong', 'UPDATE owners SET message_count = 77, entry_terms = 0'],
    ['an entry has other counts', 'UPDATE entries SET terms = terms + 5'],
  ])('fixes the search if %s', async (_, sql) => {
    const stores = await damagedBy(sql)
    expect((await stores.check()).map(({ code }) => code)).toContain('INDEX_INCONSISTENT')
    expect(await stores.repair()).toEqual([])
    expect(await stores.check()).toEqual([])
    expect(await found(stores, ada)).toEqual([[0, 2], ['ada likes green tea.'], ['I help ada.']])
    expect(await found(stores, bob)).toEqual([[0, 2], ['bob likes green tea.'], ['I help bob.']])
    expect(await stores.check()).toEqual([])
    expect(await stores.sessions.page(ada, 's')).toMatchObject({ length: 3, revision: 2 })
    // As before, a deletion removes all of its words.
    await stores.sessions.delete(ada, 's')
    expect(await stores.check()).toEqual([])
    await stores.close()
  })

  it('does nothing if nothing is wrong', async () => {
    const stores = await damagedBy('SELECT 1')
    expect(await stores.repair()).toEqual([])
    expect(await found(stores, ada)).toEqual([[0, 2], ['ada likes green tea.'], ['I help ada.']])
    await stores.close()
  })

  it('reports problems that it cannot fix, and does not change them', async () => {
    const stores = await damagedBy("UPDATE messages SET json = 'broken' WHERE key % 100000000 = 1")
    const problems = await stores.check()
    expect(problems.map(({ code }) => code)).toContain('MESSAGE_UNREADABLE')
    expect(await stores.repair()).toEqual(problems)
    await stores.close()
  })

  it('continues past problems that it cannot fix', async () => {
    const stores = await damagedBy('DELETE FROM sessions WHERE id = 1; UPDATE owners SET message_count = 77')
    const codes = async (): Promise<readonly string[]> => [...new Set((await stores.check()).map(({ code }) => code))]
    expect(await codes()).toEqual(['DATABASE_INCONSISTENT', 'INDEX_INCONSISTENT'])
    expect((await stores.repair()).map(({ code }) => code)).toContain('DATABASE_INCONSISTENT')
    expect(await codes()).toEqual(['DATABASE_INCONSISTENT'])
    expect(await found(stores, bob)).toEqual([[0, 2], ['bob likes green tea.'], ['I help bob.']])
    await stores.close()
  })

  it('does not change a damaged file', async () => {
    const stores = await damagedBy(`
      UPDATE owners SET message_count = 77;
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'compactions')
        WHERE name = 'sessions_waiting';
    `)
    const problems = await stores.check()
    expect(problems.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['DATABASE_INCONSISTENT', 'INDEX_INCONSISTENT']),
    )
    expect(await stores.repair()).toEqual(problems)
    expect(await stores.check()).toEqual(problems)
    await stores.close()
  })

  it('finishes a deletion whose bytes are still in the file', async () => {
    const stores = await damagedBy('UPDATE deletions SET marked = marked + 1')
    expect((await stores.check()).map(({ code }) => code)).toEqual(['ERASE_PENDING'])
    expect(await stores.repair()).toEqual([])
    await stores.close()
  })
})
