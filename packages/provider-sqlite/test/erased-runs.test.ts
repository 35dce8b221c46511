import { join } from 'node:path'
import { fileMemory, fileSessions } from '@lamella/provider-fs'
import { sqlite } from '@lamella/provider-sqlite'
import { describe } from 'vitest'
import { tempFolder } from './helpers/folder.ts'
import { erasedRuns } from './shared/erased-runs.ts'
import { findBytes } from './shared/find-bytes.ts'

describe.each(['rewrite', 'overwrite'] as const)(
  "runs in SQLite that told an erased memory (erasure '%s')",
  (erasure) => {
    erasedRuns(async () => {
      const folder = tempFolder()
      // No other process uses it: reading its files here releases no lock that anybody needs.
      const stores = await sqlite(join(folder, 'a.db'), { synchronous: 'normal', erasure })
      return { ...stores, find: async (texts) => findBytes(folder, texts) }
    })
  },
)

describe('runs in files that announced an erased memory', () => {
  erasedRuns(async () => {
    const folder = tempFolder()
    const sessions = fileSessions(folder, { fsync: 'os' })
    return { sessions, memory: fileMemory(folder, { fsync: 'os' }), find: async (texts) => findBytes(folder, texts) }
  })
})
