import { postgres } from '@lamella/provider-postgres'
import { beforeAll, describe, expect, it } from 'vitest'
import { nonsense } from '../../provider-sqlite/test/helpers/embedders.ts'
import { embedded, newSchema } from './helpers/engines.ts'
import { fill, tablesOf } from './helpers/tenants.ts'

interface KeyRow {
  readonly table: string
  readonly key: string
  readonly first: string
}

const engine = await embedded()

describe.each([0, 3])('a schema with %s partitions', (partitions) => {
  const schema = newSchema()
  beforeAll(async () => {
    const stores = await postgres(engine, { schema, partitions, embedder: nonsense(), embed: 'all', notify: true })
    for (const tenant of ['acme', 'bolt']) await fill(stores, tenant)
  })

  it('has the tenant first in each index and in each reference to another table', async () => {
    const { rows } = await engine.query<KeyRow>(
      `SELECT t.relname AS table, x.relname AS key, a.attname AS first
       FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
         LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = i.indkey[0]
       WHERE t.relnamespace = to_regnamespace($1)
       UNION ALL
       SELECT t.relname, c.conname, a.attname FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
         LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.conkey[1]
       WHERE c.contype = 'f' AND t.relnamespace = to_regnamespace($1)`,
      [schema],
    )
    // The versions of the schema, which are nobody's.
    const keys = rows.filter(({ table }) => table !== 'migrations')
    expect(keys.filter(({ first }) => first !== 'tenant')).toEqual([])
    const tables = await tablesOf(engine, schema)
    expect(new Set(keys.map(({ table }) => table))).toEqual(new Set(tables.map(({ name }) => name)))
  })

  it('needs nothing of a connection from one transaction to the next: no lock, no channel, no setting', async () => {
    const { rows: locks } = await engine.query("SELECT * FROM pg_locks WHERE locktype = 'advisory'")
    const { rows: channels } = await engine.query('SELECT pg_listening_channels()')
    const { rows: prepared } = await engine.query("SELECT name FROM pg_prepared_statements WHERE name LIKE '%lamella%'")
    const { rows: temporary } = await engine.query("SELECT relname FROM pg_class WHERE relpersistence = 't'")
    const { rows: settings } = await engine.query(
      "SELECT nullif(current_setting('lamella.tenant', true), '') AS tenant, current_user = session_user AS same",
    )
    expect({ locks, channels, prepared, temporary, settings }).toEqual({
      ...{ locks: [], channels: [], prepared: [], temporary: [] },
      settings: [{ tenant: null, same: true }],
    })
  })
})

it('an erased tenant leaves no name of a model behind', async () => {
  const schema = newSchema()
  const { memory } = await postgres(engine, { schema, embedder: nonsense() })
  for (const tenant of ['acme', 'bolt']) await memory.put({ tenant }, { id: 'a', text: 'Green tea.' })
  await memory.erase({ tenant: 'acme' })
  const { rows } = await engine.query(`SELECT tenant FROM ${schema}.embedders`)
  expect(rows).toEqual([{ tenant: 'bolt' }])
})
