import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { programIn } from '../../provider-fs/test/stores/helpers/running.ts'
import { server } from '../../provider-postgres/test/helpers/server.ts'
import { claudeSessions } from '../src/index.ts'
import { batch } from './helpers/batches.ts'
import { openKilled } from './helpers/killed-stores.ts'
import { folder } from './helpers/stores.ts'

const kills = Number(process.env['LAMELLA_KILLS'] ?? 4)
const source = fileURLToPath(new URL('helpers/program.ts', import.meta.url))
/** The modules that the program needs at run time, and where they are. */
const linked = {
  'better-sqlite3': 'provider-sqlite/node_modules/better-sqlite3',
  'sqlite-vec': 'provider-sqlite/node_modules/sqlite-vec',
  pg: 'provider-postgres/node_modules/pg',
  'loro-crdt': 'blocks/node_modules/loro-crdt',
}
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const real = await server()
afterAll(() => real?.remove())
const kinds = ['files', 'SQLite', ...(real ? ['PostgreSQL'] : [])]

describe.each(kinds)(`a process that is killed while it appends to %s, ${kills} times`, (kind) => {
  it('loses nothing that was acknowledged, and doubles nothing', async () => {
    const path = folder()
    mkdirSync(join(path, 'node_modules'))
    for (const [name, place] of Object.entries(linked)) {
      symlinkSync(
        fileURLToPath(new URL(`../../${place}`, import.meta.url)),
        join(path, 'node_modules', name),
        'junction',
      )
    }
    const start = await programIn(path, source, Object.keys(linked))
    const place = real && kind === 'PostgreSQL' ? real.address() : path
    let acknowledged = 0
    let next = 0
    for (let kill = 0; kill < kills; kill++) {
      // A new session now and then, so that its first append is also hit.
      const session = `s${Math.floor(kill / 5)}`
      if (kill % 5 === 0) next = 0
      const running = start(kind, place, session, next)
      while (running.lines().length === 0 && running.process.exitCode === null) await pause(1)
      await pause(Math.random() * 100)
      running.process.kill('SIGKILL')
      expect(await running.ended).toBe(null)
      const last = Number(running.lines().at(-1))
      acknowledged += running.lines().length
      if (kind === 'PostgreSQL') await real?.alone()

      const { sessions, close } = await openKilled(kind, place)
      const store = claudeSessions(sessions, { tenant: 'acme' })
      const key = { projectKey: 'work', sessionId: session }
      const loaded = (await store.load(key)) ?? []
      const numbers = new Set(loaded.map(({ number }) => Number(number)))
      // The one that was being written may be there, too, whole.
      expect([last + 1, last + 2]).toContain(numbers.size)
      expect(loaded).toEqual(Array.from({ length: numbers.size }, (_, number) => batch(number)).flat())
      // The SDK's import gives a session's lines again: nothing with a uuid is added.
      await store.append(
        key,
        batch(last).filter(({ uuid }) => uuid !== undefined),
      )
      expect(await store.load(key)).toHaveLength(loaded.length)
      next = numbers.size
      await close()
    }
    console.log(`${kind}: ${kills} kills, ${acknowledged} batches acknowledged, all of them there once`)
    expect(acknowledged).toBeGreaterThanOrEqual(kills)
  })
})
