import { join } from 'node:path'
import { sqlite } from '@lamella/provider-sqlite'
import { describe, expect, it } from 'vitest'
import { tempFolder } from './helpers/folder.ts'
import { programs, type Running } from './helpers/processes.ts'

const scope = { tenant: 'acme', user: 'ada' }
const processes = 8
const crashes = Number(process.env['LAMELLA_CRASHES'] ?? 20)
const appends = Number(process.env['LAMELLA_APPENDS'] ?? 200)
const timeout = 3_600_000
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const all = { messages: Number.POSITIVE_INFINITY }

/** Kills a process: some before they have written anything, most in the middle of their work. */
async function killSometime(running: Running, crash: number): Promise<void> {
  if (crash % 4 === 0) await pause(100 + Math.random() * 150)
  else {
    while (running.lines().length === 0) await pause(1)
    await pause(Math.random() * 100)
  }
  running.process.kill('SIGKILL')
  expect(await running.ended).toBe(null)
}

describe('a writer that is killed', () => {
  it(`${crashes} times has lost nothing that was acknowledged, and left nothing in part`, { timeout }, async () => {
    const start = await programs()
    const folder = tempFolder()
    let acknowledged = 0
    for (let crash = 0; crash < crashes; crash++) {
      // A new database now and then, so that the first steps of one are hit, too.
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
      // One more may be there: it was written, and the word of it was not.
      const lines = running.lines()
      expect(whole.slice(0, lines.length)).toEqual(lines)
      expect(whole.length - lines.length).toBeLessThanOrEqual(1)
      for (const line of lines) {
        const n = Number(line.split(' ')[0])
        const entry = await memory.get(scope, `${crash} ${n}`)
        // Every twentieth is deleted again, and the last one may have been when it was killed.
        if (n % 20 !== 19) expect(entry?.text).toBe(`${crash} remembers ${n}`)
      }
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
  it(`that append ${appends} messages each to one session lose none, have none twice, and see one order`, {
    timeout,
  }, async () => {
    const start = await programs()
    const path = join(tempFolder(), 'a.db')
    // All of them make the database, and one of them succeeds.
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

  it('that change one memory lose no change', { timeout }, async () => {
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

describe('a database that another process has locked', () => {
  it('is waited for without stopping the process, and then given up with a code', { timeout: 60_000 }, async () => {
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
