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
    // So many that they are indexed, and not searched in memory.
    await stores.sessions.append(
      scope,
      'more',
      Array.from({ length: 70 }, (_, n) => say(`Number ${n}.`)),
    )
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
  const messages = (await sessions.search(scope, { query: 'launch searched' })).hits
  const entries = (await memory.search(scope, { query: 'drinks' })).hits
  const named = (await blocks.search(scope, { query: `persona ${scope.user}` })).hits
  return [
    // The best two: the message between them is found for its neighbours.
    messages
      .slice(0, 2)
      .map(({ item }) => item.position)
      .sort(),
    entries.map(({ item }) => item.text),
    named.map(({ item }) => item.text),
  ]
}

describe('repair', () => {
  it.each([
    ['the words of a message are gone', "DELETE FROM words WHERE term = 'launch'"],
    ['all words are gone', 'DELETE FROM words'],
    ['words are other bytes', "UPDATE words SET postings = x'00ff00ff'"],
    ['the texts of a chunk are other bytes', "UPDATE word_chunks SET texts = x'ff00ff00ff' WHERE kind = 0"],
    [
      'the index of memory is empty',
      'DELETE FROM word_chunks WHERE kind = 1; DELETE FROM indexed_texts WHERE kind = 1',
    ],
    ['the index of blocks is gone', 'DELETE FROM word_chunks WHERE kind = 2'],
    [
      'vectors belong to nothing',
      "INSERT INTO embedders VALUES (1, 'e', 1); INSERT INTO message_vectors VALUES (1, 1, 1, 9900000001, x'00', x'00000000'); INSERT INTO entry_vectors VALUES (1, 1, 2, 1, x'00', x'00000000')",
    ],
    ['a message is not listed', 'DELETE FROM indexed_texts WHERE id = (SELECT min(key) FROM messages)'],
    ['a message is listed that is not there', 'INSERT INTO indexed_texts VALUES (0, 9900000001, 1)'],
    ['the index is of another owner', 'UPDATE word_chunks SET owner = 3 - owner'],
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
    const stores = await damagedBy('DELETE FROM sessions WHERE id = 1')
    const codes = async (): Promise<readonly string[]> => [...new Set((await stores.check()).map(({ code }) => code))]
    expect(await codes()).toEqual(['DATABASE_INCONSISTENT', 'INDEX_INCONSISTENT'])
    expect((await stores.repair()).map(({ code }) => code)).toContain('DATABASE_INCONSISTENT')
    expect(await codes()).toEqual(['DATABASE_INCONSISTENT'])
    expect(await found(stores, bob)).toEqual([[0, 2], ['bob likes green tea.'], ['I help bob.']])
    await stores.close()
  })

  it('does not change a damaged file', async () => {
    const stores = await damagedBy(`
      DELETE FROM words;
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
