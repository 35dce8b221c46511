import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Message } from '@lamella/core'
import { sqlite } from '@lamella/provider-sqlite'
import type Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { migrate } from '../../src/database/maintenance/migrate.ts'
import { versions } from '../../src/database/schema.ts'
import { numbers } from '../helpers/embedders.ts'
import { tempFolder } from '../helpers/folder.ts'

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof Database
const ada = { tenant: 'acme', user: 'ada' }
const say = (content: string): Message => ({ role: 'user', content })
/** No other process uses these databases: closing a file here releases the locks of this one. */
const bytesOf = (folder: string): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n')

describe('the state of a run', () => {
  it.each([
    ['full', 'rewrite'],
    ['normal', 'overwrite'],
  ] as const)(
    'leaves no bytes of the state before, of any size, among many sessions (%s, %s)',
    async (synchronous, erasure) => {
      const folder = tempFolder()
      const stores = await sqlite(join(folder, 'a.db'), { synchronous, erasure })
      const next = numbers(11)
      const gone: string[] = []
      const kept = new Map<string, string>()
      for (let step = 0; step < 300; step++) {
        const id = `s${Math.floor(next() * 40)}`
        const word = `secret${step}x`
        // Most are small, so that several would share a page, and move when one of them grows. The word is at both ends.
        const most = next() < 0.1 ? 20_000 : 1_200
        const text = `${word} ${'x'.repeat(Math.floor(next() * most))}${word}`
        if (next() < 0.2) await stores.sessions.append(ada, id, [say('hello '.repeat(Math.floor(next() * 300)))])
        const before = kept.get(id)
        const { version = 0 } = (await stores.sessions.runs.read(ada, id)) ?? {}
        await stores.sessions.runs.write(ada, id, { text }, version, { purge: true })
        if (before !== undefined) gone.push(before)
        kept.set(id, word)
        if (step % 20 !== 19) continue
        const bytes = bytesOf(folder)
        expect(gone.filter((one) => bytes.includes(one))).toEqual([])
        expect([...kept.values()].filter((one) => !bytes.includes(one))).toEqual([])
      }
      expect(gone.length).toBeGreaterThan(200)
      expect(await stores.check()).toEqual([])
      await stores.close()
    },
  )

  it('does not enlarge the file with each write', async () => {
    const folder = tempFolder()
    const path = join(folder, 'a.db')
    const { sessions, close } = await sqlite(path, { synchronous: 'normal' })
    for (let epoch = 0; epoch < 3; epoch++)
      await sessions.runs.write(ada, 's', { epoch, text: 'x'.repeat(100_000) }, epoch, { purge: true })
    const { size } = statSync(path)
    for (let epoch = 0; epoch < 50; epoch++) {
      await sessions.runs.write(ada, 's', { epoch, text: 'x'.repeat(100_000 - epoch) }, 3 + epoch, {
        purge: epoch % 7 === 0,
      })
    }
    expect(statSync(path).size).toBe(size)
    await close()
  })

  it('leaves no bytes of what was added to a state that another one replaces', async () => {
    const folder = tempFolder()
    const { sessions, close } = await sqlite(join(folder, 'a.db'))
    await sessions.runs.write(ada, 's', { text: 'secret' }, 0)
    for (let turn = 1; turn <= 20; turn++) {
      await sessions.append(ada, 's', [say(`turn ${turn}`)])
      await sessions.runs.write(ada, 's', { turn, text: `secret ${'x'.repeat(turn * 300)}` }, turn, { adds: true })
    }
    expect((await sessions.runs.read(ada, 's'))?.added).toHaveLength(20)
    await sessions.runs.write(ada, 's', { epoch: 2 }, 21, { purge: true })
    expect(bytesOf(folder)).not.toContain('secret')
    await close()
  })

  it('takes as many bytes for what is added as that is large, however large the state is', async () => {
    const folder = tempFolder()
    const path = join(folder, 'a.db')
    const { sessions, close } = await sqlite(path)
    await sessions.runs.write(ada, 's', { text: 'x'.repeat(100_000) }, 0)
    const written = (): number => statSync(`${path}-wal`).size
    const before = written()
    await sessions.runs.write(ada, 's', { turn: 1 }, 1, { adds: true })
    expect(written() - before).toBeLessThan(45_000 - 22_000)
    await close()
  })

  it('is written, and its error says so, while another connection reads an older state', async () => {
    const folder = tempFolder()
    const path = join(folder, 'a.db')
    const stores = await sqlite(path, { busyTimeout: 200 })
    await stores.sessions.runs.write(ada, 's', { text: 'secretsecret' }, 0)
    const reader = new Sqlite(path)
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM runs').get()
    await expect(stores.sessions.runs.write(ada, 's', { epoch: 2 }, 1, { purge: true })).rejects.toMatchObject({
      code: 'ERASE_INCOMPLETE',
      details: { stoppedBy: 'READER' },
    })
    expect(await stores.sessions.runs.read(ada, 's')).toEqual({ run: { epoch: 2 }, version: 2 })
    expect((await stores.check()).map(({ code }) => code)).toEqual(['ERASE_PENDING'])
    // Without a purge a reader is in nobody's way.
    expect(await stores.sessions.runs.write(ada, 's', { epoch: 2.5 }, 2)).toBe(3)
    reader.exec('COMMIT')
    reader.close()
    await stores.sessions.runs.write(ada, 's', { epoch: 3 }, 3, { purge: true })
    expect(bytesOf(folder)).not.toContain('secretsecret')
    await stores.repair()
    expect(await stores.check()).toEqual([])
    await stores.close()
  })

  it('that is damaged is reported, and the next one replaces it; no message is affected', async () => {
    for (const change of ["json = '{'", "json = '[1]'", "json = '{ }'"]) {
      const db = new Sqlite(':memory:')
      const { sessions, check } = await sqlite(db)
      await sessions.append(ada, 's', [say('one')])
      await sessions.runs.write(ada, 's', { epoch: 1 }, 0)
      db.exec(`UPDATE runs SET ${change}`)
      expect((await sessions.admin.verify(ada, 's')).map(({ code }) => code)).toEqual(['SESSION_INCONSISTENT'])
      expect((await check()).map(({ code }) => code)).toEqual(['SESSION_INCONSISTENT'])
      // What is an object can be used: whoever reads it checks it.
      const expected = change.includes('}') ? 1 : 0
      expect(await sessions.runs.read(ada, 's')).toEqual(expected === 1 ? { run: {}, version: 1 } : undefined)
      expect((await sessions.page(ada, 's')).messages).toHaveLength(1)
      const version = await sessions.runs.write(ada, 's', { epoch: 2 }, expected)
      expect(await sessions.runs.read(ada, 's')).toEqual({ run: { epoch: 2 }, version })
      expect(await check()).toEqual([])
      db.close()
    }
  })

  it('says which one it is by the number of its session, and by a version that a damaged state does not give away again', async () => {
    const db = new Sqlite(':memory:')
    const { sessions } = await sqlite(db)
    const id = 's'
    expect(await sessions.runs.version(ada, id)).toBeUndefined()
    await sessions.runs.write(ada, id, { n: 1 }, 0)
    const first = await sessions.runs.version(ada, id)
    expect(first?.version).toBe(1)
    db.exec("UPDATE runs SET json = '{'")
    expect(await sessions.runs.write(ada, id, { n: 2 }, 0)).toBe(2)
    expect(await sessions.runs.version(ada, id)).toEqual({ ...first, version: 2 })
    await sessions.delete(ada, id)
    expect(await sessions.runs.version(ada, id)).toBeUndefined()
    await sessions.runs.write(ada, id, { n: 1 }, 0)
    expect((await sessions.runs.version(ada, id))?.series).not.toBe(first?.series)
    db.close()
  })

  it('can be written to a session of an older version of the database', async () => {
    const path = join(tempFolder(), 'a.db')
    const old = new Sqlite(path)
    const before = versions.findIndex((sql) => sql.includes('CREATE TABLE runs'))
    migrate(old, versions.slice(0, before))
    old.exec(`
      INSERT INTO owners (tenant, user, agent) VALUES ('acme', 'ada', '');
      INSERT INTO sessions (owner, sort, name, waiting) VALUES (1, x'0073', 's', 1);
      INSERT INTO messages VALUES (100000000, 1, 0, 31, NULL, NULL, '{"role":"user","content":"one"}');
    `)
    old.close()
    const { sessions, check, close } = await sqlite(path)
    expect(await sessions.runs.read(ada, 's')).toBeUndefined()
    expect(await sessions.runs.write(ada, 's', { epoch: 1 }, 0)).toBe(1)
    expect(await sessions.append(ada, 's', [say('two')])).toMatchObject({ revision: 2, start: 1 })
    expect(await sessions.runs.read(ada, 's')).toEqual({ run: { epoch: 1 }, version: 1 })
    expect(await check()).toEqual([])
    await close()
  })

  it('is kept once by two connections that expect the same version', async () => {
    const path = join(tempFolder(), 'a.db')
    const stores = await Promise.all([sqlite(path), sqlite(path)])
    for (let version = 0; version < 10; version++) {
      const written = await Promise.allSettled(
        stores.map(({ sessions }, by) => sessions.runs.write(ada, 's', { by }, version)),
      )
      expect(written.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(written.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'RUN_CONFLICT' } })
      const by = written.findIndex(({ status }) => status === 'fulfilled')
      for (const { sessions } of stores)
        expect(await sessions.runs.read(ada, 's')).toEqual({ run: { by }, version: version + 1 })
    }
    await Promise.all(stores.map(({ close }) => close()))
  })

  it('does not disturb an append whose end of the session is remembered', async () => {
    const { sessions } = await sqlite(':memory:')
    const at = new Date('2026-05-12T08:00:00Z')
    await sessions.append(ada, 's', [say('one')], { at })
    await sessions.append(ada, 's', [say('two')], { at })
    await sessions.runs.write(ada, 's', { epoch: 1 }, 0)
    expect((await sessions.append(ada, 's', [say('three')], { expectedRevision: 2 })).revision).toBe(3)
    expect(await sessions.info(ada, 's')).toMatchObject({ revision: 3, length: 3, updatedAt: at.toISOString() })
  })
})
