/**
 * Appends in one statement, without a look first. The update locks the session and checks what the caller expects; if
 * it returns no row, nothing was changed, and the caller looks why. An operation that another connection makes at the
 * same time fails as a duplicate. All lookups are by primary key, whose plan never changes: planning them anew would
 * take longer than running them.
 */
export function append(schema: string): string {
  return `
  CREATE FUNCTION ${schema}.append(
    of_tenant text, of_owner bytea, of_session bytea, texts text[], sizes_before bigint[], times bigint[],
    total bigint, first_time bigint, last_time bigint, expected bigint, operation text
  ) RETURNS TABLE (new_revision integer, first_position integer, new_length integer)
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
  DECLARE
    head record;
    added integer := cardinality(texts);
    setting text := set_config('lamella.tenant', of_tenant, true);
  BEGIN
    UPDATE ${schema}.sessions s SET
      revision = s.revision + 1, length = s.length + added, size = s.size + total, waiting = true,
      created_at = coalesce(s.created_at, first_time), changed_at = coalesce(last_time, s.changed_at)
    FROM ${schema}.owners o
    WHERE o.tenant = of_tenant AND o.key = of_owner
      AND s.tenant = of_tenant AND s.owner = o.id AND s.sort = of_session
      AND (expected IS NULL OR s.revision = expected)
      AND (operation IS NULL OR NOT EXISTS (
        SELECT FROM ${schema}.operations p WHERE p.tenant = of_tenant AND p.session = s.id AND p.name = operation))
    RETURNING s.id, s.revision, s.length, s.size INTO head;
    IF NOT FOUND THEN
      RETURN;
    END IF;
    IF added = 1 THEN
      INSERT INTO ${schema}.messages (tenant, session, position, revision, size_before, at, json)
      VALUES (of_tenant, head.id, head.length - 1, head.revision, head.size - total, times[1], texts[1]::json);
    ELSE
      INSERT INTO ${schema}.messages (tenant, session, position, revision, size_before, at, json)
      SELECT of_tenant, head.id, head.length - added + m.place - 1, head.revision,
        head.size - total + m.before, m.time, m.text::json
      FROM unnest(texts, sizes_before, times) WITH ORDINALITY AS m (text, before, time, place);
    END IF;
    IF operation IS NOT NULL THEN
      INSERT INTO ${schema}.operations (tenant, session, name, kind, revision, start, length)
      VALUES (of_tenant, head.id, operation, 'append', head.revision, head.length - added, head.length);
    END IF;
    new_revision := head.revision;
    first_position := head.length - added;
    new_length := head.length;
    RETURN NEXT;
  END $$;
`
}
