import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import type { Message } from '@lamella/core'
import { fileSessions, readSession } from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { openIfThere } from '../../src/disk/durable.ts'
import { createLocks } from '../../src/lock/locks.ts'
import { reading } from '../../src/session-store/open-session.ts'
import { placesIn } from '../../src/session-store/places.ts'
import { readPage } from '../../src/session-store/read-page.ts'
import { tempFolder } from '../helpers/folder.ts'
import { request } from '../helpers/request.ts'

const scope = { tenant: 'acme', user: 'ada' }
const text = (content: string): Message => ({ role: 'user', content })
const path = 'acme/ada/_/s.jsonl'

describe('a session file', () => {
  it('whose lines were put in another order by hand is not continued: a message would take a used position', async () => {
    const folder = await tempFolder()
    const sessions = fileSessions(folder.path)
    for (const content of ['one', 'two', 'three']) await sessions.append(scope, 's', [text(content)])
    await sessions.close()
    const [header, one, two, three] = (await readFile(folder.at(path), 'utf8')).split('\n')
    for (const swapped of [
      [header, one, three, two, ''],
      [header, three, two, one, ''],
      [header, two, three, one, ''],
    ]) {
      await folder.write(path, swapped.join('\n'))
      const again = fileSessions(folder.path)
      await expect(again.append(scope, 's', [text('four')])).rejects.toMatchObject({ code: 'SESSION_DAMAGED' })
      expect((await readFile(folder.at(path), 'utf8')).split('\n')).toEqual(swapped)
      await again.close()
    }
  })

  it('is human-readable', async () => {
    const folder = await tempFolder()
    const sessions = fileSessions(folder.path)
    await sessions.append(scope, 's', [text('Hello'), text('Anyone?')], { at: new Date(0), operation: 'op' })
    await sessions.compactions.add(scope, 's', { start: 0, end: 1, text: 'A greeting.' })
    await sessions.close()
    const lines = (await readFile(folder.at(path), 'utf8')).split('\n')
    const owner = '"tenant":"acme","user":"ada","agent":"","session":"s"'
    const change = '"part":[1,2],"at":"1970-01-01T00:00:00.000Z","op":"op","message":{"role":"user","content":"Hello"}}'
    expect(lines.map((line) => line.replace(/^\{"sum":"[0-9a-f]{8}","len":\d+,/, '{'))).toEqual([
      `{"seq":0,"rev":0,"pos":0,"before":0,"at":"1970-01-01T00:00:00.000Z","header":{"lamella":"session","v":1,${owner}}}`,
      `{"seq":1,"rev":1,"pos":0,"before":0,${change}`,
      `{"seq":2,"rev":1,"pos":1,"before":33,${change.replace('1,2', '2,2').replace('Hello', 'Anyone?')}`,
      '{"seq":3,"rev":2,"pos":2,"before":68,"last":"1970-01-01T00:00:00.000Z","compaction":{"start":0,"end":1,"text":"A greeting."}}',
      '',
    ])
    for (const line of lines.slice(0, -1))
      expect(Buffer.byteLength(line)).toBe((JSON.parse(line) as { len: number }).len)
  })

  it('can be read by readSession, without damaged or incomplete records', async () => {
    const folder = await tempFolder()
    const sessions = fileSessions(folder.path)
    await sessions.append(scope, 's', [text('one')])
    await sessions.append(scope, 's', [text('two')])
    await sessions.compactions.add(scope, 's', { start: 0, end: 1, text: 'One.' })
    await sessions.append(scope, 's', [text('three'), text('four')])
    await sessions.close()
    const whole = await readSession(folder.at(path), { compactions: 'ignore' })
    expect((await whole.read(0, 9, request)).map(({ content }) => content)).toEqual(['one', 'two', 'three', 'four'])
    expect(whole.notices).toEqual([])
    const bytes = await readFile(folder.at(path), 'utf8')
    const cut = bytes.slice(0, bytes.trimEnd().lastIndexOf('\n') + 1).replace('two', 'twO')
    const damaged = await readSession(await folder.write('damaged.jsonl', cut), { compactions: 'ignore' })
    expect((await damaged.read(0, 9, request)).map(({ content }) => content)).toEqual(['one'])
    expect(damaged.notices?.map(({ from }) => from)).toEqual(['damaged.jsonl:3', 'damaged.jsonl:5'])
  })

  it('is not extended if it belongs to another session, a later version, or another format', async () => {
    const folder = await tempFolder()
    const sessions = fileSessions(folder.path, { fsync: 'os' })
    await sessions.append(scope, 's', [text('one')])
    const bytes = await readFile(folder.at(path))
    await folder.write('acme/ada/_/t.jsonl', bytes)
    await folder.write('acme/ada/_/u.jsonl', '{"role":"user","content":"a"}\n{"role":"user","content":"b"}\n')
    for (const id of ['t', 'u']) {
      await expect(sessions.append(scope, id, [text('two')])).rejects.toMatchObject({ code: 'SESSION_DAMAGED' })
    }
    await expect(sessions.info(scope, 't')).rejects.toMatchObject({ code: 'SESSION_DAMAGED' })
    expect(await readFile(folder.at('acme/ada/_/t.jsonl'))).toEqual(bytes)
    await sessions.close()
  })
})

describe('reading', () => {
  it("costs as much as the range read, regardless of the session's length", async () => {
    const folder = await tempFolder()
    const sessions = fileSessions(folder.path, { fsync: 'os' })
    const many = Array.from({ length: 20_000 }, (_, n) => text(`message ${n} ${'x'.repeat(n % 300)}`))
    await sessions.append(scope, 's', many)
    const place = placesIn(folder.path).of({ ...scope, agent: '' }, 's')
    const locks = createLocks(folder.at('.locks'), { timeout: 1, stale: 1 })
    const cost = async (before: number): Promise<number> => {
      let bytes = 0
      await reading(place, locks, async (session) => {
        const file = session.file
        const read = file.read.bind(file) as (...args: readonly unknown[]) => Promise<{ readonly bytesRead: number }>
        Object.assign(file, {
          read: async (...args: readonly unknown[]) => {
            const result = await read(...args)
            bytes += result.bytesRead
            return result
          },
        })
        const limits = { before, messages: 50, size: Number.POSITIVE_INFINITY }
        const page = await readPage(place, session, limits)
        expect(page.messages.map(({ position }) => position)).toEqual(
          Array.from({ length: 50 }, (_, n) => before - 50 + n),
        )
      })
      return bytes
    }
    expect(await cost(20_000)).toBeLessThan(200_000)
    for (const before of [50, 51, 777, 10_000, 19_990]) expect(await cost(before)).toBeLessThan(1_000_000)
    await sessions.close()
  })

  it('finds every position, whatever the sizes of the messages', async () => {
    const folder = await tempFolder()
    const sessions = fileSessions(folder.path, { fsync: 'os' })
    const many = Array.from({ length: 600 }, (_, n) => text('x'.repeat(n % 97 === 0 ? 300_000 : n % 50)))
    await sessions.append(scope, 's', many)
    const sizes = many.map((message) => JSON.stringify(message).length)
    for (let at = 0; at < 600; at += 7) {
      const [one] = await sessions.read(scope, 's', at, at + 1)
      expect([one?.position, one?.message]).toEqual([at, many[at]])
      expect(one?.sizeBefore).toBe(sizes.slice(0, at).reduce((a, b) => a + b, 0))
    }
    await sessions.close()
  })

  it('works in a read-only folder, and creates nothing in it', async () => {
    const folder = await tempFolder()
    const sessions = fileSessions(folder.at('none'))
    expect(await sessions.page(scope, 's')).toMatchObject({ messages: [], revision: 0 })
    expect(await sessions.list(scope)).toEqual({ sessions: [], more: false })
    await sessions.close()
    expect(await readdir(folder.path)).toEqual([])
  })
})

describe('concurrent appends', () => {
  it('of one process are written in order, each with its own result', async () => {
    const folder = await tempFolder()
    const sessions = fileSessions(folder.path, { fsync: 'batch', batchDelay: 1 })
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, n) =>
        sessions
          .append(scope, 's', [text(String(n))], { operation: String(n % 250) })
          .catch((error: { readonly code: string }) => error.code),
      ),
    )
    // Half of the names existed before, with other messages.
    expect(answers.slice(0, 250)).toEqual(
      Array.from({ length: 250 }, (_, n) => ({ revision: n + 1, start: n, length: n + 1, repeated: false })),
    )
    expect(new Set(answers.slice(250))).toEqual(new Set(['STORE_VALUE_INVALID']))
    const again = await fileSessions(folder.path).append(scope, 's', [text('7')], {
      operation: '7',
      expectedRevision: 0,
    })
    expect(again).toEqual({ revision: 8, start: 7, length: 8, repeated: true })
    await sessions.close()
  })
})

describe('operating system errors', () => {
  it('are reported, and leave the session unchanged', async () => {
    const folder = await tempFolder()
    await writeFile(folder.at('file'), '')
    const sessions = fileSessions(folder.at('file'))
    await expect(sessions.append(scope, 's', [text('one')])).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    const good = fileSessions(folder.at('good'))
    await good.append(scope, 's', [text('one')])
    await mkdir(folder.at('good/acme/ada/_/t.jsonl'))
    await expect(good.append(scope, 't', [text('one')])).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    expect((await good.append(scope, 's', [text('two')])).length).toBe(2)
    await good.close()
  })

  it.skipIf(process.getuid?.() === 0)('include missing permissions', async () => {
    const folder = await tempFolder()
    await chmod(folder.path, 0o500)
    const sessions = fileSessions(folder.path)
    await expect(sessions.append(scope, 's', [text('one')])).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
  })
})

describe('deleting', () => {
  it("removes the session's torn file, but no unrelated files", async () => {
    const folder = await tempFolder()
    const sessions = fileSessions(folder.path, { fsync: 'os' })
    await sessions.append(scope, 's', [text('one')])
    const file = await openIfThere(folder.at(path), 'a')
    await file?.write('{"torn')
    await file?.close()
    await sessions.append(scope, 's', [text('two')])
    expect((await readdir(folder.at('acme/ada/_'))).sort()).toEqual(['s.jsonl', 's.torn'])
    expect(await sessions.delete(scope, 's')).toBe(true)
    expect(await readdir(folder.at('acme/ada/_'))).toEqual([])
    await sessions.append(scope, 's', [text('one')])
    await folder.write('acme/ada/_/notes.md', 'by hand')
    await sessions.append({ tenant: 'acme', user: 'bob' }, 's', [text('one')])
    expect(await sessions.admin.erase({ tenant: 'acme' })).toBe(2)
    expect(await readdir(folder.at('acme'))).toEqual(['ada'])
    expect(await readdir(folder.at('acme/ada/_'))).toEqual(['notes.md'])
    await sessions.close()
  })
})
