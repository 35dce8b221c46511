import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Message } from '@lamella/core'
import { fileSessions, readSession } from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'

const scope = { tenant: 'acme', user: 'ada' }
const say = (content: string): Message => ({ role: 'user', content })
const own = 'acme/ada/_'
const log = `${own}/s.jsonl`
const slots = [`${own}/s.0.run`, `${own}/s.1.run`] as const

/** All files of a folder, except locks. */
async function filesOf(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const name of await readdir(folder, { recursive: true })) {
    if (name.startsWith('.locks') || !(await stat(join(folder, name))).isFile()) continue
    files.set(name, await readFile(join(folder, name)))
  }
  return files
}

/** The files of a session before and after its second state is written. */
async function beforeAndAfter() {
  const folder = await tempFolder()
  const sessions = fileSessions(folder.path, { fsync: 'os' })
  await sessions.append(scope, 's', [say('one')])
  await sessions.writeRun(scope, 's', { epoch: 1, text: 'old'.repeat(50) })
  const before = await filesOf(folder.path)
  await sessions.writeRun(scope, 's', { epoch: 2, text: 'new'.repeat(50) })
  const after = await filesOf(folder.path)
  await sessions.close()
  return { before, after, old: { epoch: 1, text: 'old'.repeat(50) }, fresh: { epoch: 2, text: 'new'.repeat(50) } }
}

/** A store with these files. */
async function storeWith(files: ReadonlyMap<string, Uint8Array>) {
  const folder = await tempFolder()
  for (const [name, bytes] of files) await folder.write(name, bytes)
  return { folder, sessions: fileSessions(folder.path, { fsync: 'os' }) }
}

describe('the state of a run', () => {
  it.each(['always', 'batch', 'os'] as const)(
    "replaces the bytes of the state before, and adds one short line to the session's file (%s)",
    async (fsync) => {
      const folder = await tempFolder()
      const sessions = fileSessions(folder.path, { fsync })
      await sessions.append(scope, 's', [say('one')])
      let size = (await stat(folder.at(log))).size
      for (let epoch = 0; epoch < 6; epoch++) {
        await sessions.writeRun(scope, 's', { epoch, text: `secret${epoch} `.repeat(10 ** (epoch % 5)) })
        const files = await filesOf(folder.path)
        const all = Buffer.concat([...files.values()]).toString('latin1')
        for (let old = 0; old <= epoch; old++) expect(all.includes(`secret${old}`)).toBe(old === epoch)
        const next = (await stat(folder.at(log))).size
        expect(next - size).toBeLessThan(200)
        size = next
      }
      await sessions.delete(scope, 's')
      expect([...(await filesOf(folder.path)).keys()]).toEqual([])
      await sessions.close()
    },
  )

  it('is the one before if the process ended before its line was complete', async () => {
    const { before, after, old, fresh } = await beforeAndAfter()
    const [from, to] = [before.get(log) as Buffer, after.get(log) as Buffer]
    // Without its line break the line is complete, as for appends.
    for (let cut = from.length; cut <= to.length; cut++) {
      for (const part of [0.5, 1]) {
        const written = (after.get(slots[1]) as Buffer).subarray(0, Math.ceil(200 * part))
        const isComplete = cut >= to.length - 1
        const state = isComplete ? (after.get(slots[1]) as Buffer) : written
        const { folder, sessions } = await storeWith(
          new Map([...before, [log, to.subarray(0, cut)], [slots[1], state]]),
        )
        const wanted = isComplete ? { run: fresh, revision: 3 } : { run: old, revision: 2 }
        expect(await sessions.readRun(scope, 's')).toEqual(wanted)
        expect((await sessions.info(scope, 's'))?.revision).toBe(wanted.revision)
        // The next change of any kind removes what the process left behind.
        await sessions.append(scope, 's', [say('two')])
        expect(await sessions.readRun(scope, 's')).toEqual(wanted)
        expect((await stat(folder.at(slots[isComplete ? 0 : 1]))).size).toBe(0)
        expect(await sessions.writeRun(scope, 's', { epoch: 3 }, { expectedRevision: wanted.revision + 1 })).toBe(
          wanted.revision + 2,
        )
        expect(await sessions.readRun(scope, 's')).toEqual({ run: { epoch: 3 }, revision: wanted.revision + 2 })
        expect((await sessions.verify(scope, 's')).filter(({ code }) => code !== 'SESSION_TAIL_TORN')).toEqual([])
        await sessions.close()
      }
    }
  })

  it('is not there if the process ended before it created the session', async () => {
    const { after } = await beforeAndAfter()
    for (const later of ['append', 'another session', 'erase'] as const) {
      const { folder, sessions } = await storeWith(new Map([[slots[0], after.get(slots[1]) as Buffer]]))
      expect(await sessions.readRun(scope, 's')).toBeUndefined()
      expect((await sessions.list(scope)).sessions).toEqual([])
      if (later === 'append') await sessions.append(scope, 's', [say('one')])
      if (later === 'another session') await sessions.append(scope, 'other', [say('one')])
      if (later === 'erase') expect(await sessions.erase(scope)).toBe(0)
      expect(await sessions.readRun(scope, 's')).toBeUndefined()
      const left = [...(await filesOf(folder.path))].filter(
        ([name, bytes]) => name.endsWith('.run') && bytes.length > 0,
      )
      expect(left).toEqual([])
      await sessions.close()
    }
  })

  it('that is damaged is reported, and the next one replaces it; no message is affected', async () => {
    const { after } = await beforeAndAfter()
    const state = after.get(slots[1]) as Buffer
    for (const damage of ['missing', 'empty', ...Array.from({ length: state.length }, (_, at) => at)] as const) {
      if (typeof damage === 'number' && damage % 7 !== 0) continue
      const { folder, sessions } = await storeWith(after)
      if (damage === 'missing') await rm(folder.at(slots[1]))
      else if (damage === 'empty') await truncate(folder.at(slots[1]))
      else await writeFile(folder.at(slots[1]), state.with(damage, (state[damage] as number) ^ 1))
      const lost = { code: 'SESSION_DAMAGED' }
      // The line break is not part of the state.
      if (damage === state.length - 1) continue
      await expect(sessions.readRun(scope, 's')).rejects.toMatchObject(lost)
      await expect(sessions.fork(scope, 's', 'fork')).rejects.toMatchObject(lost)
      await expect(sessions.export(scope, 's')[Symbol.asyncIterator]().next()).rejects.toMatchObject(lost)
      expect((await sessions.verify(scope, 's')).map(({ code }) => code)).toEqual(['SESSION_RECORD_DAMAGED'])
      expect((await sessions.page(scope, 's')).messages).toHaveLength(1)
      await sessions.writeRun(scope, 's', { epoch: 3 })
      expect(await sessions.readRun(scope, 's')).toEqual({ run: { epoch: 3 }, revision: 4 })
      expect(await sessions.verify(scope, 's')).toEqual([])
      await sessions.close()
    }
  })

  it('of another session is not accepted in its place', async () => {
    const { after } = await beforeAndAfter()
    const { folder, sessions } = await storeWith(after)
    await sessions.writeRun(scope, 'other', { epoch: 1 })
    await sessions.writeRun(scope, 'other', { epoch: 2 })
    await writeFile(folder.at(slots[1]), await readFile(folder.at(`${own}/other.1.run`)))
    await expect(sessions.readRun(scope, 's')).rejects.toMatchObject({ code: 'SESSION_DAMAGED' })
    await sessions.close()
  })

  it('is read whole, at its revision, while two stores write and append', async () => {
    const folder = await tempFolder()
    const [first, second, reader] = [0, 1, 2].map(() => fileSessions(folder.path, { fsync: 'os' })) as [
      ReturnType<typeof fileSessions>,
      ReturnType<typeof fileSessions>,
      ReturnType<typeof fileSessions>,
    ]
    await first.writeRun(scope, 's', { n: -1, text: '' })
    let isDone = false
    const write = async (store: typeof first, by: number): Promise<void> => {
      for (let n = 0; n < 60; n++) {
        // Together, so that they could be written together.
        const two = [2 * n, 2 * n + 1].map((one) => ({ n: one, by, text: `${by} ${one} `.repeat(2_000) }))
        await Promise.all(two.map((run) => store.writeRun(scope, 's', run)))
        if (n % 3 === 0) await store.append(scope, 's', [say(`${by} ${n}`)])
      }
    }
    const read = async (): Promise<number> => {
      let reads = 0
      for (let last = 0; !isDone; reads++) {
        const stored = await reader.readRun(scope, 's')
        const { n, by, text } = stored?.run ?? {}
        expect(text).toBe(n === -1 ? '' : `${by} ${n} `.repeat(2_000))
        expect(stored?.revision).toBeGreaterThanOrEqual(last)
        last = stored?.revision ?? 0
        const lines: string[] = []
        for await (const line of reader.export(scope, 's')) lines.push(line)
        const [header, run] = lines.map((line) => JSON.parse(line) as { revision: number; run?: { text: string } })
        expect(run?.run).toBeDefined()
        expect(run?.revision).toBeLessThanOrEqual(header?.revision ?? 0)
        await reader.fork(scope, 's', `fork ${reads}`)
        expect((await reader.readRun(scope, `fork ${reads}`))?.revision).toBe(1)
      }
      return reads
    }
    const writing = Promise.all([write(first, 1), write(second, 2)]).finally(() => {
      isDone = true
    })
    const [reads] = await Promise.all([read(), writing])
    expect(reads).toBeGreaterThan(3)
    expect((await reader.info(scope, 's'))?.revision).toBe(281)
    expect(await reader.verify(scope, 's')).toEqual([])
    await Promise.all([first.close(), second.close(), reader.close()])
  })

  it('is written once for each of many concurrent calls, in one order with appends', async () => {
    const { path } = await tempFolder()
    const sessions = fileSessions(path, { fsync: 'os' })
    const revisions = await Promise.all(
      Array.from({ length: 30 }, async (_, n) =>
        n % 3 === 0
          ? (await sessions.append(scope, 's', [say(`${n}`)])).revision
          : sessions.writeRun(scope, 's', { n }),
      ),
    )
    expect(revisions).toEqual(Array.from({ length: 30 }, (_, n) => n + 1))
    expect(await sessions.readRun(scope, 's')).toEqual({ run: { n: 29 }, revision: 30 })
    expect(await sessions.verify(scope, 's')).toEqual([])
    await sessions.close()
  })

  it('is left out where the file of a session, or its export, is read as a conversation', async () => {
    const folder = await tempFolder()
    const sessions = fileSessions(folder.path, { fsync: 'os' })
    await sessions.writeRun(scope, 's', { messages: [say('in the run')] })
    await sessions.append(scope, 's', [say('one')])
    await sessions.writeRun(scope, 's', { epoch: 2 })
    await sessions.append(scope, 's', [say('two')])
    const lines: string[] = []
    for await (const line of sessions.export(scope, 's')) lines.push(line)
    const exported = await folder.write('export.jsonl', `${lines.join('\n')}\n`)
    for (const path of [folder.at(log), exported]) {
      const { length, notices, read, sizeBefore } = await readSession(path)
      expect(notices).toEqual([])
      const messages = await read(0, length, { signal: new AbortController().signal })
      expect(messages.map(({ content }) => content)).toEqual(['one', 'two'])
      // A size is the place of a message in the file.
      const text = await readFile(path, 'utf8')
      expect(text.slice(sizeBefore?.(1)).split('\n')[0]).toContain('"content":"two"')
    }
    await sessions.close()
  })
})
