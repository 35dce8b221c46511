import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { createAccess } from '../../src/database/access.ts'
import { migrate } from '../../src/database/maintenance/migrate.ts'
import { versions } from '../../src/database/schema.ts'
import { createAppendNext } from '../../src/sessions/append-next.ts'
import { createRecentSessions } from '../../src/sessions/recent-sessions.ts'

it('keeps the end of a session that is appended to again and again, whatever others are learned', async () => {
  const db = new Database(':memory:')
  migrate(db, versions)
  db.exec(`INSERT INTO owners (id, tenant, user, agent) VALUES (1, 'acme', '', '');
    INSERT INTO sessions (id, owner, sort, name, waiting) VALUES (1, 1, x'0061', 'a', 1);
    INSERT INTO messages (key, revision, size_before, size, json) VALUES (100000000, 1, 0, 2, '{}')`)
  const next = createAppendNext(createAccess(db, 0), createRecentSessions())
  const session = (name: string) => ({ owner: { tenant: 'acme', user: '', agent: '' }, name })
  const end = { id: 1, revision: 1, length: 1, size: 2, changed: null, isDated: false }
  next.learn(session('a'), end)
  for (let n = 0; n < 2_000; n++) {
    next.learn(session(`other ${n}`), end)
    if (n % 400 > 0) continue
    const appended = next.append(session('a'), ['{}'], {
      times: [undefined],
      expectedRevision: undefined,
      operation: undefined,
    })
    expect(await appended).toMatchObject({ start: 1 + n / 400 })
  }
})
