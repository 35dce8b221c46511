import { type PostgresStores, postgres } from '@lamella/provider-postgres'
import { beforeAll, describe, expect, it } from 'vitest'
import { nonsense } from '../../provider-sqlite/test/helpers/embedders.ts'
import { embedded, makePlainRole, newSchema } from './helpers/engines.ts'
import { fill, type TableRow, tablesOf } from './helpers/tenants.ts'

const engine = await embedded()
const role = await makePlainRole(engine)

/** Runs a statement as the plain role, with or without a tenant; returns its error, if it fails. */
async function tried(
  tenant: string | undefined,
  text: string,
): Promise<{ readonly rows: number; readonly error: unknown }> {
  let found = { rows: -1, error: undefined as unknown }
  await engine.transaction(async (transaction) => {
    await transaction.exec(`SET LOCAL ROLE ${role}`)
    if (tenant !== undefined) await transaction.query("SELECT set_config('lamella.tenant', $1, true)", [tenant])
    try {
      found = { rows: (await transaction.query(text)).rows.length, error: undefined }
    } catch (error) {
      found = { rows: -1, error: (error as { readonly code?: string }).code }
    }
    await transaction.rollback()
  })
  return found
}

describe.each([0, 3])('the tables of a schema with %s partitions', (partitions) => {
  const schema = newSchema()
  let tables: readonly TableRow[]
  let stores: PostgresStores
  beforeAll(async () => {
    stores = await postgres(engine, { schema, role, partitions, embedder: nonsense() })
    for (const tenant of ['acme', 'bolt']) await fill(stores, tenant)
    tables = await tablesOf(engine, schema)
  })

  it('have forced policies; a partition has none, so that only its table leads to it', () => {
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'owners',
        'sessions',
        'messages',
        'compactions',
        'operations',
        'runs',
        'entries',
        'words',
        'vectors',
      ]),
    )
    expect(tables.filter(({ partition }) => partition)).toHaveLength(partitions)
    for (const { name, enabled, forced, policies, partition } of tables) {
      expect([name, enabled, forced, policies]).toEqual([name, true, true, partition ? 0 : 1])
    }
  })

  it('each have rows of both tenants, so that the cases below look at something', async () => {
    for (const { name } of tables.filter(({ partition }) => !partition)) {
      const { rows } = await engine.query(`SELECT DISTINCT tenant FROM ${schema}.${name}`)
      expect([name, rows.length]).toEqual([name, 2])
    }
  })

  it.each([
    ['without a tenant', undefined],
    ['with a tenant that has no data', 'nobody'],
    ['with a tenant of a similar name', 'acme '],
  ])('show and change nothing %s', async (_, tenant) => {
    for (const { name } of tables) {
      const table = `${schema}.${name}`
      expect([name, await tried(tenant, `SELECT * FROM ${table}`)]).toEqual([name, { rows: 0, error: undefined }])
      const changes = [`UPDATE ${table} SET tenant = tenant RETURNING 1`, `DELETE FROM ${table} RETURNING 1`]
      for (const change of changes)
        expect([name, await tried(tenant, change)]).toEqual([name, { rows: 0, error: undefined }])
      const insert = `INSERT INTO ${table} (tenant) VALUES ('acme')`
      expect([name, await tried(tenant, insert)]).toEqual([name, { rows: -1, error: '42501' }])
    }
  })

  it('show a tenant its own rows only, which it cannot give to another', async () => {
    for (const { name } of tables.filter(({ partition }) => !partition)) {
      const table = `${schema}.${name}`
      const own = await tried('acme', `SELECT * FROM ${table}`)
      expect([name, own.rows > 0]).toEqual([name, true])
      expect(await tried('acme', `SELECT * FROM ${table} WHERE tenant <> 'acme'`)).toEqual({
        rows: 0,
        error: undefined,
      })
      const given = await tried('acme', `UPDATE ${table} SET tenant = 'bolt'`)
      expect([name, given.error]).toEqual([name, '42501'])
    }
  })

  it('give the role no right to make tables', async () => {
    const { rows } = await engine.query(`SELECT has_schema_privilege($1, $2, 'CREATE') AS may`, [role, schema])
    expect(rows).toEqual([{ may: false }])
  })

  it('hold the owner of the tables to the same policies', async () => {
    const owner = `owner_of_${schema}`
    await engine.exec(`CREATE ROLE ${owner} NOSUPERUSER NOBYPASSRLS; GRANT USAGE ON SCHEMA ${schema} TO ${owner}`)
    for (const { name } of tables) {
      await engine.exec(`ALTER TABLE ${schema}.${name} OWNER TO ${owner}`)
      await engine.transaction(async (transaction) => {
        await transaction.exec(`SET LOCAL ROLE ${owner}`)
        expect((await transaction.query(`SELECT * FROM ${schema}.${name}`)).rows).toEqual([])
      })
    }
  })
})
