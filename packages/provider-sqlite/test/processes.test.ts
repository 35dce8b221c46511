import { join } from 'node:path'
import { sqlite } from '@lamella/provider-sqlite'
import type { StoredRun } from '@lamella/store'
import { describe, expect, it } from 'vitest'
import type { Running } from '../../provider-fs/test/stores/helpers/running.ts'
import { tempFolder } from './helpers/folder.ts'
import { programs } from './helpers/processes.ts'
import { runAfter } from './helpers/run-after.ts'

const scope = { tenant: 'acme', user: 'ada' }
const processes = 8
const crashes = Number(process.env['LAMELLA_CRASHES'] ?? 8)
const appends = Number(process.env['LAMELLA_APPENDS'] ?? 200)
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const all = { messages: Number.POSITIVE_INFINITY }

/** Kills a process: sometimes before it has written anything, usually in the middle of its work. */
async function killSometime(running: Running, crash: number): Promise<void> {
  if (crash % 4 === 0) await pause(100 + Math.random() * 150)
  else {
    while (running.lines().length === 0) await pause(1)
    await pause(Math.random() * 100)
  }
  running.process.kill('SIGKILL')
  expect(await running.ended).toBe(null)
}

describe('a killed writer', () => {
  it(`loses no acknowledged change and leaves nothing partial, even if killed ${crashes} times`, async () => {
    const start = await programs()
    const folder = tempFolder()
    let acknowledged = 0
    let run: StoredRun | undefined
    for (let crash = 0; crash < crashes; crash++) {
      // Occasionally a new database, so that its first steps are also interrupted.
      const path = join(folder, `${Math.floor(crash / 5)}.db`)
      const running = start('groups', path, crash, 1_000_000, 5_000)
      await killSometime(running, crash)
      const { sessions, memory, check, close } = await sqlite(path, { synchronous: 'normal' })
      const { messages, length, notices } = await sessions.page(scope, 's', all)
      expect(notices).toEqual([])
      expect(messages.map(({ position }) => position)).toEqual(Array.from({ length }, (_, n) => n))
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
      // One more is possible: written, but not acknowledged.
      const lines = running.lines().filter((line) => !line.startsWith('run '))
      expect(whole.slice(0, lines.length)).toEqual(lines)
      expect(whole.length - lines.length).toBeLessThanOrEqual(1)
      for (const line of lines) {
        const n = Number(line.split(' ')[0])
        const entry = await memory.get(scope, `${crash} ${n}`)
        // Every twentieth is deleted again, and the last one may have been deleted when the process was killed.
        if (n % 20 !== 19) expect(entry?.text).toBe(`${crash} remembers ${n}`)
      }
      run = await runAfter(sessions, running.lines(), crash, crash % 5 === 0 ? undefined : run, 5_000)
      expect((await check()).filter(({ code }) => code !== 'ERASE_PENDING')).toEqual([])
      await sessions.append(scope, 's', [{ role: 'user', content: `after ${crash}` }])
      acknowledged += lines.length
      await close()
    }
    console.log(`${crashes} crashes: ${acknowledged} appends acknowledged, all there`)
    expect(acknowledged).toBeGreaterThan(0)
  })
})

describe(`${processes} processes`, () => {
  it(`lose and duplicate no message when each appends ${appends} to one session, and see one order`, async () => {
    const start = await programs()
    const path = join(tempFolder(), 'a.db')
    // All of them create the database, and one of them succeeds.
    const running = Array.from({ length: processes }, (_, name) => start('append', path, name, appends))
    for (const one of running) expect(await one.ended).toBe(0)
    const { sessions, check, close } = await sqlite(path)
    const { messages, revision, length } = await sessions.page(scope, 's', all)
    expect([revision, length]).toEqual([processes * appends, processes * appends])
    for (const [name, one] of running.entries()) {
      const own = messages.flatMap(({ position, message: { content } }) => {
        const [by, n] = String(content).split(' ')
        return by === String(name) ? [`${n} ${position}`] : []
      })
      expect(own).toEqual(one.lines())
      expect(own).toHaveLength(appends)
    }
    expect(await check()).toEqual([])
    await close()
  })

  it('lose no change to one memory', async () => {
    const start = await programs()
    const path = join(tempFolder(), 'a.db')
    const running = Array.from({ length: processes }, () => start('count', path, '', 20))
    for (const one of running) expect(await one.ended).toBe(0)
    const { memory, check, close } = await sqlite(path)
    expect(await memory.get(scope, 'count')).toMatchObject({ text: String(processes * 20), revision: processes * 20 })
    expect(await check()).toEqual([])
    await close()
  })
})

describe('a database locked by another process', () => {
  it('is waited for without blocking the process, and then fails with a code', async () => {
    const start = await programs()
    const path = join(tempFolder(), 'a.db')
    const { sessions, close } = await sqlite(path, { busyTimeout: 300 })
    await sessions.append(scope, 's', [{ role: 'user', content: 'before' }])
    const running = start('lock', path)
    while (running.lines().length === 0) await pause(5)
    let ticks = 0
    const timer = setInterval(() => ticks++, 10)
    const append = (content: string): Promise<unknown> => sessions.append(scope, 's', [{ role: 'user', content }])
    await expect(append('never')).rejects.toMatchObject({ code: 'DATABASE_BUSY' })
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(5)
    // Readers do not wait for writers.
    expect((await sessions.page(scope, 's')).length).toBe(1)
    const waiting = [append('first'), append('second')]
    running.process.stdin?.end()
    await Promise.all(waiting)
    const { messages } = await sessions.page(scope, 's')
    expect(messages.map(({ message }) => message.content)).toEqual(['before', 'first', 'second'])
    expect(await running.ended).toBe(0)
    await close()
  })
})
