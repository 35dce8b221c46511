import { join } from 'node:path'
import { fileSessions } from '@lamella/provider-fs'
import { postgres } from '@lamella/provider-postgres'
import { sqlite } from '@lamella/provider-sqlite'
import type { SessionStore } from '@lamella/store'

interface Opened {
  readonly sessions: SessionStore
  close(): Promise<void>
}

/** Opens the store that processes are killed over: in a folder, or at the address of a server. */
export async function openKilled(kind: string, place: string): Promise<Opened> {
  if (kind === 'SQLite') return sqlite(join(place, 'kills.db'), { synchronous: 'normal' })
  if (kind === 'PostgreSQL') return postgres(place)
  const sessions = fileSessions(join(place, 'kills'), { fsync: 'os', lockTimeout: 2_000 })
  return { sessions, close: sessions.close }
}
