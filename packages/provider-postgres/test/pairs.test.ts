import { createHash } from 'node:crypto'
import { type PostgresSessions, type PostgresStores, postgres } from '@lamella/provider-postgres'
import { Client } from 'pg'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Admin, makePlainRole, newSchema, plainRole } from './helpers/engines.ts'
import { indexProblems } from './helpers/index-problems.ts'
import { server } from './helpers/server.ts'

const scope = { tenant: 'acme', user: 'ada' }
const past = new Date('2020-01-01')
const rounds = Number(process.env['LAMELLA_APPENDS'] ?? 100)

const real = await server()
if (real) await makePlainRole(real)
const admin = real && ({ query: async (text: string) => ({ rows: await real.query(text) }) } satisfies Admin)
afterAll(() => real?.remove())

const hello = (content: unknown): [{ readonly role: 'user'; readonly content: string }] => [
  { role: 'user', content: `hello ${content}` },
]

describe.skipIf(!real)('an append, and what else happens to its session at the same time', () => {
  if (!real || !admin) return
  async function open(isolation = 'read committed'): Promise<PostgresStores & { readonly schema: string }> {
    const schema = newSchema()
    await (await postgres(real?.address() ?? '', { schema, role: plainRole })).close()
    const options = encodeURIComponent(`-c default_transaction_isolation=${isolation.replace(' ', '\\ ')}`)
    const stores = await postgres(`${real?.address(plainRole)}&options=${options}`, {
      schema,
      migrate: false,
      indexingTime: Number.MAX_SAFE_INTEGER,
    })
    onTestFinished(() => stores.close())
    return { ...stores, schema }
  }

  /** Checks that no row is left of a session that is gone, that the rest is whole, and that the index matches it. */
  async function check({ sessions }: { readonly sessions: PostgresSessions }, schema: string): Promise<void> {
    for (const table of ['messages', 'operations', 'compactions', 'runs']) {
      const left = `SELECT FROM ${schema}.${table} t WHERE NOT EXISTS (SELECT FROM ${schema}.sessions s WHERE s.id = t.session)`
      expect([table, await real?.query(left)]).toEqual([table, []])
    }
    for (const { id } of (await sessions.list(scope)).sessions)
      expect(await sessions.admin.verify(scope, id)).toEqual([])
    expect(await indexProblems(admin as Admin, schema)).toEqual([])
  }

  const others: readonly (readonly [
    string,
    'waits' | 'goes on',
    (stores: PostgresStores) => Promise<unknown>,
    unknown,
  ])[] = [
    ['delete', 'waits', ({ sessions }) => sessions.delete(scope, 's'), true],
    ['erase', 'waits', ({ sessions }) => sessions.admin.erase({ tenant: 'acme' }), 1],
    ['append', 'waits', async ({ sessions }) => (await sessions.append(scope, 's', hello(2))).start, 2],
    [
      'compact',
      'waits',
      async ({ sessions }) => (await sessions.compactions.add(scope, 's', { start: 0, end: 2, text: 'Two' })).revision,
      3,
    ],
    ['search', 'waits', async ({ sessions }) => (await sessions.search(scope, { query: 'hello' })).hits.length, 2],
    ['fork', 'goes on', async ({ sessions }) => (await sessions.transfer.fork(scope, 's', 'fork')).length, 1],
    ['runs.write', 'goes on', ({ sessions }) => sessions.runs.write(scope, 's', { a: 1 }, 0), 1],
    ['prune', 'goes on', ({ prune }) => prune({ tenant: 'acme', idleSince: new Date() }), []],
    ['page', 'goes on', async ({ sessions }) => (await sessions.page(scope, 's')).length, 1],
  ]
  it.each(others)('while an append is not committed, %s %s', async (_, behaviour, other, result) => {
    const { schema, ...stores } = await open()
    await stores.sessions.append(scope, 's', hello(0), { at: past })
    const client = new Client({ connectionString: real.address(plainRole) })
    await client.connect()
    onTestFinished(() => client.end())
    const [owner, sort] = [createHash('sha256').update('["ada",""]').digest(), Buffer.from([0, 0x73])]
    const text = JSON.stringify(hello(1)[0])
    await client.query('BEGIN')
    await client.query(`SELECT ${schema}.append($1, $2, $3, $4, $5, $6, NULL, NULL)`, [
      ...['acme', owner, sort, text, [text.length], [Date.now()]],
    ])
    let done = false
    const doing = other(stores).finally(() => {
      done = true
    })
    if (behaviour === 'waits') {
      // For the session's lock, and not for a row that both want to write.
      const kinds = "('advisory', 'transactionid', 'tuple')"
      const waiting = `SELECT locktype FROM pg_locks WHERE NOT granted AND locktype IN ${kinds}`
      let locks: readonly unknown[] = []
      while (locks.length === 0) {
        locks = await real.query(waiting)
        expect(done).toBe(false)
      }
      expect(locks).toEqual([{ locktype: 'advisory' }])
      await client.query('COMMIT')
      expect(await doing).toEqual(result)
    } else {
      expect(await doing).toEqual(result)
      await client.query('COMMIT')
    }
    await check(stores, schema)
  })

  it.each(['read committed', 'repeatable read', 'serializable'])(
    'appends and compactions have one revision each where the default is %s',
    async (isolation) => {
      const { sessions, schema } = await open(isolation)
      await sessions.append(scope, 's', hello(0), { at: past })
      const change = async (writer: number, n: number): Promise<number> =>
        writer === 0
          ? (await sessions.compactions.add(scope, 's', { start: 0, end: 1, text: `${n}` })).revision
          : (await sessions.append(scope, 's', hello(n), writer % 2 ? { operation: `${writer} ${n}` } : {})).revision
      const writers = Array.from({ length: 8 }, async (_, writer) => {
        const revisions: number[] = []
        for (let n = 0; n < rounds / 4; n++) revisions.push(await change(writer, n))
        return revisions
      })
      const revisions = (await Promise.all(writers)).flat().sort((a, b) => a - b)
      expect(revisions).toEqual(Array.from({ length: revisions.length }, (_, index) => index + 2))
      expect(await sessions.info(scope, 's')).toMatchObject({
        revision: revisions.length + 1,
        updatedAt: past.toISOString(),
      })
      await check({ sessions }, schema)
    },
  )

  it('an append to an idle session is there after `prune`, or began a new one', async () => {
    const { sessions, prune, schema } = await open()
    const kept = [0, 0]
    for (let n = 0; n < rounds; n++) {
      await sessions.append(scope, 's', hello(n), { at: past })
      const [{ start }] = await Promise.all([
        sessions.append(scope, 's', hello(n), { at: new Date() }),
        prune({ tenant: 'acme', idleSince: new Date('2021-01-01') }),
      ])
      expect((await sessions.info(scope, 's'))?.length).toBe(start + 1)
      kept[start] = (kept[start] ?? 0) + 1
      await sessions.delete(scope, 's')
    }
    await check({ sessions }, schema)
  })

  it('all at once, again and again, leave whole sessions and no rest of others', async () => {
    const { sessions, prune, schema } = await open()
    const ids = ['a', 'b', 'c']
    const id = (n: number): string => ids[n % 3] as string
    const repeat = async (work: (n: number) => Promise<unknown>): Promise<void> => {
      for (let n = 0; n < rounds; n++) await work(n).catch(expected)
    }
    const expected = (error: { readonly code?: string }): void => {
      // The last: a compaction of a session that `runs.write` has just made.
      expect(['SESSION_MISSING', 'SESSION_EXISTS', 'RUN_CONFLICT', 'STORE_VALUE_INVALID']).toContain(error.code)
    }
    const append = (writer: number, n: number): Promise<unknown> => {
      const messages = [...hello(n), ...hello(n)].slice(n % 2)
      return sessions.append(scope, id(n + writer), messages, n % 3 ? {} : { at: past, operation: `${writer} ${n}` })
    }
    await Promise.all([
      ...[0, 1, 2].map((writer) => repeat((n) => append(writer, n))),
      repeat((n) => (n % 5 ? Promise.resolve() : sessions.delete(scope, id(n)))),
      repeat((n) => (n % 20 ? Promise.resolve() : sessions.admin.erase(scope))),
      repeat((n) => sessions.compactions.add(scope, id(n), { start: 0, end: 1, text: 'One' })),
      repeat((n) => sessions.search(scope, { query: `hello ${n}` })),
      repeat((n) => sessions.transfer.fork(scope, id(n), `fork ${n}`)),
      repeat((n) => sessions.runs.write(scope, id(n), { n }, 0)),
      repeat((n) =>
        n % 7 ? Promise.resolve() : prune({ tenant: 'acme', idleSince: new Date('2021-01-01'), limit: 2 }),
      ),
    ])
    await check({ sessions }, schema)
    const limit = 100_000
    const found = (await sessions.search(scope, { query: 'hello', limit })).hits
    const [row] = await real.query(`SELECT count(*) AS total FROM ${schema}.messages`)
    expect(found).toHaveLength(Math.min(limit, Number(row?.['total'])))
  })
})
