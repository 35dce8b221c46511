import type { Message } from '@lamella/core'
import { type PostgresStores, postgres } from '@lamella/provider-postgres'
import { afterAll, describe, expect, it } from 'vitest'
import { makePlainRole, newSchema, plainRole, poolOf } from '../helpers/engines.ts'
import { indexProblems } from '../helpers/index-problems.ts'
import { plansOf } from '../helpers/plans.ts'
import { server } from '../helpers/server.ts'

const real = await server()
if (real) await makePlainRole(real)
const admin = real && poolOf(real.address())
afterAll(async () => {
  await admin?.end()
  await real?.remove()
})

const ada = { tenant: 'acme', user: 'ada' }
/** Words as they are distributed in texts: the nth is n times rarer than the first. */
const vocabulary = 20_000
let state = 1
const next = (): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
  return state / 0x7fffffff
}
const word = (): string => `w${Math.floor(vocabulary ** next())}`
const text = (): string => Array.from({ length: 20 }, word).join(' ')
const say = (content: string): Message => ({ role: 'user', content })

describe.skipIf(!real)('search on a server, as a plain role', () => {
  if (!real || !admin) return
  const open = async (schema: string): Promise<PostgresStores> => {
    await (await postgres(admin, { schema, role: plainRole })).close()
    return postgres(real.address(plainRole), {
      schema,
      role: plainRole,
      migrate: false,
      indexingTime: Number.MAX_SAFE_INTEGER,
    })
  }

  it('indexes each text once, when several stores index it at once and others append', async () => {
    const schema = newSchema()
    const stores = await Promise.all([1, 2, 3, 4].map(() => open(schema)))
    const [first] = stores as [PostgresStores]
    for (let s = 0; s < 30; s++)
      await first.sessions.append(
        ada,
        `s${s}`,
        Array.from({ length: 40 }, () => say(`tea ${text()}`)),
      )
    for (let n = 0; n < 250; n++) await first.memory.put(ada, { id: `${n}`, text: `tea ${text()}` })
    const everything = { query: 'tea', limit: Number.POSITIVE_INFINITY }
    await Promise.all(
      stores.map(async ({ sessions, memory }, n) => {
        await Promise.all([
          sessions.search?.(ada, everything),
          memory.search(ada, everything),
          sessions.append(ada, `s${n}`, [say('more tea')]),
          memory.put(ada, { id: `${n}`, text: 'other tea' }),
          n === 3 && sessions.delete(ada, 's29'),
        ])
      }),
    )
    for (const { sessions, memory } of stores) {
      expect((await sessions.search?.(ada, everything))?.hits).toHaveLength(29 * 40 + 4)
      expect((await memory.search(ada, everything)).hits).toHaveLength(250)
    }
    expect(await indexProblems(admin, schema)).toEqual([])
    for (const one of stores) await one.close()
  })

  it('reads words by an index, and only those of the owner', async () => {
    const schema = newSchema()
    const stores = await open(schema)
    const messages = Number(process.env['LAMELLA_MESSAGES'] ?? 5_000)
    for (let s = 0; s < messages / 100; s++)
      await stores.sessions.append(
        ada,
        `s${s}`,
        Array.from({ length: 100 }, () => say(text())),
      )
    await stores.sessions.search?.(ada, { query: 'w3' })
    // Without the dead rows of indexing in parts, whose space the next batches would use.
    await admin.query(`VACUUM FULL ${schema}.words`)
    const { rows } = await admin.query(`SELECT count(*)::int AS rows,
      (pg_total_relation_size('${schema}.words') + pg_total_relation_size('${schema}.indexed_texts'))::int AS size
      FROM ${schema}.words`)
    const [words] = rows as [{ readonly rows: number; readonly size: number }]
    // Many other owners, so that a search of one of them should not read the table.
    await admin.query(`INSERT INTO ${schema}.words (tenant, owner, kind, chunk, term, postings)
      SELECT 'tenant ' || o, 1000000 + o, 0, 0, 'w' || t, decode('0010', 'hex')
      FROM generate_series(1, 1000) o, generate_series(1, 100) t`)
    const client = await admin.connect()
    const guarded = await postgres(client, { schema, role: plainRole, indexingTime: Number.MAX_SAFE_INTEGER })
    const plans = await plansOf(client)
    // Without statistics too.
    await guarded.sessions.search?.(ada, { query: 'w3 w500 w7000' })
    await admin.query(`ANALYZE ${schema}.words, ${schema}.indexed_texts, ${schema}.sessions, ${schema}.messages`)
    await guarded.sessions.search?.(ada, { query: 'w3 w500 w7000' })
    client.release(true)
    const reads = plans.flatMap(({ nodes }) => nodes).filter((node) => node['Relation Name'] === 'words')
    expect(reads).toHaveLength(2)
    for (const node of reads) {
      expect(node['Node Type']).toMatch(/^(Index|Bitmap)/)
      expect(node['Rows Removed by Filter'] ?? 0).toBe(0)
    }
    console.log(`${messages} messages: ${words.rows} rows, ${(words.size / messages).toFixed(0)} bytes a message`)
    await stores.close()
  })
})
