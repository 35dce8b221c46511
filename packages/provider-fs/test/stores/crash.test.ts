import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileMemory, fileSessions } from '@lamella/provider-fs'
import type { StoredRun } from '@lamella/store'
import { expect, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'
import { type Writer, writers } from './helpers/processes.ts'
import { runAfter } from './helpers/run-after.ts'

const scope = { tenant: 'acme', user: 'ada' }
const crashes = Number(process.env['LAMELLA_CRASHES'] ?? 8)
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Kills a writer: some before they have written anything, most in the middle of their work. */
async function killSometime(writer: Writer, crash: number): Promise<void> {
  if (crash % 4 === 0) await pause(60 + Math.random() * 120)
  else {
    while (writer.lines().length === 0) await pause(1)
    await pause(Math.random() * 80)
  }
  writer.process.kill('SIGKILL')
  expect(await writer.ended).toBe(null)
}

it(`after ${crashes} killed writers, every acknowledged append is present, and none is partial`, async () => {
  const start = await writers()
  const { path } = await tempFolder()
  const noticed: string[] = []
  let acknowledged = 0
  let torn = 0
  let run: StoredRun | undefined
  for (let crash = 0; crash < crashes; crash++) {
    // A new session now and then, so that its first append is also hit, and no session grows too long.
    const folder = join(path, String(Math.floor(crash / 5)))
    const writer = start('groups', folder, crash, 1_000_000, 50_000)
    await killSometime(writer, crash)
    const sessions = fileSessions(folder, {
      fsync: 'os',
      lockTimeout: 2_000,
      onNotice: ({ code }) => noticed.push(code),
    })
    const { messages, length, notices } = await sessions.page(scope, 's', { messages: Number.POSITIVE_INFINITY })
    expect(messages.map(({ position }) => position)).toEqual(Array.from({ length }, (_, n) => n))
    expect(notices.filter(({ code }) => code !== 'SESSION_TAIL_TORN')).toEqual([])
    const groups = new Map<string, number[]>()
    for (const { message, position } of messages) {
      const [by, n, part, parts] = String(message.content).split(' ')
      if (by !== String(crash)) continue
      const positions = groups.get(`${n} ${parts}`) ?? []
      expect(Number(part)).toBe(positions.length)
      groups.set(`${n} ${parts}`, [...positions, position])
    }
    const whole = Array.from(groups, ([name, positions]) => {
      const [n, parts] = name.split(' ')
      expect(positions).toHaveLength(Number(parts))
      return `${n} ${positions[0]}`
    })
    const lines = writer.lines().filter((line) => !line.startsWith('run '))
    // One more may be present: it was written, but not yet acknowledged.
    expect(whole.slice(0, lines.length)).toEqual(lines)
    expect(whole.length - lines.length).toBeLessThanOrEqual(1)
    run = await runAfter(sessions, writer.lines(), crash, crash % 5 === 0 ? undefined : run, 50_000)
    acknowledged += lines.length
    torn += notices.length
    // The next writer does not wait for the dead one's lock, and reports moved bytes once.
    await sessions.append(scope, 's', [{ role: 'user', content: `after ${crash}` }])
    expect(noticed.splice(0)).toEqual(notices.map(({ code }) => code))
    expect((await sessions.page(scope, 's')).notices).toEqual([])
    await sessions.close()
  }
  console.log(`${crashes} crashes of sessions: ${acknowledged} appends acknowledged, ${torn} torn ends`)
  expect(acknowledged).toBeGreaterThan(0)
  // The locks of dead writers are removed.
  for (const folder of await readdir(path)) {
    const locks = await readdir(join(path, folder, '.locks'))
    expect(locks.filter((name) => name.endsWith('.lock'))).toEqual([])
  }
})

it(`after ${crashes} killed writers, every acknowledged memory is present and whole`, async () => {
  const start = await writers()
  const { path } = await tempFolder()
  let acknowledged = 0
  for (let crash = 0; crash < crashes; crash++) {
    const folder = join(path, String(Math.floor(crash / 5)))
    const writer = start('remember', folder, crash, 1_000_000, 20_000)
    await killSometime(writer, crash)
    const memory = fileMemory(folder, { owner: scope, fsync: 'os', lockTimeout: 2_000 })
    const { entries } = await memory.list(scope, { limit: Number.POSITIVE_INFINITY })
    const own = entries.filter(({ id }) => id.startsWith(`${crash} `))
    for (const n of writer.lines()) expect(own.map(({ id }) => id)).toContain(`${crash} ${n}`)
    expect(own.length - writer.lines().length).toBeLessThanOrEqual(1)
    for (const { text } of own) expect(text.length).toBeGreaterThan(20_000)
    acknowledged += writer.lines().length
    await memory.put(scope, { id: `after ${crash}`, text: 'The next one is not kept waiting.' })
    expect((await readFile(join(folder, 'MEMORY.md'), 'utf8')).endsWith(' -->\n')).toBe(true)
    expect((await readdir(folder)).sort()).toEqual(['.locks', 'MEMORY.md'])
    await memory.close()
  }
  console.log(`${crashes} crashes of memory: ${acknowledged} changes acknowledged`)
  expect(acknowledged).toBeGreaterThan(0)
})
