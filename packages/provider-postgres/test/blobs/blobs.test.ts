import { postgres } from '@lamella/provider-postgres'
import { describe, expect, it } from 'vitest'
import { database } from '../helpers/database.ts'
import { newSchema } from '../helpers/engines.ts'

const engine = await database()
const scope = { tenant: 'acme', user: 'ada' }
const say = [{ role: 'user' as const, content: 'Hello' }]

/** Stores in a new schema, and the number of rows of its tables of blobs. */
async function fresh() {
  const schema = newSchema()
  const stores = await postgres(engine, { schema })
  const counts = async (): Promise<readonly unknown[]> => {
    const tables = ['blobs', 'blob_parts', 'blob_links', 'owners']
    const all = tables.map((table) => engine.query(`SELECT count(*)::int AS n FROM ${schema}.${table}`))
    return (await Promise.all(all)).map(({ rows }) => (rows[0] as { readonly n: number }).n)
  }
  return { ...stores, schema, counts }
}

describe('blobs of a schema', () => {
  it('are kept once for all sessions of an owner, and removed with the last one: by delete, prune and erase', async () => {
    const { sessions, blobs, prune, counts } = await fresh()
    const content = new Uint8Array(2_100_000).fill(7)
    for (const session of ['a', 'b', 'c']) {
      await blobs.put(scope, session, content)
      await sessions.append(scope, session, say, { at: new Date('2026-01-01') })
    }
    expect(await counts()).toEqual([1, 3, 3, 1])
    await sessions.delete(scope, 'a')
    expect(await prune({ tenant: 'acme', idleSince: new Date('2026-02-01'), limit: 1 })).toHaveLength(1)
    expect(await counts()).toEqual([1, 3, 1, 1])
    expect(await prune({ tenant: 'acme', idleSince: new Date('2026-02-01') })).toHaveLength(1)
    expect(await counts()).toEqual([0, 0, 0, 0])
    await blobs.put(scope, 'never made', content)
    expect(await sessions.admin.erase({ tenant: 'acme' })).toBe(0)
    expect(await counts()).toEqual([0, 0, 0, 0])
  })

  it('read a range without the parts around it, and report a missing part', async () => {
    const { blobs, schema } = await fresh()
    const content = new Uint8Array(3_000_000).map((_, index) => (index * 7) & 255)
    const { id } = await blobs.put(scope, 'a', content)
    await engine.query(`DELETE FROM ${schema}.blob_parts WHERE part <> 1`)
    const [start, end] = [1_048_576 + 3, 2 * 1_048_576]
    expect(await blobs.read(scope, 'a', id, { start, end })).toEqual(content.slice(start, end))
    await expect(blobs.read(scope, 'a', id)).rejects.toMatchObject({
      ...{ code: 'BLOB_DAMAGED', details: { session: 'a', id } },
    })
  })

  it('are stored outside of the row and uncompressed', async () => {
    const { schema } = await fresh()
    const { rows } = await engine.query(
      `SELECT attstorage AS storage FROM pg_attribute WHERE attrelid = '${schema}.blob_parts'::regclass AND attname = 'bytes'`,
    )
    expect(rows).toEqual([{ storage: 'e' }])
  })
})
