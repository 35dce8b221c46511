import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileSessions } from '@lamella/provider-fs'
import { postgres } from '@lamella/provider-postgres'
import { sqlite } from '@lamella/provider-sqlite'
import { bm25 } from '@lamella/ranker-bm25'
import type { SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { afterAll } from 'vitest'
import { embedded, makePlainRole, newSchema } from '../../../provider-postgres/test/helpers/engines.ts'

/** Opens an empty store. */
export type OpenStore = () => Promise<SessionStore>

/** A folder that is deleted after the tests of the file. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'lamella-claude-'))
  afterAll(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const files = folder()
let count = 0

/** All kinds of stores. That of PostgreSQL has forced policies, and a role that they hold for. */
export const stores: readonly (readonly [name: string, open: OpenStore])[] = [
  ['memory', async () => createSessionStore({ ranker: bm25() })],
  ['files', async () => fileSessions(join(files, `files-${count++}`), { fsync: 'os' })],
  ['SQLite', async () => (await sqlite(join(files, `${count++}.db`), { synchronous: 'normal' })).sessions],
  ['PostgreSQL', openPostgres],
]

async function openPostgres(): Promise<SessionStore> {
  const engine = await embedded()
  const role = await makePlainRole(engine)
  return (await postgres(engine, { schema: newSchema(), role })).sessions
}
