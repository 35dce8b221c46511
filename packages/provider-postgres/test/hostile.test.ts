import { isLamellaError, type Message, type Scope } from '@lamella/core'
import { postgres } from '@lamella/provider-postgres'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { database } from './helpers/database.ts'
import { makePlainRole, newSchema } from './helpers/engines.ts'
import { fill, tablesOf } from './helpers/tenants.ts'

const attempts = Number(process.env['LAMELLA_ATTEMPTS'] ?? 100)
const engine = await database()
const role = await makePlainRole(engine)
const victim = { tenant: 'acme', user: 'ada', agent: 'writer' }

/** Syntax of SQL, of its literals and identifiers, of arrays and JSON, and texts that end or hide others. */
const pieces = [
  ...[
    "'",
    '"',
    "''",
    '$$',
    '$1',
    '\\',
    "\\'",
    ';',
    '--',
    '/*',
    '*/',
    ',',
    '(',
    ')',
    '{',
    '}',
    '{}',
    '[',
    ']',
    '%',
    '_',
    ':',
  ],
  ...[
    "' OR '1'='1",
    "'; DROP TABLE messages; --",
    "'); DELETE FROM sessions; --",
    '$$; COMMIT; $$',
    "E'\\000'",
    "U&'\\0061'",
  ],
  ...[
    "'; SET lamella.tenant = 'acme'; --",
    "set_config('lamella.tenant', 'acme', false)",
    'RESET ROLE',
    'pg_sleep(10)',
  ],
  ...[
    'NULL',
    '"NULL"',
    '{NULL}',
    '{"a","b"}',
    '{a,b}',
    '\\x00',
    'DEFAULT',
    "'::text",
    '::json',
    '\\u0000',
    '\\ud800',
    '\\N',
    '\\.',
  ],
  ...[
    '\u0000',
    '\u0001',
    '\n',
    '\r',
    '\t',
    '\u001a',
    '\u2028',
    '\ufeff',
    '\uffff',
    '\u202e',
    '\ud800',
    '\udfff',
    '😀',
    '日本語',
    'ﬁ',
    'İ',
  ],
  ...[
    'acme',
    'ada',
    'writer',
    's',
    'first',
    'acme ',
    'ACME',
    'acm\u0435',
    '__proto__',
    'constructor',
    ' ',
    '0',
    '-1',
    '1e999',
  ],
]
const text = fc.oneof(
  fc.constantFrom('acme', 'ada', 'writer', 's', 'first'),
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
)
const foreign = text.filter((tenant) => tenant !== victim.tenant)
const scopes: fc.Arbitrary<Scope> = fc.record(
  { tenant: foreign, user: text, agent: text },
  { requiredKeys: ['tenant'] },
)

it(`reads and writes nothing of another tenant in ${attempts} attempts with hostile text in every field`, async () => {
  const schema = newSchema()
  const stores = await postgres(engine, { schema, role })
  const { sessions } = stores
  await fill(stores, victim.tenant)
  const lines = async (): Promise<readonly string[]> => {
    const all: string[] = []
    for await (const line of sessions.transfer.export(victim, 's')) all.push(line)
    return all
  }
  const before = {
    lines: await lines(),
    tables: await tablesOf(engine, schema),
    run: await sessions.runs.read(victim, 's'),
  }
  const messages: fc.Arbitrary<readonly Message[]> = fc.array(
    fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), content: text }),
    { maxLength: 3 },
  )
  const position = fc.nat(3)
  const options = fc.record({ operation: text, expectedRevision: fc.nat(2) }, { requiredKeys: [] })
  const joined = async (found: AsyncIterable<string>): Promise<string> => {
    let all = ''
    for await (const line of found) all += line
    return all
  }
  // The newest export of the victim, which an attacker may have, in another tenant.
  const attempt = fc.oneof(
    fc.tuple(text, messages, options).map(
      ([id, some, how]) =>
        (scope: Scope) =>
          sessions.append(scope, id, some, how),
    ),
    text.map((id) => (scope: Scope) => sessions.info(scope, id)),
    fc.tuple(text, fc.record({ size: fc.nat(99) }, { requiredKeys: [] })).map(
      ([id, request]) =>
        (scope: Scope) =>
          sessions.page(scope, id, request),
    ),
    fc.tuple(text, position).map(
      ([id, end]) =>
        (scope: Scope) =>
          sessions.read(scope, id, 0, end),
    ),
    text.map((after) => (scope: Scope) => sessions.list(scope, { after })),
    text.map((id) => (scope: Scope) => sessions.delete(scope, id)),
    fc.tuple(text, text).map(
      ([id, into]) =>
        (scope: Scope) =>
          sessions.transfer.fork(scope, id, into),
    ),
    fc.tuple(text, text, options).map(
      ([id, summary, how]) =>
        (scope: Scope) =>
          sessions.compactions.add(scope, id, { start: 0, end: 1, text: summary }, how),
    ),
    text.map((id) => (scope: Scope) => sessions.compactions.list(scope, id)),
    text.map((id) => (scope: Scope) => sessions.runs.read(scope, id)),
    fc.tuple(text, text).map(
      ([id, note]) =>
        (scope: Scope) =>
          sessions.runs.write(scope, id, { note }, 0),
    ),
    text.map((id) => (scope: Scope) => joined(sessions.transfer.export(scope, id))),
    text.map((id) => (scope: Scope) => sessions.admin.verify(scope, id)),
    fc.constant((scope: Scope) => sessions.admin.erase(scope)),
  )
  let done = 0
  await fc.assert(
    fc.asyncProperty(scopes, attempt, async (scope, call) => {
      const seen = await call(scope).then(
        (result) => {
          done++
          return JSON.stringify(result) ?? ''
        },
        (error: unknown) => {
          // Bad ids and missing sessions; never an error of PostgreSQL.
          if (!isLamellaError(error) || error.code.startsWith('POSTGRES')) throw error
          return error.message
        },
      )
      expect(seen).not.toContain('SECRET')
      expect(await sessions.info(victim, 's')).toMatchObject({ revision: 3, length: 2 })
    }),
    { numRuns: attempts },
  )
  expect(done).toBeGreaterThan(attempts / 4)
  expect(await lines()).toEqual(before.lines)
  expect(await sessions.runs.read(victim, 's')).toEqual(before.run)
  expect(await sessions.list(victim)).toMatchObject({ sessions: [{ id: 's' }], more: false })
  expect(await tablesOf(engine, schema)).toEqual(before.tables)
})
