import { existsSync } from 'node:fs'
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileMemory, fileSessions } from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'
import { type Writer, writers } from './helpers/processes.ts'

const ada = { tenant: 'acme', user: 'ada' }
const crashes = Math.min(50, Math.ceil(Number(process.env['LAMELLA_CRASHES'] ?? 8) / 5))
/** On a busy machine a kill can come too late to leave anything; one of this many must not. */
const patience = 50
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const secret = { role: 'user', content: `secretsecret ${'x'.repeat(20_000)}` } as const

/** Kills a writer as soon as a file has some bytes; returns whether the file still existed then. */
async function killWhile(path: string, writer: Writer): Promise<boolean> {
  while (writer.process.exitCode === null && (await sizeOf(path)) === 0) await pause(0)
  writer.process.kill('SIGKILL')
  await writer.ended
  return existsSync(path)
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch {
    return 0
  }
}

/** Returns every file below a folder that contains the secret. */
async function filesWithSecret(folder: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name)
    if (!(await stat(path)).isFile()) continue
    if ((await readFile(path, 'latin1')).includes('secretsecret')) found.push(name)
  }
  return found
}

describe('the temporary file of a killed fork or import', () => {
  const ways = ['delete', 'erase the scope', 'erase the tenant'] as const
  it.each(ways)('is removed with the sessions: %s', async (way) => {
    const start = await writers()
    let left = 0
    for (let crash = 0; crash < crashes || (left === 0 && crash < patience); crash++) {
      const { path, at } = await tempFolder()
      const sessions = fileSessions(path, { fsync: 'os' })
      for (let n = 0; n < 10; n++) await sessions.append(ada, 's', Array(100).fill(secret))
      const folder = join(path, 'acme', 'ada', '_')
      const lines: string[] = []
      for await (const line of sessions.transfer.export(ada, 's')) lines.push(line)
      const { path: outside } = await tempFolder({ 'lines.jsonl': lines.join('\n') })
      const writer =
        crash % 2 === 0 ? start('fork', path, 'Copy') : start('import', path, 'Copy', join(outside, 'lines.jsonl'))
      const temporary = join(folder, '.=43opy.jsonl.new')
      if (await killWhile(temporary, writer)) left++
      const store = fileSessions(path, { fsync: 'os' })
      if (way === 'delete') {
        for (const { id } of (await store.list(ada)).sessions) await store.delete(ada, id)
      } else await store.admin.erase(way === 'erase the scope' ? ada : { tenant: 'acme' })
      expect(await filesWithSecret(path)).toEqual([])
      expect(existsSync(at('acme'))).toBe(way === 'delete')
      await Promise.all([sessions.close(), store.close()])
    }
    console.log(`${crashes} forks and imports killed, of which ${left} left a file`)
    expect(left).toBeGreaterThan(0)
  })

  it('is removed by the next writer, but kept while its own writer lives', async () => {
    const start = await writers()
    const { path } = await tempFolder()
    const sessions = fileSessions(path, { fsync: 'os' })
    for (let n = 0; n < 20; n++) await sessions.append(ada, 's', Array(100).fill(secret))
    await sessions.append(ada, 'other', [secret])
    const folder = join(path, 'acme', 'ada', '_')
    const temporary = join(folder, '.copy.jsonl.new')
    const writer = start('fork', path, 'copy')
    while ((await sizeOf(temporary)) === 0) await pause(0)
    writer.process.kill('SIGSTOP')
    // Neither a deletion nor the first append of another process removes it.
    await sessions.delete(ada, 'other')
    const next = fileSessions(path, { fsync: 'os' })
    await next.append(ada, 'new', [secret])
    expect(existsSync(temporary)).toBe(true)
    writer.process.kill('SIGCONT')
    expect(await writer.ended).toBe(0)
    expect(await sessions.info(ada, 'copy')).toMatchObject({ length: 2000 })
    // No process holds the lock of this file.
    await writeFile(join(folder, '.left.jsonl.new'), 'secretsecret')
    await fileSessions(path, { fsync: 'os' }).append(ada, 'new', [secret])
    expect(existsSync(join(folder, '.left.jsonl.new'))).toBe(false)
    await Promise.all([sessions.close(), next.close()])
  })

  it('of an unreachable machine is removed once it is old', async () => {
    const { path } = await tempFolder()
    const sessions = fileSessions(path, { fsync: 'os', lockTimeout: 60 })
    await sessions.append(ada, 's', [secret])
    const folder = join(path, 'acme', 'ada', '_')
    const temporary = join(folder, '.copy.jsonl.new')
    await writeFile(temporary, 'secretsecret')
    await writeFile(join(folder, '.notes.txt.new'), 'of somebody else')
    const hourAgo = new Date(Date.now() - 3_700_000)
    await utimes(temporary, hourAgo, hourAgo)
    await sessions.delete(ada, 's')
    expect((await readdir(folder)).sort()).toEqual(['.notes.txt.new'])
    await sessions.close()
  })
})

describe('the temporary file of a killed memory change', () => {
  it.each([
    ['2026-05-12', 'memory/.2026-05-12.md.new'],
    ['', '.MEMORY.md.new'],
  ])('is removed by the next change, and with the memory (%s)', async (date, name) => {
    const start = await writers()
    let left = 0
    for (let crash = 0; crash < crashes || (left === 0 && crash < patience); crash++) {
      const { path } = await tempFolder()
      const folder = join(path, 'acme', 'ada', '_')
      if (await killWhile(join(folder, name), start('note', path, date, 1_000_000, 5_000_000))) left++
      const memory = fileMemory(path, { fsync: 'os' })
      if (crash % 2 === 0) await memory.delete(ada, 'gone')
      else await memory.erase(crash % 4 === 1 ? ada : { tenant: 'acme' })
      expect(await filesWithSecret(path)).toEqual([])
      await memory.close()
    }
    console.log(`${crashes} changes of memory killed, of which ${left} left a file`)
    expect(left).toBeGreaterThan(0)
  })
})
