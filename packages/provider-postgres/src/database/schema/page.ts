import { sessionEnd } from './session-end.ts'

/**
 * Reads a session's state and the messages `lowest` to `stop` (excluded): of these the last `most`, and of those as many
 * as have at most `most_size` units together, but at least one. NULL: no limit. One row for each message, oldest first:
 * its position, the size up to its end, its time, its JSON. Before them a row with the position of the first message, the
 * length and the revision of the session; these have no columns of their own, since each column costs a twentieth of a
 * page. No row: there is no session.
 *
 * The function is STABLE, so that its queries see one state. It looks for the first message from the end, by primary
 * key: the cost depends on what is read.
 */
export function page(schema: string): string {
  const { join, columns } = sessionEnd(schema, 'of_tenant')
  return `
  CREATE FUNCTION ${schema}.page(
    of_tenant text, of_owner bytea, of_session bytea, lowest bigint, stop bigint, most bigint, most_size bigint
  ) RETURNS TABLE (place integer, behind bigint, said bigint, content text)
  LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
  DECLARE
    head record;
    message record;
    start bigint;
    total bigint;
    setting text := set_config('lamella.tenant', of_tenant, true);
  BEGIN
    SELECT s.id, ${columns} INTO head
    FROM ${schema}.sessions s ${join}
    WHERE s.tenant = of_tenant AND s.sort = of_session
      AND s.owner = (SELECT o.id FROM ${schema}.owners o WHERE o.tenant = of_tenant AND o.key = of_owner);
    IF NOT FOUND THEN
      RETURN;
    END IF;
    stop := least(stop, head.length);
    start := least(stop, greatest(lowest, coalesce(stop - most, 0), 0));
    IF most_size IS NOT NULL THEN
      -- A message begins where the one before it ends.
      FOR message IN
        SELECT m.position, m.size_after FROM ${schema}.messages m
        WHERE m.tenant = of_tenant AND m.session = head.id AND m.position >= start - 1 AND m.position < stop
        ORDER BY m.position DESC
      LOOP
        total := coalesce(total, message.size_after);
        IF message.position < stop - 2 AND total - message.size_after > most_size THEN
          start := message.position + 2;
          EXIT;
        END IF;
      END LOOP;
      IF start = 0 AND stop > 1 AND total > most_size THEN
        start := 1;
      END IF;
    END IF;
    place := start;
    behind := head.length;
    said := head.revision;
    RETURN NEXT;
    RETURN QUERY
      SELECT m.position, m.size_after, m.at, m.json::text
      FROM ${schema}.messages m
      WHERE m.tenant = of_tenant AND m.session = head.id AND m.position >= start AND m.position < stop
      ORDER BY m.position;
  END $$;
`
}
