import { type PostgresOptions, type PostgresStores, postgres } from '@lamella/provider-postgres'
import { Client } from 'pg'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { direction, embedderOf } from '../../provider-sqlite/test/helpers/embedders.ts'
import { makePlainRole, newSchema, plainRole } from './helpers/engines.ts'
import { filling, fillingVectors } from './helpers/large.ts'
import { plansOf, type Work, workOf } from './helpers/plans.ts'
import { server } from './helpers/server.ts'

const tenants = Number(process.env['LAMELLA_TENANTS'] ?? 1_000)
const each = { sessions: 2, messages: 50, entries: 9, blobs: 2, blocks: 3, updates: 5 }
/** The most messages of a session: the test adds some. */
const most = each.messages + 20

const real = await server()
if (real) await makePlainRole(real)
afterAll(() => real?.remove())

describe.skipIf(!real)(`with ${tenants} tenants and ${tenants * each.sessions * each.messages} messages`, () => {
  if (!real) return
  const schemas = new Map<number, string>()
  /** Returns a large schema for all tests, of which each changes tenants of its own. */
  async function large(partitions: number): Promise<string> {
    const schema = schemas.get(partitions) ?? newSchema()
    if (schemas.has(partitions)) return schema
    await (await postgres(real?.address() ?? '', { schema, role: plainRole, partitions })).close()
    await real?.query(filling(schema, { tenants, ...each }))
    schemas.set(partitions, schema)
    return schema
  }

  /** Opens the stores of a large schema on one connection whose plans are collected. */
  async function open(
    schema: string,
    options: PostgresOptions = {},
  ): Promise<PostgresStores & { readonly schema: string; readonly work: () => Promise<Work> }> {
    const client = new Client({ connectionString: real?.address() ?? '' })
    await client.connect()
    onTestFinished(() => client.end())
    const stores = await postgres(client, {
      schema,
      role: plainRole,
      indexingTime: Number.MAX_SAFE_INTEGER,
      ...options,
    })
    const plans = await plansOf(client)
    const work = async (): Promise<Work> => {
      const names = await real?.query(`SELECT c.relname AS name FROM pg_class c
        JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = '${schema}' AND c.reltuples >= 200`)
      return workOf(plans, names?.map(({ name }) => name) ?? [])
    }
    return { ...stores, schema, work }
  }

  it.each([0, 8])(
    'no statement of a session reads more than that session, by an index (%s partitions)',
    async (partitions) => {
      const { sessions, prune, work } = await open(await large(partitions))
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
      await sessions.compactions.add(scope, 's1', { start: 0, end: 3, text: 'Three' }, { operation: 'c' })
      await sessions.compactions.list(scope, 's1')
      await sessions.runs.write(scope, 's1', { a: 1 }, 1)
      await sessions.runs.read(scope, 's1')
      await sessions.transfer.fork(scope, 's1', 'fork')
      const lines: string[] = []
      for await (const line of sessions.transfer.export(scope, 'fork')) lines.push(line)
      await sessions.transfer.import(scope, lines, { session: 'copy' })
      expect(await sessions.admin.verify(scope, 's2')).toEqual([])
      await sessions.delete(scope, 's1')
      expect(await sessions.admin.erase({ tenant: 'tenant 7' })).toBe(4)

      expect(await prune({ tenant: 'tenant 8', idleSince: new Date(1), limit: 1 })).toHaveLength(1)

      const { scans, sorts } = await work()
      // Each table, read, changed and checked.
      expect(scans.length).toBeGreaterThan(200)
      expect(scans.filter(({ node }) => node === 'Seq Scan')).toEqual([])
      expect(scans.filter(({ read }) => read > 4 * most)).toEqual([])
      expect(sorts.filter(({ read }) => read > most)).toEqual([])
    },
  )

  it('no statement of searches, vectors and blobs reads more than the tenant has, by an index', async () => {
    const embedder = embedderOf('four', (text) => direction(text, 4), { dimensions: 4 })
    const stores = await open(await large(0), { embedder, embed: 'all', vectorWeight: 1 })
    const { sessions, memory, blocks, blobs, search, prune, schema, work } = stores
    await real.query(fillingVectors(schema, 'four'))
    const scope = { tenant: 'tenant 17', user: 'ada' }
    const query = 'hello word'

    for (let n = 0; n < 8; n++) {
      await sessions.append(scope, 's1', [{ role: 'user', content: `Hello ${n}` }])
      await memory.put(scope, { id: `new ${n}`, text: `word ${n}` })
      await memory.put(scope, { id: 'e2', text: `word ${n}` })
      await blocks.setText(scope, 'b2', `word ${n}`, each.updates + 1)
      for (const mode of ['keyword', 'vector', 'hybrid'] as const) {
        expect((await sessions.search(scope, { query, mode, limit: 10 })).hits.length).toBe(10)
        expect((await sessions.search(scope, { query, mode, limit: 10 }, 's1')).hits.length).toBe(10)
        expect((await memory.search(scope, { query, mode })).hits.length).toBeGreaterThan(0)
        expect((await blocks.search(scope, { query, mode })).hits.length).toBe(each.blocks)
        expect((await search(scope, { query, mode })).hits.length).toBeGreaterThan(0)
      }
      const { id } = await blobs.put(scope, 's1', new Uint8Array([n]))
      expect((await blobs.info(scope, 's1', id))?.size).toBe(1)
      expect(await blobs.read(scope, 's1', id)).toEqual(new Uint8Array([n]))
      expect((await blobs.list(scope, 's1', { limit: 2 })).blobs).toHaveLength(2)
      expect((await blobs.sessions(scope, { limit: 2 })).sessions).toHaveLength(2)
      expect(await blobs.fork(scope, 's1', `fork ${n}`)).toBe(each.blobs + n + 1)
    }
    expect(await blobs.delete(scope, 's2')).toBe(each.blobs)
    expect(await memory.delete(scope, 'e3')).toBe(true)
    expect(await sessions.delete(scope, 's1')).toBe(true)
    expect(await blobs.erase({ tenant: 'tenant 17', user: 'bob' })).toBe(each.sessions)
    expect(await prune({ tenant: 'tenant 18', idleSince: new Date(1) })).toHaveLength(each.sessions)
    await sessions.admin.erase({ tenant: 'tenant 17' })
    await memory.erase({ tenant: 'tenant 17' })

    const { scans, sorts } = await work()
    expect(scans.length).toBeGreaterThan(1_000)
    expect(scans.filter(({ node }) => node === 'Seq Scan')).toEqual([])
    expect(scans.filter(({ read }) => read > 4 * most)).toEqual([])
    expect(sorts.filter(({ read }) => read > 2 * most)).toEqual([])
  })

  it('no statement of memory and blocks reads more than the tenant has, by an index', async () => {
    const { memory, blocks, work } = await open(await large(0))
    const scope = { tenant: 'tenant 27', user: 'ada' }
    const bob = { ...scope, user: 'bob' }
    const update = new Uint8Array([1])

    for (let n = 0; n < 8; n++) {
      await memory.put(scope, { id: `new ${n}`, text: `word ${n}` })
      await memory.put(scope, { id: 'e2', text: `word ${n}` })
      const { revision } = await blocks.append(scope, 'b1', update)
      await blocks.append(scope, 'b1', update, { operation: `a${n}` })
      expect((await blocks.append(scope, 'b1', update, { operation: `a${n}` })).repeated).toBe(true)
      expect((await blocks.read(scope, 'b1', revision))?.updates).toHaveLength(1)
      expect((await blocks.read(scope, 'b1'))?.updates).toHaveLength(each.updates + 2 * n + 2)
    }
    expect((await memory.get(scope, 'e1'))?.text).toBe('word')
    expect((await memory.list(scope, { after: 'e1', limit: 3 })).entries).toHaveLength(3)
    expect((await memory.search(scope, { query: 'word' })).hits.length).toBeGreaterThan(0)
    await memory.restore(scope, { id: 'restored', kind: 'fact', text: 'word', revision: 9 })
    expect(await memory.delete(scope, 'e1')).toBe(true)

    await blocks.create(scope, { id: 'b4', label: 'label 4', kind: 'core', text: 'word' })
    await blocks.change(scope, 'b4', { label: 'label 5' })
    await blocks.setText(scope, 'b4', 'other word', 1)
    expect((await blocks.get(scope, 'b2'))?.text).toBe('word')
    expect((await blocks.find(scope, 'label 2'))?.id).toBe('b2')
    expect((await blocks.list(scope, { after: 'b1' })).blocks).toHaveLength(3)
    expect((await blocks.search(scope, { query: 'word' })).hits.length).toBeGreaterThan(0)
    await blocks.compact(scope, 'b1', update, 4)
    for await (const changed of blocks.watch(scope, { known: new Map([['b2', each.updates + 1]]) })) {
      expect(changed.map(({ id }) => id).sort()).toEqual(['b1', 'b3', 'b4'])
      break
    }
    await blocks.share(scope, 'b4', bob, { permission: 'append', write: true })
    expect(await blocks.shares(scope, 'b4')).toHaveLength(1)
    expect(await blocks.listShared(bob)).toHaveLength(4)
    expect((await blocks.findShared(bob, scope, 'label 2'))?.block.id).toBe('b2')
    expect((await blocks.readShared(bob, scope, 'b2'))?.updates).toHaveLength(each.updates)
    await blocks.appendShared(bob, scope, 'b4', update)
    expect((await blocks.searchShared(bob, { query: 'word' })).hits.length).toBeGreaterThan(0)
    expect(await blocks.unshare(scope, 'b3', bob)).toBe(true)
    expect(await blocks.delete(scope, 'b3')).toBe(true)
    expect(await memory.erase({ tenant: 'tenant 27' })).toBe(2 * each.entries + 8)
    expect(await blocks.erase({ tenant: 'tenant 27' })).toBe(2 * each.blocks)

    const { scans, sorts } = await work()
    expect(scans.length).toBeGreaterThan(200)
    expect(scans.filter(({ node }) => node === 'Seq Scan')).toEqual([])
    expect(scans.filter(({ read }) => read > 100)).toEqual([])
    expect(sorts.filter(({ read }) => read > 100)).toEqual([])
  })

  // Of one tenant, the planner takes a scan of all messages for cheaper than a look at some hundred.
  it('a search of the only tenant reads no messages but those that it indexes and finds', async () => {
    const schema = newSchema()
    await (await postgres(real.address(), { schema, role: plainRole })).close()
    await real.query(filling(schema, { ...each, tenants: 1, sessions: 9, messages: 3_000 }))
    const { sessions, work } = await open(schema)
    const scope = { tenant: 'tenant 1', user: 'ada' }
    for (let n = 0; n < 8; n++) {
      await sessions.append(scope, 's1', [{ role: 'user', content: `Rare ${n}` }])
      expect((await sessions.search(scope, { query: 'rare', limit: 1 })).hits).toHaveLength(1)
    }
    const scans = (await work()).scans.filter(({ table }) => table === 'messages')
    expect(scans.length).toBeGreaterThan(16)
    expect(scans.filter(({ read }) => read > 20)).toEqual([])
  })

  // The planner knows how many rows wait, but not that they are those of another user.
  it('a search reads nothing of the other users of a tenant, who have never searched', async () => {
    const schema = newSchema()
    await (await postgres(real.address(), { schema, role: plainRole })).close()
    const count = 5_000
    const sort = `decode(lpad(to_hex(n), 8, '0'), 'hex')`
    const added = `FROM ${schema}.owners, generate_series(1, ${count}) n`
    await real.query(`${filling(schema, { ...each, tenants: 1, sessions: 9 })};
      INSERT INTO ${schema}.sessions (tenant, owner, sort, name, revision, waiting)
        SELECT tenant, id, ${sort}, 'n' || n, 1, user_id = 'bob' ${added};
      INSERT INTO ${schema}.entries (tenant, owner, revision, waiting, sort, json)
        SELECT tenant, id, 1, user_id = 'bob', ${sort}, json_build_object('id', 'n' || n, 'text', 'word') ${added};
      INSERT INTO ${schema}.blocks (tenant, owner, sort, name, label, label_key, kind, revision, content_revision,
          text_revision, snapshot_revision, snapshot_size, updates, updates_size, waiting)
        SELECT tenant, id, ${sort}, 'n' || n, 'n' || n, sha256(${sort}), 'core', 1, 1, 1, 1, 4, 0, 0, user_id = 'bob' ${added};
      ANALYZE ${schema}.sessions; ANALYZE ${schema}.entries; ANALYZE ${schema}.blocks`)
    const { sessions, memory, blocks, work } = await open(schema)
    const scope = { tenant: 'tenant 1', user: 'ada' }
    for (let n = 0; n < 8; n++) {
      await sessions.append(scope, 's1', [{ role: 'user', content: `Rare ${n}` }])
      await memory.put(scope, { id: `new ${n}`, text: 'rare' })
      await blocks.setText(scope, 'b1', `rare ${n}`, each.updates + 1)
      const query = 'rare'
      for (const store of [sessions, memory, blocks])
        expect((await store.search(scope, { query })).hits).not.toEqual([])
    }
    const { scans } = await work()
    const tables = ['sessions', 'entries', 'blocks']
    const large = scans.filter(({ table = '', read }) => tables.includes(table) && read > 100)
    expect(large.map(({ node, table, read, text }) => ({ node, table, read, text }))).toEqual([])
  })

  // The last one: afterwards, most sessions are of one tenant.
  it('the retention of a tenant with 20,000 sessions reads some of them at once, and none that it has seen', async () => {
    const { prune, schema, work } = await open(await large(0))
    const count = 20_000
    await real.query(`
      INSERT INTO ${schema}.sessions (tenant, owner, sort, name, revision, created_at, changed_at)
        SELECT tenant, id, decode(lpad(to_hex(n), 8, '0'), 'hex'), 'n' || n, 1, 0, n
        FROM ${schema}.owners, generate_series(1, ${count}) n WHERE tenant = 'tenant 9' AND user_id = 'ada';
      INSERT INTO ${schema}.messages (tenant, session, position, revision, size_after, at, json)
        SELECT tenant, id, 0, 2, 31, CASE WHEN changed_at % 1000 = 999 THEN changed_at ELSE ${2 * count} END,
          '{"role":"user","content":"Hello"}'
        FROM ${schema}.sessions WHERE name LIKE 'n%';
      ANALYZE ${schema}.sessions; ANALYZE ${schema}.messages`)
    const request = { tenant: 'tenant 9', idleSince: new Date(count + 1) }
    const names: string[] = []
    for (;;) {
      const removed = await prune(request)
      if (removed.length === 0) break
      names.push(...removed.map(({ id }) => id))
    }
    // The two sessions that the tenant had, whose time is 0, and those of every thousandth.
    expect(names.sort()).toEqual(['s1', 's2', ...Array.from({ length: 20 }, (_, n) => `n${n * 1000 + 999}`)].sort())
    const { scans, sorts } = await work()
    expect(scans.filter(({ node }) => node === 'Seq Scan')).toEqual([])
    // A step is 100. Where the planner expects that only a few hundred are left, it reads and sorts all of those.
    expect(scans.filter(({ read }) => read > 300)).toEqual([])
    expect(sorts.filter(({ read }) => read > 300)).toEqual([])
    expect(await prune(request)).toEqual([])
    const again = (await work()).scans.slice(scans.length)
    expect(again.length).toBeGreaterThan(0)
    expect(again.filter(({ read }) => read > 0)).toEqual([])
  })
})
