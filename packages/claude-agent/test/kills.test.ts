import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fileSessions } from '@lamella/provider-fs'
import { sqlite } from '@lamella/provider-sqlite'
import type { SessionStore } from '@lamella/store'
import { describe, expect, it } from 'vitest'
import { programIn } from '../../provider-fs/test/stores/helpers/running.ts'
import { claudeSessions } from '../src/index.ts'
import { batch } from './helpers/batches.ts'
import { folder } from './helpers/stores.ts'

const kills = Number(process.env['LAMELLA_KILLS'] ?? 4)
const source = fileURLToPath(new URL('helpers/program.ts', import.meta.url))
const modules = fileURLToPath(new URL('../../provider-sqlite/node_modules', import.meta.url))
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

interface Opened {
  readonly sessions: SessionStore
  close(): Promise<void>
}

async function open(kind: string, path: string): Promise<Opened> {
  if (kind === 'SQLite') return sqlite(join(path, 'kills.db'), { synchronous: 'normal' })
  const sessions = fileSessions(join(path, 'kills'), { fsync: 'os', lockTimeout: 2_000 })
  return { sessions, close: sessions.close }
}

describe.each(['files', 'SQLite'])(`a process that is killed while it appends to %s, ${kills} times`, (kind) => {
  it('loses nothing that was acknowledged, and doubles nothing', { timeout: 3_600_000 }, async () => {
    const path = folder()
    symlinkSync(modules, join(path, 'node_modules'), 'junction')
    const start = await programIn(path, source, ['better-sqlite3', 'sqlite-vec'])
    let acknowledged = 0
    let next = 0
    for (let kill = 0; kill < kills; kill++) {
      // A new session now and then, so that its first append is also hit.
      const session = `s${Math.floor(kill / 5)}`
      if (kill % 5 === 0) next = 0
      const running = start(kind, path, session, next)
      while (running.lines().length === 0 && running.process.exitCode === null) await pause(1)
      await pause(Math.random() * 100)
      running.process.kill('SIGKILL')
      expect(await running.ended).toBe(null)
      const last = Number(running.lines().at(-1))
      acknowledged += running.lines().length

      const { sessions, close } = await open(kind, path)
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
    expect(acknowledged).toBeGreaterThanOrEqual(kills)
  })
})
