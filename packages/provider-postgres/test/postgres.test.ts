import { postgres } from '@lamella/provider-postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embedded, makePlainRole, newSchema } from './helpers/engines.ts'
import { type Server, server } from './helpers/server.ts'

let real: Server | undefined
beforeAll(async () => {
  real = await server()
})
afterAll(async () => real?.remove())

describe('postgres', () => {
  it('says that the policies do not apply to a superuser, and not for a plain role', async () => {
    const engine = await embedded()
    const role = await makePlainRole(engine)
    const codes: string[] = []
    const schema = newSchema()
    const onNotice = ({ code }: { readonly code: string }): void => void codes.push(code)
    await (await postgres(engine, { schema, role, onNotice })).close()
    expect(codes).toEqual([])
    await (await postgres(engine, { schema, onNotice })).close()
    expect(codes).toEqual(['POLICIES_BYPASSED'])
  })

  it('rejects a schema that a later release has migrated, by its version, and changes nothing', async () => {
    const engine = await embedded()
    const schema = newSchema()
    await (await postgres(engine, { schema })).close()
    const { rows } = await engine.query<{ known: number }>(
      `SELECT max(version)::int AS known FROM ${schema}.migrations`,
    )
    const known = rows[0]?.known ?? 0
    await engine.query(`INSERT INTO ${schema}.migrations (version) VALUES (${known + 1})`)
    await expect(postgres(engine, { schema })).rejects.toMatchObject({
      code: 'FORMAT_NEWER',
      details: { format: 'PostgreSQL schema', version: known + 1, known },
    })
  })

  it('opens an address, and closes what it opened', async ({ skip }) => {
    if (real === undefined) return skip('no server')
    const stores = await postgres(real.address(), { schema: newSchema() })
    await stores.close()
    await stores.close()
    const [row] = await real.query(
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = 'postgres' AND pid <> pg_backend_pid()",
    )
    expect(row?.['count']).toBe(0)
  })
})
