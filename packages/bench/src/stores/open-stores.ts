import { join } from 'node:path'
import { fileSessions } from '@lamella/provider-fs'
import { postgres } from '@lamella/provider-postgres'
import { sqlite } from '@lamella/provider-sqlite'
import type { SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { type Server, server } from '../../../provider-postgres/test/helpers/server.ts'

/** A store of sessions, opened for a benchmark. */
interface Opened {
  readonly sessions: SessionStore
  /** The server, of a store that has one. */
  readonly server?: Server
  close(): Promise<void>
}

/** Returns each store by its name, with what opens it in a folder; `undefined` where this machine has no server for it. */
export function stores(path: string): readonly (readonly [name: string, open: () => Promise<Opened | undefined>])[] {
  return [
    ['memory', async () => ({ sessions: createSessionStore(), close: async () => {} })],
    [
      'files',
      async () => {
        const sessions = fileSessions(join(path, 'files'), { fsync: 'os' })
        return { sessions, close: sessions.close }
      },
    ],
    ['SQLite', () => sqlite(join(path, 'sessions.db'), { synchronous: 'normal' })],
    [
      'PostgreSQL',
      async () => {
        const real = await server()
        if (!real) return undefined
        const { sessions, close } = await postgres(real.address())
        return { sessions, server: real, close: () => close().then(real.remove) }
      },
    ],
  ]
}
