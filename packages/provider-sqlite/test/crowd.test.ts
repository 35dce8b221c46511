import { join } from 'node:path'
import { fileSessions } from '@lamella/provider-fs'
import { sqlite } from '@lamella/provider-sqlite'
import { describe, expect, it } from 'vitest'
import { tempFolder } from './helpers/folder.ts'
import { programs } from './helpers/processes.ts'
import { findBytes } from './shared/find-bytes.ts'
import { judgeCrowd, watchCrowd } from './shared/watch-crowd.ts'

const processes = 4
const turns = Number(process.env['LAMELLA_TURNS'] ?? 15)
const seed = Number(process.env['LAMELLA_SEED'] ?? 42)

describe(`${processes} processes that talk in one session, remember and erase`, () => {
  it.each(['sqlite', 'fileSessions'])(
    `extend what was answered, answer once, and leave nothing of what was erased (%s, ${turns} turns each)`,
    async (kind) => {
      const start = await programs('crowd')
      const folder = tempFolder()
      const path = kind === 'sqlite' ? join(folder, 'a.db') : folder
      const members = Array.from({ length: processes }, (_, n) => start(kind, path, n, turns, seed * 10 + n))
      // No database is open in this process meanwhile.
      const seen = await watchCrowd(members, async (texts) => findBytes(folder, texts))
      const { sessions, close } =
        kind === 'sqlite'
          ? await sqlite(path)
          : ((store) => ({ sessions: store, close: store.close }))(fileSessions(path))
      await judgeCrowd(seen, sessions, processes * turns)
      expect(await sessions.admin.verify({ tenant: 'acme', user: 'ada' }, 's')).toEqual([])
      await close()
    },
  )
})
