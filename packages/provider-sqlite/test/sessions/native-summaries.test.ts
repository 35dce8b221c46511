import { createRequire } from 'node:module'
import type { Message } from '@lamella/core'
import { sqlite } from '@lamella/provider-sqlite'
import type Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { migrate } from '../../src/database/maintenance/migrate.ts'
import { versions } from '../../src/database/schema.ts'

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof Database
const ada = { tenant: 'acme', user: 'ada' }
const say = (content: string): Message => ({ role: 'user', content })
const native = { format: 'anthropic', content: { type: 'compaction', content: 'One.', signature: 'c2ln' } }
const compaction = { start: 0, end: 1, text: 'One.', native }

describe('a native summary', () => {
  it('is added to databases from before there were any, which keep their summaries', async () => {
    const db = new Sqlite(':memory:')
    db.transaction(() => migrate(db, versions.slice(0, 4)))()
    db.exec(`
      INSERT INTO owners (id, tenant, user, agent) VALUES (1, 'acme', 'ada', '');
      INSERT INTO sessions (id, owner, sort, name, changed_revision) VALUES (1, 1, x'0073', 's', 2);
      INSERT INTO messages VALUES (100000000, 1, 0, 32, NULL, NULL, '{"role":"user","content":"one"}');
      UPDATE messages SET size = length(json);
      INSERT INTO compactions (session, revision, first, behind, text) VALUES (1, 2, 0, 1, 'Before.');
    `)
    const { sessions } = await sqlite(db)
    const before = { start: 0, end: 1, text: 'Before.', revision: 2 }
    expect(await sessions.compactions.list(ada, 's')).toEqual([before])
    const added = await sessions.compactions.add(ada, 's', compaction)
    expect(added).toEqual({ ...compaction, revision: 3 })
    expect(await sessions.compactions.list(ada, 's')).toEqual([before, added])
  })

  it.each<[string, string]>([
    ['cut off', 'substr(native, 1, 20)'],
    ['of another form', `'{"format":7}'`],
    ['with other bytes', "native || ' '"],
  ])('that is damaged is left out, reported, and not exported: %s', async (_, damage) => {
    const db = new Sqlite(':memory:')
    const { sessions } = await sqlite(db)
    await sessions.append(ada, 's', [say('one'), say('two')])
    await sessions.compactions.add(ada, 's', { start: 0, end: 2, text: 'Both.' })
    await sessions.compactions.add(ada, 's', compaction)
    expect(await sessions.admin.verify(ada, 's')).toEqual([])
    db.exec(`UPDATE compactions SET native = ${damage} WHERE native IS NOT NULL`)
    expect(await sessions.compactions.list(ada, 's')).toEqual([{ start: 0, end: 2, text: 'Both.', revision: 2 }])
    expect(await sessions.admin.verify(ada, 's')).toMatchObject([{ code: 'SESSION_INCONSISTENT' }])
    const lines = async (): Promise<void> => {
      for await (const _line of sessions.transfer.export(ada, 's')) expect(_line).toBeTypeOf('string')
    }
    await expect(lines()).rejects.toMatchObject({ code: 'SESSION_DAMAGED' })
  })
})
