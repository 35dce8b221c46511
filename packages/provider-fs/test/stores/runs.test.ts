import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Message } from '@lamella/core'
import { type FileSessions, fileSessions } from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'

const scope = { tenant: 'acme', user: 'ada' }
const say = (content: string): Message => ({ role: 'user', content })
const own = 'acme/ada/_'
const log = `${own}/s.jsonl`
const side = `${own}/s.run`
const temporary = `${own}/.s.run.new`

/** All files of a folder, except locks. */
async function filesOf(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const name of await readdir(folder, { recursive: true })) {
    if (name.startsWith('.locks') || !(await stat(join(folder, name))).isFile()) continue
    files.set(name, await readFile(join(folder, name)))
  }
  return files
}

/** A store with a message and a state at version 1. */
async function storeWithRun() {
  const folder = await tempFolder()
  const noticed: string[] = []
  const sessions = fileSessions(folder.path, { fsync: 'os', onNotice: ({ code }) => noticed.push(code) })
  await sessions.append(scope, 's', [say('one')])
  await sessions.runs.write(scope, 's', { epoch: 1, text: 'old'.repeat(50) }, 0)
  return { folder, sessions, noticed }
}

describe('the state of a run', () => {
  it.each(['always', 'batch', 'os'] as const)(
    "replaces the bytes of the state before, and writes nothing to the session's file (%s)",
    async (fsync) => {
      const folder = await tempFolder()
      const sessions = fileSessions(folder.path, { fsync })
      await sessions.append(scope, 's', [say('one')])
      const messages = await readFile(folder.at(log))
      for (let epoch = 0; epoch < 6; epoch++) {
        await sessions.runs.write(scope, 's', { epoch, text: `secret${epoch} `.repeat(10 ** (epoch % 5)) }, epoch)
        const files = await filesOf(folder.path)
        expect([...files.keys()].sort()).toEqual([log, side])
        const all = Buffer.concat([...files.values()]).toString('latin1')
        for (let old = 0; old <= epoch; old++) expect(all.includes(`secret${old}`)).toBe(old === epoch)
        expect(files.get(log)?.equals(messages)).toBe(true)
      }
      await sessions.delete(scope, 's')
      expect([...(await filesOf(folder.path)).keys()]).toEqual([])
      await sessions.close()
    },
  )

  it('keeps what was added to it, whatever a process has left of a line that it could not write', async () => {
    const { folder, sessions, noticed } = await storeWithRun()
    const first = await readFile(folder.at(side))
    await sessions.runs.write(scope, 's', { turn: 1 }, 1, { adds: true })
    const second = await readFile(folder.at(side))
    expect(second.subarray(0, first.length).equals(first)).toBe(true)
    const line = second.subarray(first.length)
    const { run } = (await sessions.runs.read(scope, 's')) ?? {}
    for (let length = 1; length < line.length; length += 9) {
      await writeFile(folder.at(side), Buffer.concat([second, line.subarray(0, length)]))
      expect(await sessions.runs.read(scope, 's')).toEqual({ run, added: [{ turn: 1 }], version: 2 })
      expect(await sessions.runs.write(scope, 's', { turn: 2 }, 2, { adds: true })).toBe(3)
      expect(await sessions.runs.read(scope, 's')).toEqual({ run, added: [{ turn: 1 }, { turn: 2 }], version: 3 })
      expect(await sessions.admin.verify(scope, 's')).toEqual([])
    }
    expect(noticed).toEqual([])
    await writeFile(folder.at(side), second.with(first.length + 30, 0))
    expect(await sessions.runs.read(scope, 's')).toBeUndefined()
    expect(noticed).toEqual(['SESSION_RUN_DAMAGED'])
    await sessions.close()
  })

  it('that is damaged is reported and counts as none, and the next one replaces it; no message is affected', async () => {
    const { folder, sessions, noticed } = await storeWithRun()
    const bytes = await readFile(folder.at(side))
    // The line break is not part of the state.
    for (let at = -1; at < bytes.length - 1; at += 7) {
      if (at < 0) await truncate(folder.at(side))
      else await writeFile(folder.at(side), bytes.with(at, (bytes[at] as number) ^ 1))
      noticed.length = 0
      expect(await sessions.runs.read(scope, 's')).toBeUndefined()
      expect(noticed).toEqual(['SESSION_RUN_DAMAGED'])
      expect((await sessions.admin.verify(scope, 's')).map(({ code }) => code)).toEqual(['SESSION_RUN_DAMAGED'])
      await sessions.transfer.fork(scope, 's', `fork ${at}`)
      expect(await sessions.runs.read(scope, `fork ${at}`)).toBeUndefined()
      expect((await sessions.page(scope, 's')).messages).toHaveLength(1)
      expect((await sessions.append(scope, 's', [])).revision).toBe(1)
      await expect(sessions.runs.write(scope, 's', { epoch: 3 }, 1)).rejects.toMatchObject({ code: 'RUN_CONFLICT' })
      expect(await sessions.runs.write(scope, 's', { epoch: 3 }, 0)).toBe(1)
      expect(await sessions.runs.read(scope, 's')).toEqual({ run: { epoch: 3 }, version: 1 })
      expect(await sessions.admin.verify(scope, 's')).toEqual([])
    }
    await sessions.close()
  })

  it.each(['append', 'runs.write', 'import', 'fork', 'erase', 'delete'] as const)(
    'that is left without its session is named by verify, belongs to no later session, and is removed (%s)',
    async (next) => {
      const { folder, sessions } = await storeWithRun()
      await sessions.append(scope, 'other', [say('two')])
      const lines: string[] = []
      for await (const line of sessions.transfer.export(scope, 's')) lines.push(line)
      await rm(folder.at(log))
      expect(await sessions.runs.read(scope, 's')).toBeUndefined()
      expect((await sessions.admin.verify(scope, 's')).map(({ code }) => code)).toEqual(['SESSION_RUN_DAMAGED'])
      if (next === 'append') await sessions.append(scope, 's', [say('one')])
      if (next === 'runs.write') await sessions.runs.write(scope, 's', { epoch: 9 }, 0)
      if (next === 'import') await sessions.transfer.import(scope, lines)
      if (next === 'fork') await sessions.transfer.fork(scope, 'other', 's')
      if (next === 'erase') await sessions.admin.erase(scope)
      if (next === 'delete') expect(await sessions.delete(scope, 's')).toBe(false)
      const left = [...(await filesOf(folder.path)).values()].filter((bytes) => bytes.includes('oldold'))
      expect(left).toEqual([])
      const wanted = next === 'runs.write' ? { run: { epoch: 9 }, version: 1 } : undefined
      expect(await sessions.runs.read(scope, 's')).toEqual(wanted)
      expect(await sessions.admin.verify(scope, 's')).toEqual([])
      await sessions.close()
    },
  )

  it('is the one before if the process ended while it wrote; what it left behind is removed', async () => {
    for (const next of ['runs.write', 'delete', 'erase', 'another process'] as const) {
      const { folder, sessions } = await storeWithRun()
      await folder.write(temporary, '{"sum":"secret')
      expect(await sessions.runs.read(scope, 's')).toMatchObject({ run: { epoch: 1 }, version: 1 })
      if (next === 'runs.write') await sessions.runs.write(scope, 's', {}, 1)
      if (next === 'delete') await sessions.delete(scope, 's')
      if (next === 'erase') await sessions.admin.erase(scope)
      if (next === 'another process') {
        const other = fileSessions(folder.path, { fsync: 'os' })
        await other.append(scope, 'other', [say('one')])
        await other.close()
      }
      expect([...(await filesOf(folder.path)).keys()]).not.toContain(temporary)
      await sessions.close()
    }
  })

  it('cannot be written to a session that is damaged or of another format, and changes nothing then', async () => {
    const { folder, sessions } = await storeWithRun()
    await writeFile(folder.at(log), 'no session\nat all\n')
    const before = await filesOf(folder.path)
    await expect(sessions.runs.write(scope, 's', {}, 1)).rejects.toMatchObject({ code: 'SESSION_DAMAGED' })
    expect(await filesOf(folder.path)).toEqual(before)
    await sessions.close()
  })

  it('is read whole while two stores write and append, and each version is written once', async () => {
    const folder = await tempFolder()
    const [first, second, reader] = [0, 1, 2].map(() => fileSessions(folder.path, { fsync: 'os' })) as [
      FileSessions,
      FileSessions,
      FileSessions,
    ]
    await first.runs.write(scope, 's', { n: -1, text: '' }, 0)
    const versions: number[] = []
    let isDone = false
    const write = async (store: FileSessions, by: number): Promise<void> => {
      for (let n = 0; n < 40; n++) {
        if (n % 3 === 0) await store.append(scope, 's', [say(`${by} ${n}`)])
        for (let isWritten = false; !isWritten; ) {
          const { version = 0 } = (await store.runs.read(scope, 's')) ?? {}
          const run = { n, by, text: `${by} ${n} `.repeat(2_000) }
          isWritten = await store.runs.write(scope, 's', run, version).then(
            (written) => versions.push(written) > 0,
            (error: unknown) => {
              expect(error).toMatchObject({ code: 'RUN_CONFLICT' })
              return false
            },
          )
        }
      }
    }
    const read = async (): Promise<number> => {
      let reads = 0
      for (let last = 0; !isDone; reads++) {
        const stored = await reader.runs.read(scope, 's')
        const { n, by, text } = stored?.run ?? {}
        expect(text).toBe(n === -1 ? '' : `${by} ${n} `.repeat(2_000))
        expect(stored?.version).toBeGreaterThanOrEqual(last)
        last = stored?.version ?? 0
        await reader.transfer.fork(scope, 's', `fork ${reads}`)
        expect((await reader.runs.read(scope, `fork ${reads}`))?.version).toBe(1)
      }
      return reads
    }
    const writing = Promise.all([write(first, 1), write(second, 2)]).finally(() => {
      isDone = true
    })
    const [reads] = await Promise.all([read(), writing])
    expect(reads).toBeGreaterThan(3)
    expect(versions.sort((a, b) => a - b)).toEqual(Array.from({ length: 80 }, (_, index) => index + 2))
    expect((await reader.info(scope, 's'))?.revision).toBe(29)
    expect(await reader.admin.verify(scope, 's')).toEqual([])
    await Promise.all([first.close(), second.close(), reader.close()])
  })
})
