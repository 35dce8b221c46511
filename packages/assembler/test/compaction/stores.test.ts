import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compactSession } from '@lamella/compaction'
import { fileSessions } from '@lamella/provider-fs'
import { sqlite } from '@lamella/provider-sqlite'
import type { SessionStore } from '@lamella/store'
import { afterAll, describe, expect, it } from 'vitest'
import {
  type Behaviour,
  behaviours,
  expectIntact,
  expectUsable,
  failures,
  plain,
  scope,
  shown,
  summariesOf,
} from '../../../compaction/test/session/support.ts'

const folder = mkdtempSync(join(tmpdir(), 'lamella-compaction-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const stores: Readonly<Record<string, () => Promise<SessionStore>>> = {
  files: async () => fileSessions(join(folder, 'files'), { fsync: 'os' }),
  SQLite: async () => (await sqlite(join(folder, 'sessions.db'), { synchronous: 'normal' })).sessions,
}

describe.each(Object.entries(stores))('a session on %s', (_, open) => {
  it('is intact and usable after every failure of a summarizer and after each successful compaction', async () => {
    const store = await open()
    const messages = [...plain(12)]
    await store.append(scope, 's', messages)
    const compact = (name: Behaviour): ReturnType<typeof compactSession> =>
      compactSession({ store, scope, session: 's', summarize: behaviours[name], keepRecent: 4, timeout: 4 })
    const before = await shown(store, 's')
    for (const [name, reason] of Object.entries(failures)) {
      const result = await compact(name as Behaviour)
      expect(result).toMatchObject({ compacted: false, failed: [{ start: 0, end: 20, reason }] })
      expect(await shown(store, 's')).toEqual(before)
    }
    await expectIntact(store, 's', messages)
    await expectUsable(store, 's')
    for (const name of ['good', 'orders', 'changes'] as const) {
      expect(await compact(name)).toMatchObject({ compacted: true, messagesAfter: 5, failed: [] })
      const after = await shown(store, 's')
      expect(summariesOf(after)).toEqual([after[0]])
      expect(after.slice(1)).toEqual(messages.slice(-4))
      await expectIntact(store, 's', messages)
      await expectUsable(store, 's')
      const more = plain(6, messages.length)
      await store.append(scope, 's', more)
      messages.push(...more)
    }
  })
})
