import { postgres } from '@lamella/provider-postgres'
import { afterAll, describe, expect, it } from 'vitest'
import { newSchema } from './helpers/engines.ts'
import { checkGroups } from './helpers/groups.ts'
import { programs } from './helpers/processes.ts'
import { server } from './helpers/server.ts'

const crashes = Number(process.env['LAMELLA_CRASHES'] ?? 6)
const restarts = Number(process.env['LAMELLA_RESTARTS'] ?? 3)
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const real = await server()
const start = real && (await programs())
afterAll(() => real?.remove())

describe.skipIf(!real || !start)('every acknowledged append is there once, whole and at its position', () => {
  if (!real || !start) return
  it(`when its process is killed, ${crashes} times`, async () => {
    let all = 0
    for (let crash = 0, schema = '', lines = new Map<string, readonly string[]>(); crash < crashes; crash++) {
      // A new schema now and then, so that the first steps are also hit.
      if (crash % 5 === 0) {
        schema = newSchema()
        lines = new Map()
      }
      const running = start('groups', real.address(), schema, crash, 1_000_000)
      if (crash % 4 === 0) await pause(200 + Math.random() * 300)
      else {
        while (running.lines().length === 0 && running.process.exitCode === null) await pause(1)
        await pause(Math.random() * 100)
      }
      running.process.kill('SIGKILL')
      expect(await running.ended).toBe(null)
      lines.set(String(crash), running.lines())
      await real.alone()
      const { sessions, close } = await postgres(real.address(), { schema })
      all += await checkGroups(sessions, lines)
      await close()
    }
    console.log(`${crashes} kills of processes: ${all} appends seen, all acknowledged ones there`)
    expect(all).toBeGreaterThan(0)
  })

  it(`when the server is killed or shut down at once, ${restarts} times`, async () => {
    const schema = newSchema()
    await (await postgres(real.address(), { schema })).close()
    const running = Array.from({ length: 3 }, (_, name) =>
      start('groups', real.address(), schema, `p${name}`, 1_000_000),
    )
    // A program retries an append, but not its opening.
    for (const one of running) while (one.lines().length === 0 && one.process.exitCode === null) await pause(5)
    for (let restart = 0; restart < restarts; restart++) {
      await pause(300 + Math.random() * 300)
      const before = running.map((one) => one.lines().length)
      await real.stop(restart % 2 === 0 ? 'SIGKILL' : 'SIGQUIT')
      await real.start()
      // All of them go on by themselves.
      for (const [index, one] of running.entries()) {
        while (one.lines().length <= (before[index] as number) && one.process.exitCode === null) await pause(5)
        expect(one.process.exitCode).toBe(null)
      }
    }
    const lines = new Map<string, readonly string[]>()
    for (const [name, one] of running.entries()) {
      one.process.kill('SIGKILL')
      await one.ended
      lines.set(`p${name}`, one.lines())
    }
    await real.alone()
    const { sessions, close } = await postgres(real.address(), { schema })
    const count = await checkGroups(sessions, lines)
    await close()
    const repeated = [...lines.values()].flat().filter((line) => line.endsWith('repeated')).length
    console.log(`${restarts} restarts: ${count} appends, ${repeated} of them found done when retried`)
  })
})
