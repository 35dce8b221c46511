import { sessionEnd } from './session-end.ts'
import { sessionLock } from './session-lock.ts'

/**
 * Appends in one statement, without a look first. It locks the session, reads its end, checks what the caller expects,
 * and inserts; NULL: nothing was changed, and the caller looks why. `added` is a message, or if there are more sizes than
 * one, an array of messages; `sizes` are those up to the end of each.
 *
 * - Each query sees what was committed before it started, so the one after the lock sees the append before. This holds
 *   for READ COMMITTED only: where the default is another level, the caller sets it for a transaction.
 * - All lookups are by primary key, whose plan never changes: planning them anew would take longer than running them.
 * - An array instead of a row: a function in FROM costs a tenth of an append.
 */
export function append(schema: string): string {
  const { join, columns } = sessionEnd(schema, 'of_tenant')
  return `
  CREATE FUNCTION ${schema}.append(
    of_tenant text, of_owner bytea, of_session bytea, added text, sizes bigint[], times bigint[], expected bigint,
    operation text
  ) RETURNS integer[]
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
  DECLARE
    head record;
    count integer := cardinality(sizes);
    known bigint[];
    newest bigint;
    setting text := set_config('lamella.tenant', of_tenant, true);
    held text := pg_advisory_xact_lock(${sessionLock(schema, 'of_tenant', 'of_owner', 'of_session')});
  BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
      RETURN NULL;
    END IF;
    SELECT s.id, s.waiting, s.created_at, s.changed_at AS row_changed_at, ${columns} INTO head
    FROM ${schema}.sessions s ${join}
    WHERE s.tenant = of_tenant AND s.sort = of_session
      AND s.owner = (SELECT o.id FROM ${schema}.owners o WHERE o.tenant = of_tenant AND o.key = of_owner);
    IF NOT FOUND OR head.revision <> expected THEN
      RETURN NULL;
    END IF;
    IF operation IS NOT NULL THEN
      INSERT INTO ${schema}.operations (tenant, session, name, kind, revision, start, length)
      VALUES (of_tenant, head.id, operation, 'append', head.revision + 1, head.length, head.length + count)
      ON CONFLICT DO NOTHING;
      IF NOT FOUND THEN
        RETURN NULL;
      END IF;
    END IF;
    IF count = 1 THEN
      INSERT INTO ${schema}.messages (tenant, session, position, revision, size_after, at, json)
      VALUES (of_tenant, head.id, head.length, head.revision + 1, head.size + sizes[1], times[1], added::json);
    ELSE
      INSERT INTO ${schema}.messages (tenant, session, position, revision, size_after, at, json)
      SELECT of_tenant, head.id, head.length + m.place - 1, head.revision + 1, head.size + m.size, m.time, m.json
      FROM ROWS FROM (json_array_elements(added::json), unnest(sizes), unnest(times))
        WITH ORDINALITY AS m (json, size, time, place);
    END IF;
    known := array_remove(times, NULL);
    newest := known[cardinality(known)];
    IF NOT head.waiting OR (head.created_at IS NULL AND newest IS NOT NULL) OR newest < head.row_changed_at OR (
      times[count] IS NULL AND coalesce(newest, head.changed_at) IS DISTINCT FROM head.row_changed_at
    ) THEN
      UPDATE ${schema}.sessions s SET
        waiting = true, created_at = coalesce(s.created_at, known[1]),
        changed_at = coalesce(newest, head.changed_at)
      WHERE s.tenant = of_tenant AND s.id = head.id;
    END IF;
    RETURN ARRAY[head.revision + 1, head.length, head.length + count];
  END $$;
`
}
