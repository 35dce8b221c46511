import { postgres } from '@lamella/provider-postgres'
import { afterEach } from 'vitest'
import { type Admin, newSchema, plainRole } from './engines.ts'

type Database = Parameters<typeof postgres>[0] & object

/** Empties all tables at once: without the triggers of foreign keys, their order does not matter. */
const emptying = (schema: string): string => `DO $$ DECLARE name text; BEGIN
  PERFORM set_config('session_replication_role', 'replica', true);
  FOR name IN SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = '${schema}' AND c.relkind = 'r' AND c.relname <> 'migrations'
  LOOP EXECUTE format('DELETE FROM %I.%I', '${schema}', name); END LOOP;
END $$`

/**
 * Returns a function that returns an empty, migrated schema of a database, for `plainRole`. A schema is a test's own until the
 * test ends; then it is emptied for another test of the file, since to migrate one takes ten times as long.
 *
 * @param admin The same database, as its administrator.
 */
export function emptySchemas(admin: Database & Admin): () => Promise<string> {
  const [free, taken]: [string[], string[]] = [[], []]
  afterEach(() => void free.push(...taken.splice(0)))
  return async () => {
    const used = free.pop()
    const schema = used ?? newSchema()
    if (used === undefined) await postgres(admin, { schema, role: plainRole })
    else await admin.query(emptying(schema))
    taken.push(schema)
    return schema
  }
}
