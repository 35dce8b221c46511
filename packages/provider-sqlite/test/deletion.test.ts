import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Message } from '@lamella/core'
import { type SqliteStores, sqlite } from '@lamella/provider-sqlite'
import { beforeAll, describe, expect, it } from 'vitest'
import { direction, embedderOf, numbers } from './helpers/embedders.ts'
import { tempFolder } from './helpers/folder.ts'
import { programs } from './helpers/processes.ts'

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof import('better-sqlite3')
const ada = { tenant: 'acme', user: 'ada' }

/**
 * Returns which texts or bytes occur in the files of a folder. Another process looks: closing a file here would release
 * its locks.
 */
let find: (folder: string, wanted: readonly (string | Uint8Array)[]) => Promise<readonly string[]>
beforeAll(async () => {
  // Created by the first test that needs it, as its folder is deleted with that test.
  find = async (folder, wanted) => {
    const start = await programs()
    const hex = wanted.map((one) => Buffer.from(one).toString('hex'))
    const running = start('find', folder)
    running.process.stdin?.end(JSON.stringify(hex))
    await once(running.process, 'close')
    const found = JSON.parse(running.lines()[0] ?? '') as readonly string[]
    return found.map((one) => wanted[hex.indexOf(one)] as string)
  }
})

const next = numbers(7)
/** A word that occurs nowhere else; too long to occur by chance, and unchanged by a stemmer. */
const marker = (): string => Array.from({ length: 24 }, () => 'bcdfghjkmnpqrtvwxz'[Math.floor(next() * 18)]).join('')
const say = (content: string): Message => ({ role: 'user', content })

/** Vectors with searchable bytes. */
const rare = embedderOf('rare', (text) => direction(text, 8), { dimensions: 8 })
const vectorOf = (text: string): Uint8Array => {
  const vector = direction(text, 8)
  const length = Math.sqrt(vector.reduce((sum, number) => sum + number * number, 0))
  return new Uint8Array(vector.map((number) => number / length).buffer)
}

/** Creates one session and one memory with unique words, also in the indexes. Returns what to look for. */
async function fill({ sessions, memory }: SqliteStores, scope: typeof ada): Promise<readonly (string | Uint8Array)[]> {
  const [id, text, summary, operation, entry, tag, source] = Array.from({ length: 7 }, marker) as [string, ...string[]]
  const words = `${text} ${'and more '.repeat(Math.floor(next() * 200))}`
  await sessions.append(scope, id, [say(words), say('Hello')], { operation: operation as string })
  await sessions.compactions.add(scope, id, { start: 0, end: 1, text: summary as string })
  await memory.put(scope, {
    id: entry as string,
    text: `${entry} likes tea`,
    tags: [tag as string],
    source: source as string,
  })
  await sessions.search(scope, { query: text as string })
  return [id, text, summary, operation, entry, tag, source].map(String).concat()
}

describe.each(['rewrite', 'overwrite'] as const)("with erasure '%s'", (erasure) => {
  const open = (folder: string): Promise<SqliteStores> =>
    sqlite(join(folder, 'a.db'), { synchronous: 'normal', erasure, embedder: rare, embed: 'all' })

  it('the bytes of a session and of an entry are gone when delete resolves', async () => {
    const folder = tempFolder()
    const stores = await open(folder)
    await fill(stores, { tenant: 'other', user: 'eve' })
    const markers = await fill(stores, ada)
    const [session, text, , , entry] = markers as readonly string[]
    const words = (await stores.sessions.page(ada, String(session))).messages[0]?.message.content as string
    const vectors = [vectorOf(words), vectorOf(`${entry} likes tea`)]
    const everything = [...markers, ...vectors]
    expect(await find(folder, everything)).toEqual(everything)
    expect(await stores.sessions.delete(ada, String(session))).toBe(true)
    expect(await stores.memory.delete(ada, String(entry))).toBe(true)
    expect(await find(folder, everything)).toEqual([])
    expect((await stores.sessions.search(ada, { query: String(text), mode: 'keyword' })).hits).toEqual([])
    expect(await stores.check()).toEqual([])
    await stores.close()
    expect(await find(folder, everything)).toEqual([])
  })

  it('the bytes of a user or tenant, names included, are gone when erase resolves', async () => {
    const folder = tempFolder()
    const stores = await open(folder)
    const [tenant, user, other] = [marker(), marker(), marker()]
    const kept = await fill(stores, { tenant: other, user: 'x' })
    const markers = [
      tenant,
      user,
      ...(await fill(stores, { tenant, user })),
      ...(await fill(stores, { tenant, user: 'y' })),
    ]
    expect(await stores.sessions.admin.erase({ tenant, user })).toBe(1)
    expect(await stores.memory.erase({ tenant, user })).toBe(1)
    expect(await find(folder, [user])).toEqual([])
    expect(await stores.sessions.admin.erase({ tenant })).toBe(1)
    expect(await stores.memory.erase({ tenant })).toBe(1)
    expect(await find(folder, markers)).toEqual([])
    expect(await find(folder, [other, ...kept])).toEqual([other, ...kept])
    await stores.close()
  })
})

describe('deletion', () => {
  it('leaves no bytes among many sessions that grow and are deleted in turn', async () => {
    const folder = tempFolder()
    const stores = await sqlite(join(folder, 'a.db'), { synchronous: 'normal' })
    const living = new Map<string, string[]>()
    const gone: string[] = []
    for (let step = 0; step < 600; step++) {
      const ids = [...living.keys()]
      const id = next() < 0.3 || ids.length < 4 ? marker() : (ids[Math.floor(next() * ids.length)] as string)
      const word = marker()
      living.set(id, [...(living.get(id) ?? []), word])
      await stores.sessions.append(ada, id, [say(`${word} ${'filler '.repeat(Math.floor(next() ** 3 * 800))}`)])
      if (step % 40 === 39) {
        await stores.sessions.search(ada, { query: word })
        const [oldest] = living.keys()
        gone.push(String(oldest), ...(living.get(String(oldest)) ?? []))
        living.delete(String(oldest))
        await stores.sessions.delete(ada, String(oldest))
      }
    }
    expect(gone.length).toBeGreaterThan(30)
    expect(await find(folder, gone)).toEqual([])
    const kept = [...living.values()].flat()
    expect(await find(folder, kept)).toEqual(kept)
    expect(await stores.check()).toEqual([])
    await stores.close()
  })

  it('rewrites the file only twice for many concurrent deletions', async () => {
    const path = join(tempFolder(), 'a.db')
    const db = new Sqlite(path)
    let rewritten = 0
    const counting = {
      exec: (sql: string) => {
        if (sql === 'VACUUM') rewritten++
        return db.exec(sql)
      },
      prepare: (sql: string) => db.prepare(sql),
      close: () => db.close(),
    }
    const { memory } = await sqlite(counting)
    const ids = Array.from({ length: 30 }, (_, n) => `entry ${n}`)
    for (const id of ids) await memory.put(ada, { id, text: id })
    expect(await Promise.all(ids.map((id) => memory.delete(ada, id)))).toEqual(ids.map(() => true))
    expect(rewritten).toBeLessThanOrEqual(2)
    expect(await memory.delete(ada, 'entry 1')).toBe(false)
    expect(rewritten).toBeLessThanOrEqual(2)
    db.close()
  })

  it('reports the remaining bytes while an older state is being read, and finishes at the next call', async () => {
    const folder = tempFolder()
    const path = join(folder, 'a.db')
    const stores = await sqlite(path, { busyTimeout: 200 })
    const word = marker()
    await stores.sessions.append(ada, 's', [say(word)])
    const reader = new Sqlite(path)
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM messages').get()
    await expect(stores.sessions.delete(ada, 's')).rejects.toMatchObject({
      code: 'ERASE_INCOMPLETE',
      details: { stoppedBy: 'READER' },
    })
    expect(await stores.sessions.info(ada, 's')).toBeUndefined()
    expect((await stores.check()).map(({ code }) => code)).toEqual(['ERASE_PENDING'])
    reader.exec('COMMIT')
    expect(await stores.sessions.delete(ada, 's')).toBe(false)
    expect(await find(folder, [word])).toEqual([])
    expect(await stores.check()).toEqual([])
    reader.close()
    await stores.close()
  })

  it('reports that the data is deleted even if its bytes cannot be removed, and finishes at the next call', async () => {
    const folder = tempFolder()
    const db = new Sqlite(join(folder, 'a.db'))
    let isFull = true
    const filling = {
      exec: (sql: string) => {
        if (sql === 'VACUUM' && isFull)
          throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
        return db.exec(sql)
      },
      prepare: (sql: string) => db.prepare(sql),
      close: () => db.close(),
    }
    const { memory, check } = await sqlite(filling)
    const word = marker()
    await memory.put(ada, { id: 'a', text: word })
    await expect(memory.delete(ada, 'a')).rejects.toMatchObject({
      code: 'ERASE_INCOMPLETE',
      details: { stoppedBy: 'STORE_FULL' },
      cause: { code: 'STORE_FULL', details: { reason: 'SQLITE_FULL' } },
    })
    expect(await memory.get(ada, 'a')).toBeUndefined()
    expect((await check()).map(({ code }) => code)).toEqual(['ERASE_PENDING'])
    isFull = false
    expect(await memory.delete(ada, 'a')).toBe(false)
    expect(await find(folder, [word])).toEqual([])
    expect(await check()).toEqual([])
    db.close()
  })

  it('works in an in-memory database', async () => {
    for (const erasure of ['rewrite', 'overwrite'] as const) {
      const { sessions, memory, check, close } = await sqlite(':memory:', { erasure })
      await sessions.append(ada, 's', [say('one')])
      await memory.put(ada, { id: 'a', text: 'one' })
      expect([await sessions.delete(ada, 's'), await memory.delete(ada, 'a')]).toEqual([true, true])
      expect(await check()).toEqual([])
      await close()
    }
  })
})
