import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Message } from '@lamella/core'
import { fileMemory, fileSessions } from '@lamella/provider-fs'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'

const scope = { tenant: 'acme', user: 'ada' }
const say = (content: string): Message => ({ role: 'user', content })

async function linesOf(lines: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = []
  for await (const line of lines) all.push(line)
  return all
}

async function filled(folder: string): Promise<{ readonly lines: readonly string[]; readonly path: string }> {
  const sessions = fileSessions(folder, { fsync: 'os' })
  for (let index = 0; index < 20; index++) await sessions.append(scope, 's', [say(`message ${index}`)])
  await sessions.compactions.add(scope, 's', { start: 0, end: 3, text: 'in short' })
  return { lines: await linesOf(sessions.transfer.export(scope, 's')), path: join(folder, 'acme/ada/_/s.jsonl') }
}

describe('export', () => {
  it('yields nothing for a session in which one byte is damaged or one line is missing', async () => {
    const { path: folder } = await tempFolder()
    const { path } = await filled(folder)
    const sessions = fileSessions(folder)
    const bytes = await readFile(path)
    const text = bytes.toString('utf8')
    const spoiled = [3, 400, 1_000, bytes.length - 20].map((at) => {
      const copy = Buffer.from(bytes)
      copy[at] = (copy[at] ?? 0) ^ 1
      return copy
    })
    const lines = text.trimEnd().split('\n')
    // Only the last line can be removed without a trace: the file is then the earlier session's.
    for (let gone = 0; gone < lines.length - 1; gone++) {
      spoiled.push(Buffer.from(`${lines.filter((_, index) => index !== gone).join('\n')}\n`))
    }
    for (const one of spoiled) {
      await writeFile(path, one)
      await expect(linesOf(sessions.transfer.export(scope, 's'))).rejects.toMatchObject({ code: 'SESSION_DAMAGED' })
    }
    await writeFile(path, bytes)
    expect(await linesOf(sessions.transfer.export(scope, 's'))).toHaveLength(23)
  })

  it('omits an incomplete append', async () => {
    const { path: folder } = await tempFolder()
    const { path, lines } = await filled(folder)
    await writeFile(path, `${await readFile(path, 'utf8')}{"sum":"0000`)
    expect(await linesOf(fileSessions(folder).transfer.export(scope, 's'))).toEqual(lines)
  })

  it('opens nothing before the first line is requested, and closes everything if reading stops', async () => {
    const { path: folder } = await tempFolder()
    await filled(folder)
    const sessions = fileSessions(folder)
    const before = (await readdir('/proc/self/fd').catch(() => [])).length
    for (let count = 0; count < 50; count++) {
      sessions.transfer.export(scope, 's')
      for await (const line of sessions.transfer.export(scope, 's')) {
        expect(line).toContain('"lamella":"session"')
        break
      }
    }
    expect((await readdir('/proc/self/fd').catch(() => [])).length).toBeLessThan(before + 10)
  })
})

describe('import', () => {
  it('writes the same file as the appends would have', async () => {
    const [one, two] = [(await tempFolder()).path, (await tempFolder()).path]
    const { path, lines } = await filled(one)
    await fileSessions(two).transfer.import(scope, lines)
    expect(await readFile(join(two, 'acme/ada/_/s.jsonl'), 'utf8')).toBe(await readFile(path, 'utf8'))
  })

  it('replaces an incomplete append, and keeps its bytes', async () => {
    const { path: folder } = await tempFolder()
    const { path, lines } = await filled(folder)
    await writeFile(path, '{"sum":"12345678","len":99,')
    const sessions = fileSessions(folder)
    await sessions.transfer.import(scope, lines)
    expect(await linesOf(sessions.transfer.export(scope, 's'))).toEqual(lines)
    expect(await readFile(path.replace(/jsonl$/, 'torn'), 'utf8')).toContain('{"sum":"12345678","len":99,')
  })

  it('leaves no file when the lines are invalid or the session exists', async () => {
    const { path: folder } = await tempFolder()
    const { lines } = await filled(folder)
    const sessions = fileSessions(folder)
    const before = await readdir(join(folder, 'acme/ada/_'))
    await expect(sessions.transfer.import(scope, lines)).rejects.toMatchObject({ code: 'SESSION_EXISTS' })
    const torn = sessions.transfer.import(scope, lines.slice(0, -1), { session: 'new' })
    await expect(torn).rejects.toMatchObject({ code: 'IMPORT_INVALID', details: { line: 23 } })
    expect(await readdir(join(folder, 'acme/ada/_'))).toEqual(before)
  })

  it('allows appends at once, also in a long session of one change and under a long id', async () => {
    const model = createSessionStore()
    const id = '🦊'.repeat(256)
    const messages = Array.from({ length: 5_000 }, (_, index) => say(`${index} ${'x'.repeat(300)}`))
    await model.append(scope, id, messages, { operation: 'all' })
    await model.transfer.fork(scope, id, 'fork', 4_000)
    const sessions = fileSessions((await tempFolder()).path, { fsync: 'batch' })
    for (const session of [id, 'fork']) await sessions.transfer.import(scope, model.transfer.export(scope, session))
    expect(await sessions.append(scope, id, messages, { operation: 'all' })).toMatchObject({ repeated: true, start: 0 })
    expect(await sessions.append(scope, id, [say('next')])).toMatchObject({ revision: 2, start: 5_000 })
    expect(await sessions.append(scope, 'fork', [say('next')])).toMatchObject({ revision: 2, start: 4_000 })
    expect((await sessions.list(scope)).sessions.map((info) => info.id)).toEqual(['fork', id])
    await sessions.close()
  })
})

describe('restore', () => {
  it('accepts times that were written by hand', async () => {
    const { path: folder } = await tempFolder()
    const memory = fileMemory(folder, { owner: scope })
    await writeFile(
      join(folder, 'MEMORY.md'),
      '- one <!-- id: one, created: 2026-05-12 -->\n- two <!-- id: two, created: yesterday, updated: "2026-05-12T10:00:00+02:00" -->\n',
    )
    const { entries } = await memory.list(scope)
    expect(entries.map(({ createdAt, updatedAt }) => [createdAt, updatedAt])).toEqual([
      ['2026-05-12T00:00:00.000Z', '2026-05-12T00:00:00.000Z'],
      [undefined, '2026-05-12T08:00:00.000Z'],
    ])
  })
})
