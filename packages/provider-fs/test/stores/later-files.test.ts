import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Message } from '@lamella/core'
import { fileBlobs, fileMemory, fileSessions, readSession } from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { readRecord, writeRecord } from '../../src/session-store/record.ts'
import { tempFolder } from '../helpers/folder.ts'

const scope = { tenant: 'acme', user: 'ada' }
const say = (content: string): Message => ({ role: 'user', content })
const newer = (format: string): object => ({ code: 'FORMAT_NEWER', details: { format, version: 2, known: 1 } })

/** Writes a line of a file again, with other content. The checksum is that of the new line. */
function rewritten(line: string, change: (rest: string) => string): string {
  const { rest } = /"len":\d+,(?<rest>.*)\}$/.exec(line)?.groups ?? {}
  const [head = '', key = '', text = ''] = change(rest ?? '').split(/,"(message|header|label)":(.*)$/s)
  return writeRecord(head, { key: key as 'message', text }).trimEnd()
}

/** A session of two messages, and its file. */
async function begun(): Promise<{ readonly folder: string; readonly file: string; readonly lines: readonly string[] }> {
  const { path: folder } = await tempFolder()
  const sessions = fileSessions(folder)
  await sessions.append(scope, 's', [say('a')])
  await sessions.append(scope, 's', [say('b')])
  await sessions.runs.write(scope, 's', { x: 1 }, 0)
  await sessions.close()
  const file = join(folder, 'acme/ada/_/s.jsonl')
  return { folder, file, lines: (await readFile(file, 'utf8')).trimEnd().split('\n') }
}

describe('a session file of a later release', () => {
  it('is neither read nor changed by any method if its version is newer', async () => {
    const { folder, file, lines } = await begun()
    const [header = '', ...rest] = lines
    const text = [rewritten(header, (one) => one.replace('"v":1', '"v":2')), ...rest, ''].join('\n')
    await writeFile(file, text)
    const sessions = fileSessions(folder)
    const calls: readonly (() => Promise<unknown>)[] = [
      () => sessions.info(scope, 's'),
      () => sessions.page(scope, 's'),
      () => sessions.read(scope, 's', 0, 2),
      () => sessions.append(scope, 's', [say('c')]),
      () => sessions.runs.read(scope, 's'),
      () => sessions.runs.write(scope, 's', { x: 2 }, 1),
      () => sessions.compactions.list(scope, 's'),
      () => sessions.compactions.add(scope, 's', { start: 0, end: 1, text: 'x' }),
      () => sessions.transfer.fork(scope, 's', 'fork'),
      () => sessions.transfer.export(scope, 's')[Symbol.asyncIterator]().next(),
      () => sessions.admin.verify(scope, 's'),
      () => sessions.repair(scope, 's'),
      () => readSession(file),
    ]
    for (const call of calls) await expect(call(), String(call)).rejects.toMatchObject(newer('session file'))
    expect(await readFile(file, 'utf8')).toBe(text)
    await sessions.close()
  })

  it('is listed as unreadable, with the reason, and can be deleted', async () => {
    const { folder, file, lines } = await begun()
    const [header = '', ...rest] = lines
    await writeFile(file, [rewritten(header, (one) => one.replace('"v":1', '"v":2')), ...rest, ''].join('\n'))
    const sessions = fileSessions(folder)
    await sessions.append(scope, 'other', [say('c')])
    const list = await sessions.list(scope)
    expect(list.sessions.map(({ id }) => id)).toEqual(['other'])
    expect(list.unreadable).toMatchObject([{ what: expect.stringContaining('has version 2') }])
    expect(await sessions.delete(scope, 's')).toBe(true)
    await sessions.close()
  })

  it('is read and continued if it has fields and kinds of records that this one does not know', async () => {
    const { folder, file, lines } = await begun()
    const [header = '', first = '', second = ''] = lines
    const third = readRecord(Buffer.from(second))
    const label = `"seq":3,"rev":${third?.rev},"pos":2,"before":${(third?.before ?? 0) + (third?.size ?? 0)},"label":{"text":"x"}`
    const later = [
      rewritten(header, (one) => one.replace('"user"', '"mood":"calm","user"')),
      rewritten(first, (one) => one.replace(',"message"', ',"mood":{"is":"calm"},"message"')),
      second,
      rewritten(`"len":1,${label}}`, (one) => one),
    ]
    await writeFile(file, `${later.join('\n')}\n`)
    const sessions = fileSessions(folder)
    expect((await sessions.page(scope, 's')).notices).toEqual([])
    expect(await sessions.info(scope, 's')).toMatchObject({ revision: 2, length: 2 })
    expect(await sessions.append(scope, 's', [say('c')])).toMatchObject({ revision: 3, length: 3 })
    const { messages } = await sessions.page(scope, 's')
    expect(messages.map(({ message, position, sizeBefore }) => [position, message.content, sizeBefore])).toEqual([
      [0, 'a', 0],
      [1, 'b', 29],
      [2, 'c', 58],
    ])
    expect(await sessions.admin.verify(scope, 's')).toEqual([])
    expect((await readFile(file, 'utf8')).split('\n').slice(0, 4)).toEqual(later)
    expect((await readSession(file)).length).toBe(3)
    const lines3: string[] = []
    for await (const line of sessions.transfer.export(scope, 's')) lines3.push(line)
    expect((await sessions.transfer.import(scope, lines3, { session: 't' })).length).toBe(3)
    await sessions.close()
  })
})

describe('what else a later release wrote to files', () => {
  it('is a blob that is not read if its version is newer, and one whose new fields are ignored', async () => {
    const { path } = await tempFolder()
    const blobs = fileBlobs(path)
    const { id } = await blobs.put(scope, 's', new TextEncoder().encode('content'))
    const file = join(path, 'acme/ada/_/s.blobs', `${id.slice(5)}.json`)
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace('{', '{"v":1,"mood":"calm",'))
    expect(await blobs.info(scope, 's', id)).toMatchObject({ id, size: 7 })
    await writeFile(file, text.replace('{', '{"v":2,'))
    await expect(blobs.info(scope, 's', id)).rejects.toMatchObject(newer('blob'))
    await blobs.close()
  })

  it('is a field of a memory, which stays when the memory is changed', async () => {
    const { path } = await tempFolder()
    const memory = fileMemory(path, { owner: scope })
    await memory.put(scope, { id: 'drink', kind: 'fact', text: 'Likes tea' })
    const file = join(path, 'MEMORY.md')
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace('kind: fact', 'kind: fact, mood: "very, calm"'))
    await memory.put(scope, { id: 'drink', kind: 'fact', text: 'Likes coffee' })
    const after = await readFile(file, 'utf8')
    expect(after).toContain('Likes coffee')
    expect(after).toContain('mood: "very, calm"')
    await memory.close()
  })
})
