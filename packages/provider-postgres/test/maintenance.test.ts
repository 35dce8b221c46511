import { checkPostgres, migratePostgres, postgres, postgresMigrations } from '@lamella/provider-postgres'
import { expect, it } from 'vitest'
import { embedded, makePlainRole, newSchema } from './helpers/engines.ts'

const codes = (problems: readonly { readonly code: string }[]): readonly string[] => problems.map(({ code }) => code)

it('a migrated schema has no problems, and its role all rights that the stores need', async () => {
  const engine = await embedded()
  const role = await makePlainRole(engine)
  const schema = newSchema()
  expect(codes((await checkPostgres(engine, { schema, role })).problems)).toEqual(['SCHEMA_MISSING'])
  const { to } = await migratePostgres(engine, { schema, role, partitions: 2 })
  expect(to).toBeGreaterThan(0)
  expect(await migratePostgres(engine, { schema, role })).toEqual({ from: to, to })
  const { problems, tables, version, known, bytes, ...found } = await checkPostgres(engine, { schema, role })
  expect(problems).toEqual([])
  expect({ version, known }).toEqual({ version: to, known: to })
  expect(found.role).toEqual({ name: role, exists: true, bypassesPolicies: false })
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['blocks', 'messages', 'messages_1', 'owners']))
  expect(bytes).toBe(tables.reduce((sum, one) => sum + one.bytes + one.indexBytes, 0))
  expect(bytes).toBeGreaterThan(0)
})

it.each([
  ['a policy is dropped', 'DROP POLICY tenant ON #.messages', 'POLICY_CHANGED', /messages/],
  [
    'another policy lets everything through',
    'CREATE POLICY all_of ON #.blocks USING (true)',
    'POLICY_CHANGED',
    /blocks/,
  ],
  ['a policy is not forced', 'ALTER TABLE #.runs NO FORCE ROW LEVEL SECURITY', 'POLICY_CHANGED', /runs/],
  [
    'a policy compares something else',
    'ALTER POLICY tenant ON #.owners USING (tenant <> current_user)',
    'POLICY_CHANGED',
    /owners/,
  ],
  ['a right is revoked', 'REVOKE INSERT ON #.sessions FROM R', 'RIGHT_MISSING', /lacks INSERT on sessions/],
  ['the schema is closed', 'REVOKE USAGE ON SCHEMA # FROM R', 'RIGHT_MISSING', /USAGE on the schema/],
  ['a newer program migrated it', 'UPDATE #.migrations SET version = 1000 WHERE version = 1', 'SCHEMA_NEWER', /1000/],
  [
    'an index is invalid',
    "UPDATE pg_index SET indisvalid = false WHERE indexrelid = '#.sessions_waiting'::regclass",
    'INDEX_INVALID',
    /sessions_waiting/,
  ],
])('a problem is reported if %s', async (_, statement, code, what) => {
  const engine = await embedded()
  const role = await makePlainRole(engine)
  const schema = newSchema()
  await migratePostgres(engine, { schema, role })
  await engine.exec(statement.replaceAll('#', schema).replace(/\bR$/, role))
  const { problems } = await checkPostgres(engine, { schema, role })
  expect(codes(problems)).toEqual([code])
  expect(problems[0]?.what).toMatch(what)
})

it('a superuser and a role that does not exist are problems', async () => {
  const engine = await embedded()
  const schema = newSchema()
  await migratePostgres(engine, { schema })
  expect(codes((await checkPostgres(engine, { schema })).problems)).toEqual(['POLICIES_BYPASSED'])
  expect(codes((await checkPostgres(engine, { schema, role: 'nobody' })).problems)).toEqual(['ROLE_MISSING'])
})

it('the printed statements make a schema that opens without the right to migrate', async () => {
  const engine = await embedded()
  const role = await makePlainRole(engine)
  const schema = newSchema()
  await engine.exec(postgresMigrations({ schema, role }))
  expect((await checkPostgres(engine, { schema, role })).problems).toEqual([])
  const { blocks } = await postgres(engine, { schema, role, migrate: false })
  expect((await blocks.create({ tenant: 't' }, { id: 'a', label: 'a', kind: 'k' })).revision).toBe(1)
})
