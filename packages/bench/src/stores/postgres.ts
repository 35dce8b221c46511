import type { Scope } from '@lamella/core'
import { postgres } from '@lamella/provider-postgres'
import { Pool } from 'pg'
import { server } from '../../../provider-postgres/test/helpers/server.ts'
import { duration, measure } from '../measure.ts'
import { atMost, type Section, type Skipped } from '../section.ts'
import { diskUse } from './postgres-disk.ts'
import { turns } from './turns.ts'

const scope: Scope = { tenant: 'acme', user: 'ada' }
const length = 100_000
const role = 'bench'

/**
 * Measures appends, the end of a long session and sizes in PostgreSQL, beside `pg` with the same table by hand, on the
 * same server: one that waits for the disk, as it is set up by default, and for a role to which the policies apply.
 */
export async function postgresStore(): Promise<Section | Skipped> {
  const real = await server({ fsync: true })
  if (!real) return { skipped: 'no PostgreSQL server on this machine' }
  await real.query(`CREATE ROLE ${role} LOGIN NOSUPERUSER NOBYPASSRLS`)
  await (await postgres(real.address(), { role })).close()
  await real.query('CREATE TABLE lamella.bare (LIKE lamella.messages INCLUDING ALL)')
  await real.query(`GRANT ALL ON lamella.bare TO ${role}`)
  await real.query('ALTER TABLE lamella.bare ENABLE ROW LEVEL SECURITY')
  const own = "tenant = current_setting('lamella.tenant', true)"
  await real.query(`CREATE POLICY tenant ON lamella.bare USING (${own}) WITH CHECK (${own})`)
  const pool = new Pool({ connectionString: real.address(role), max: 1 })
  const { sessions } = await postgres(pool, { migrate: false })

  const disk = await diskUse(real, sessions)
  for (const messages of turns(length, 1_000)) await sessions.append(scope, 'long', messages)
  await real.query('VACUUM ANALYZE lamella.messages')
  const [{ id }] = (await real.query(`SELECT id FROM lamella.sessions WHERE name = 'long'`)) as [
    { readonly id: string },
  ]

  // By hand: for one tenant, set once for its connection.
  const client = new Pool({ connectionString: real.address(role), max: 1 })
  await client.query(`SELECT set_config('lamella.tenant', 'acme', false)`)
  const one = [...turns(1_000, 1)].flat()
  const next = (n: number): (typeof one)[number] => one[n % one.length] as (typeof one)[number]
  let [ours, byHand, named] = [0, 0, 0]
  const insert = `INSERT INTO lamella.bare (tenant, session, position, revision, size_after, at, json)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`
  const { append, bare, operation } = await measure(
    {
      append: () => sessions.append(scope, 's', [next(ours++)]),
      bare: () => client.query(insert, ['acme', 1, byHand, byHand, byHand * 100, null, JSON.stringify(next(byHand++))]),
      operation: () => sessions.append(scope, 'n', [next(named)], { operation: `o${named++}` }),
    },
    { rounds: 25, turn: 60 },
  )
  const newest = `SELECT position, size_after, at, json::text AS json FROM lamella.messages
    WHERE tenant = $1 AND session = $2 ORDER BY position DESC LIMIT 50`
  const { page, query } = await measure(
    {
      page: () => sessions.page(scope, 'long'),
      query: async () => {
        const { rows } = await client.query<{ readonly json: string }>(newest, ['acme', id])
        return rows.map(({ json }) => JSON.parse(json) as unknown)
      },
    },
    { rounds: 25, turn: 40 },
  )
  await Promise.all([pool.end(), client.end()])
  await real.remove()
  return {
    title: 'PostgreSQL',
    about:
      "A server on this machine with its default settings, and a role to which the tables' policies apply. By hand: " +
      'one `insert` of the same columns into a table with the same indexes and policies, and a query for the newest 50 ' +
      'of 100,000 messages, parsed. On disk: the table with its index, relative to the bytes of the JSON. Recorded ' +
      'messages, with their mean size, are repeated; generated ones are text that does not compress. A message takes ' +
      'about 100 bytes besides its JSON, so small ones miss the target.',
    table: [
      ['', 'takes'],
      ['an `insert` by hand', duration(bare)],
      ['`append`', duration(append)],
      ['`append` with an operation id', duration(operation)],
      ['the newest 50 by hand', duration(query)],
      ['`page`', duration(page)],
      ...disk.map(({ what, ratio }) => [`100,000 ${what} on disk`, ratio.toFixed(2)]),
    ],
    claims: [
      atMost('`append`: at most 1.5 times the insert', append / bare, 1.5),
      atMost('`page`: at most 1.5 times the query', page / query, 1.5),
      ...disk
        .filter(({ isRecorded }) => isRecorded)
        .map(({ what, ratio }) =>
          atMost(`on disk, ${what}: at most 1.3 times the JSON`, ratio, 1.3, `${ratio.toFixed(2)} times`),
        ),
    ],
  }
}
