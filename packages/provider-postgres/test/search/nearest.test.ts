import { vector } from '@electric-sql/pglite-pgvector'
import type { Notice } from '@lamella/core'
import { indexPostgres, type PostgresStores, postgres } from '@lamella/provider-postgres'
import type { SearchRequest } from '@lamella/store'
import type { Pool } from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { direction, embedderOf } from '../../../provider-sqlite/test/helpers/embedders.ts'
import type { PostgresDatabase } from '../../src/contract/postgres-client.ts'
import { type Admin, embedded, makePlainRole, newSchema, poolOf, start } from '../helpers/engines.ts'
import { type Recorded, recorded } from '../helpers/recorded.ts'
import { server } from '../helpers/server.ts'

const tenant = 'acme'
const [ada, eve, org] = [{ tenant, user: 'ada' }, { tenant, user: 'eve' }, { tenant }]
const count = 500
const least = 0.75 * count
const topics = Array.from({ length: 40 }, (_, n) => direction(`topic ${n}`))

/** Texts about one topic are near each other, as in real models. */
const embedder = embedderOf('topics', (text) => {
  const topic = topics[Number(/\d+/.exec(text)?.[0] ?? 0) % topics.length] as Float32Array
  return direction(text).map((value, i) => 0.4 * value + (topic[i] as number))
})

const engine = await start({ extensions: { vector } })
await engine.exec('CREATE SCHEMA extras; CREATE EXTENSION vector SCHEMA extras; GRANT USAGE ON SCHEMA extras TO PUBLIC')
const real = await server()
afterAll(async () => {
  await engine.close()
  await real?.remove()
})

interface Subject {
  /** The role that owns the tables. */
  readonly owner: PostgresDatabase & Admin
  /** Opens the stores as a role that owns nothing. */
  readonly open: (onNotice: (notice: Notice) => void) => Promise<PostgresStores>
  readonly schema: string
}

interface Asked extends Partial<SearchRequest> {
  readonly session?: string
}

/** Compares searches with an index with those before there was one. */
async function check({ owner, open, schema }: Subject): Promise<void> {
  const notices: string[] = []
  const { sessions, search } = await open(({ code }) => notices.push(code))
  const fill = async (scope: typeof org, total: number): Promise<void> => {
    for (let n = 0; n < total; n += 50) {
      const messages = Array.from({ length: 50 }, (_, i) => ({
        role: 'user' as const,
        content: `text ${n + i} ${(n + i) % 7} of ${JSON.stringify(scope)}`,
      }))
      await sessions.append(scope, n < 100 ? 'short' : 'long', messages, {
        at: new Date(Date.UTC(2026, 0, 1 + n / 50)),
      })
    }
  }
  await fill(ada, count)
  await fill(eve, 50)
  await fill(org, 100)
  const ids = async ({ session, ...request }: Asked, scope: typeof org = ada): Promise<readonly string[]> => {
    const asked = { query: 'text 1', mode: 'vector' as const, limit: 20, ...request }
    const { hits } = await search(scope, { ...asked, content: ['messages'], ...(session && { session }) })
    return hits.map((hit) => (hit.content === 'messages' ? String(hit.item.message.content) : ''))
  }
  const queries = Array.from({ length: 6 }, (_, n) => `text ${n} about`)
  const whole: readonly Asked[] = [
    { filter: { from: '2026-01-05', until: '2026-01-05' }, limit: 50 },
    { recency: { halfLifeDays: 3, now: new Date('2026-02-01') } },
    { session: 'short' },
  ]
  const requests = [...whole, ...queries.flatMap((query) => [{ query }, { query, mode: 'hybrid' as const, limit: 10 }])]
  const ask = async () => {
    const found = []
    for (const request of requests) found.push(await ids(request))
    return found
  }
  const exact = await ask()

  const made = await indexPostgres(owner, { tenant, schema, least })
  expect(made).toMatchObject([{ state: 'made', of: { user: 'ada', agent: '', kind: 'message', vectors: count } }])
  const near = await ask()
  const isFound = exact.flatMap((found, n) => found.map((id) => near[n]?.includes(id) === true))
  expect(isFound.filter(Boolean).length / isFound.length).toBeGreaterThanOrEqual(0.99)
  // Filters and recency need more than the nearest: then all are compared.
  expect(near.slice(0, whole.length)).toEqual(exact.slice(0, whole.length))
  expect(near.flat().every((text) => text.endsWith(JSON.stringify(ada)))).toBe(true)
  for (const [scope, total] of [
    [eve, 50],
    [org, 100],
  ] as const) {
    const found = await ids({ limit: 1000 }, scope)
    expect(found).toHaveLength(total)
    expect(found.every((text) => text.endsWith(JSON.stringify(scope)))).toBe(true)
  }
  // What is written after the index was made is found, and what is deleted is not.
  await sessions.append(ada, 'new', [{ role: 'user', content: 'text 1' }])
  expect((await ids({}))[0]).toBe('text 1')
  await sessions.delete(ada, 'new')
  expect(await ids({})).not.toContain('text 1')
  expect(await ids({}, { tenant: 'other', user: 'ada' } as typeof ada)).toEqual([])
  expect(notices).toEqual([])

  expect((await indexPostgres(owner, { tenant, schema, least: 2 * least })).map(({ state }) => state)).toEqual([
    'present',
  ])
  await sessions.admin.erase(ada)
  expect(await indexPostgres(owner, { tenant, schema, least })).toMatchObject([{ state: 'removed' }])
  expect(await indexPostgres(owner, { tenant, schema, least })).toEqual([])
}

describe('an HNSW index of an owner with many vectors', () => {
  it('finds what comparing all finds, of this owner alone, and is used below the policies', async () => {
    const [role, schema] = [await makePlainRole(engine), newSchema()]
    const database: Recorded = recorded(engine, (text) => text.includes('halfvec') && text.includes('AS nearest'))
    await check({
      owner: engine,
      schema,
      open: (onNotice) => postgres(database, { schema, role, embedder, embed: 'all', onNotice }),
    })
    expect(database.plans.length).toBeGreaterThan(10)
    for (const plan of database.plans) expect(plan).toMatch(/Index Scan using nearest_\w+ on vectors/)
  })

  it('finds memories, and compares those that are found by words', async () => {
    const schema = newSchema()
    const { memory } = await postgres(engine, { schema, embedder, indexingTime: Number.MAX_SAFE_INTEGER })
    for (let n = 0; n < 450; n++) await memory.put(ada, { id: `${n}`, text: n % 200 === 3 ? `tea ${n}` : `text ${n}` })
    const queries = ['text 5', 'tea about 20', 'tea']
    const ask = async (): Promise<readonly unknown[]> => {
      const found = []
      for (const query of queries) {
        const { hits } = await memory.search(ada, { query, mode: 'hybrid' })
        found.push(hits.map(({ item, by }) => ({ id: item.id, by })))
      }
      return found
    }
    const exact = await ask()
    await indexPostgres(engine, { tenant, schema, least: 400 })
    expect(await ask()).toEqual(exact)
  })

  it('does the same on a server, with the extension', async ({ skip }) => {
    const rows = await real?.query("SELECT 1 FROM pg_available_extensions WHERE name = 'vector'")
    if (!real || rows?.length !== 1) return skip('no server with pgvector')
    const owner = poolOf(real.address())
    await owner.query('CREATE EXTENSION vector')
    const [role, schema] = [await makePlainRole(owner), newSchema()]
    await (await postgres(owner, { schema, role })).close()
    const pool: Pool = poolOf(real.address(role))
    try {
      await check({
        owner,
        schema,
        open: (onNotice) => postgres(pool, { schema, embedder, embed: 'all', onNotice, migrate: false }),
      })
      // A role that does not own the tables cannot make an index, and searches all the same.
      await expect(indexPostgres(pool, { tenant, schema })).rejects.toMatchObject({ code: 'POSTGRES_DENIED' })
    } finally {
      await pool.end()
      await owner.end()
    }
  })

  it('needs pgvector 0.8 and a schema that exists', async () => {
    await expect(indexPostgres(engine, { tenant, schema: 'none' })).rejects.toMatchObject({ code: 'POSTGRES_OUTDATED' })
    await expect(indexPostgres(engine, { tenant: '' })).rejects.toMatchObject({ code: 'SCOPE_INVALID' })
    const [plain, schema] = [await embedded(), newSchema()]
    await postgres(plain, { schema })
    await expect(indexPostgres(plain, { tenant, schema })).rejects.toMatchObject({ code: 'POSTGRES_UNSUPPORTED' })
  })
})

it('reports an owner with many vectors and no index once', async () => {
  const [schema, notices] = [newSchema(), [] as string[]]
  const onNotice = ({ code }: Notice): void => void (code === 'POLICIES_BYPASSED' || notices.push(code))
  const { memory } = await postgres(engine, { schema, embedder, onNotice, indexingTime: Number.MAX_SAFE_INTEGER })
  await memory.put(ada, { id: 'a', text: 'text 1' })
  await memory.search(ada, { query: 'text' })
  expect(notices).toEqual([])
  await engine.query(
    `INSERT INTO ${schema}.vectors SELECT tenant, owner, item + n, 0, embedder, kind, hash, vector
     FROM ${schema}.vectors, generate_series(1, 9999) AS n`,
  )
  for (let n = 0; n < 2; n++) await memory.search(ada, { query: 'text' })
  expect(notices).toEqual(['VECTORS_UNINDEXED'])
})
