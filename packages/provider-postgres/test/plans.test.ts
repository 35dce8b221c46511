import { postgres } from '@lamella/provider-postgres'
import { Client } from 'pg'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { makePlainRole, newSchema, plainRole } from './helpers/engines.ts'
import { plansOf, rowsRead } from './helpers/plans.ts'
import { server } from './helpers/server.ts'

const tenants = Number(process.env['LAMELLA_TENANTS'] ?? 2_000)
/** Sessions of each tenant, and messages of each session. */
const [sessionsEach, messagesEach] = [2, 50]
const timeout = 3_600_000

const real = await server()
if (real) await makePlainRole(real)
afterAll(() => real?.remove())

/** Fills the tables as the stores do, but by statements of many rows. */
const filling = (schema: string): string => `
  INSERT INTO ${schema}.owners (tenant, key, user_id, agent_id)
    SELECT 'tenant ' || t, sha256(convert_to('["ada",""]', 'UTF8')), 'ada', '' FROM generate_series(1, ${tenants}) t;
  INSERT INTO ${schema}.sessions (tenant, owner, sort, name, revision, length, size)
    SELECT o.tenant, o.id, decode('0073003' || s, 'hex'), 's' || s, 1, ${messagesEach}, ${messagesEach * 33}
    FROM ${schema}.owners o, generate_series(1, ${sessionsEach}) s;
  INSERT INTO ${schema}.messages (tenant, session, position, revision, size_before, json)
    SELECT s.tenant, s.id, m, 1, m * 33, '{"role":"user","content":"Hello"}'
    FROM ${schema}.sessions s, generate_series(0, ${messagesEach - 1}) m;
  INSERT INTO ${schema}.compactions (tenant, session, revision, start, stop, text)
    SELECT tenant, id, 1, 0, 2, '"Two messages"' FROM ${schema}.sessions;
  INSERT INTO ${schema}.operations (tenant, session, name, kind, revision, start, length)
    SELECT tenant, id, 'first', 'append', 1, 0, ${messagesEach} FROM ${schema}.sessions;
  INSERT INTO ${schema}.runs (tenant, session, version, json) SELECT tenant, id, 1, '{}' FROM ${schema}.sessions;
  ANALYZE ${schema}.owners, ${schema}.sessions, ${schema}.messages, ${schema}.compactions, ${schema}.operations, ${schema}.runs`

describe.skipIf(!real)(`with ${tenants} tenants and ${tenants * sessionsEach * messagesEach} messages`, () => {
  if (!real) return
  it.each([0, 8])(
    'no statement of a session reads more than that session, by an index (%s partitions)',
    {
      timeout,
    },
    async (partitions) => {
      const schema = newSchema()
      await (await postgres(real.address(), { schema, role: plainRole, partitions })).close()
      await real.query(filling(schema))
      const client = new Client({ connectionString: real.address() })
      await client.connect()
      onTestFinished(() => client.end())
      const { sessions } = await postgres(client, { schema, role: plainRole })
      const plans = await plansOf(client)
      const scope = { tenant: 'tenant 7', user: 'ada' }
      const hello = [{ role: 'user' as const, content: 'Hello' }]

      // More than five times each: from then on, a statement in a function may have another plan.
      for (let n = 0; n < 8; n++) {
        await sessions.append(scope, 's1', hello)
        await sessions.append(scope, 's1', hello, { operation: `a${n}` })
        expect((await sessions.append(scope, 's1', hello, { operation: `a${n}` })).repeated).toBe(true)
        expect((await sessions.page(scope, 's1')).messages).toHaveLength(50)
        expect((await sessions.page(scope, 's1', { size: 100, before: 20 })).messages).toHaveLength(3)
        expect(await sessions.read(scope, 's1', 3, 5)).toHaveLength(2)
      }
      await sessions.append(scope, 's1', hello, { expectedRevision: 1 }).catch(() => {})
      await sessions.append({ ...scope, user: 'new' }, 's', hello)
      await sessions.info(scope, 's1')
      expect((await sessions.list(scope, { after: 's1' })).sessions).toHaveLength(1)
      await sessions.compact(scope, 's1', { start: 0, end: 3, text: 'Three' }, { operation: 'c' })
      await sessions.compactions(scope, 's1')
      await sessions.writeRun(scope, 's1', { a: 1 }, 1)
      await sessions.readRun(scope, 's1')
      await sessions.fork(scope, 's1', 'fork')
      const lines: string[] = []
      for await (const line of sessions.export(scope, 'fork')) lines.push(line)
      await sessions.import(scope, lines, { session: 'copy' })
      expect(await sessions.verify(scope, 's2')).toEqual([])
      await sessions.delete(scope, 's1')
      expect(await sessions.erase({ tenant: 'tenant 7' })).toBe(4)

      const large =
        await real.query(`SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = '${schema}' AND c.reltuples >= 200`)
      const names = large.map(({ name }) => name)
      expect(names.length).toBeGreaterThan(5)
      const scans = plans.flatMap(({ text, nodes }) =>
        nodes
          .filter((node) => names.includes(node['Relation Name']))
          .map((node) => ({ text, node: node['Node Type'], read: rowsRead(node) })),
      )
      // Each table, read, changed and checked.
      expect(scans.length).toBeGreaterThan(200)
      expect(scans.filter(({ node }) => node === 'Seq Scan')).toEqual([])
      expect(scans.filter(({ read }) => read > 4 * (messagesEach + 20))).toEqual([])
      const sorts = plans.flatMap(({ text, nodes }) =>
        nodes.filter((node) => node['Node Type'].includes('Sort')).map((node) => ({ text, read: rowsRead(node) })),
      )
      expect(sorts.filter(({ read }) => read > messagesEach)).toEqual([])
    },
  )
})
