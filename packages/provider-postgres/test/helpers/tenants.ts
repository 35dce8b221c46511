import type { PostgresStores } from '@lamella/provider-postgres'
import type { EmbeddedTransaction } from '../../src/contract/postgres-client.ts'

/** What a tenant keeps: something in every table. */
export async function fill({ sessions, memory, blocks, blobs }: PostgresStores, tenant: string): Promise<void> {
  const scope = { tenant, user: 'ada', agent: 'writer' }
  await sessions.append(scope, 's', [{ role: 'user', content: `SECRET of ${tenant}` }], { operation: 'first' })
  await sessions.append(scope, 's', [{ role: 'assistant', content: 'Yes' }])
  await sessions.compactions.add(scope, 's', { start: 0, end: 1, text: `SECRET of ${tenant}` })
  await sessions.runs.write(scope, 's', { note: `SECRET of ${tenant}` }, 0)
  await memory.put(scope, { id: 'm', text: `SECRET of ${tenant}` })
  await blocks.create(scope, { id: 'b', label: 'b', kind: 'core', text: `SECRET of ${tenant}` })
  const { revision } = await blocks.append(scope, 'b', new Uint8Array([1]), { operation: 'first' })
  await blocks.compact(scope, 'b', new Uint8Array([1]), revision)
  await blocks.append(scope, 'b', new Uint8Array([2]))
  await blocks.share(scope, 'b', { tenant, user: 'eve' }, { permission: 'read' })
  await blobs.put(scope, 's', new TextEncoder().encode(`SECRET of ${tenant}`), { name: `SECRET of ${tenant}` })
  // Fills the word index, and the vectors if there is an embedder.
  await sessions.search(scope, { query: 'secret' })
  await memory.search(scope, { query: 'secret' })
  await blocks.search(scope, { query: 'secret' })
}

/** A table of a schema, and what guards it. */
export interface TableRow {
  readonly name: string
  readonly enabled: boolean
  readonly forced: boolean
  readonly policies: number
  readonly partition: boolean
}

/** Tables with data of tenants, as PostgreSQL's catalog has them: all but `migrations`. */
export async function tablesOf(
  transaction: Pick<EmbeddedTransaction, 'query'>,
  schema: string,
): Promise<readonly TableRow[]> {
  const { rows } = await transaction.query(
    `SELECT c.relname AS name, c.relrowsecurity AS enabled, c.relforcerowsecurity AS forced,
       (SELECT count(*)::int FROM pg_policy p WHERE p.polrelid = c.oid) AS policies, c.relispartition AS partition
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relkind IN ('r', 'p') AND c.relname <> 'migrations' ORDER BY 1`,
    [schema],
  )
  return rows as TableRow[]
}
