/**
 * Reads a session's state and the messages `lowest` to `stop` (excluded): of these the last `most`, and of those as many
 * as have at most `most_size` units together, but at least one. NULL: no limit. The first row is the state, with the
 * position of the first message in `place`; one row for each message follows, oldest first. No row: there is no session.
 *
 * The function is STABLE, so that its queries see one state. It looks for the first message from the end, by primary
 * key: the cost depends on what is read.
 */
export function page(schema: string): string {
  return `
  CREATE FUNCTION ${schema}.page(
    of_tenant text, of_owner bytea, of_session bytea, lowest bigint, stop bigint, most bigint, most_size bigint
  ) RETURNS TABLE (head_revision integer, head_length integer, place integer, ahead bigint, said bigint, content text)
  LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
  DECLARE
    head record;
    message record;
    start bigint;
    total bigint;
    setting text := set_config('lamella.tenant', of_tenant, true);
  BEGIN
    SELECT s.id, s.revision, s.length, s.size INTO head
    FROM ${schema}.owners o JOIN ${schema}.sessions s ON s.tenant = of_tenant AND s.owner = o.id AND s.sort = of_session
    WHERE o.tenant = of_tenant AND o.key = of_owner;
    IF NOT FOUND THEN
      RETURN;
    END IF;
    stop := least(stop, head.length);
    start := least(stop, greatest(lowest, coalesce(stop - most, 0), 0));
    IF most_size IS NOT NULL AND start < stop THEN
      total := head.size;
      IF stop < head.length THEN
        SELECT m.size_before INTO total FROM ${schema}.messages m
        WHERE m.tenant = of_tenant AND m.session = head.id AND m.position = stop;
      END IF;
      FOR message IN
        SELECT m.position, m.size_before FROM ${schema}.messages m
        WHERE m.tenant = of_tenant AND m.session = head.id AND m.position >= start AND m.position < stop
        ORDER BY m.position DESC
      LOOP
        IF message.position < stop - 1 AND total - message.size_before > most_size THEN
          start := message.position + 1;
          EXIT;
        END IF;
      END LOOP;
    END IF;
    head_revision := head.revision;
    head_length := head.length;
    place := start;
    RETURN NEXT;
    RETURN QUERY
      SELECT NULL::integer, NULL::integer, m.position, m.size_before, m.at, m.json::text
      FROM ${schema}.messages m
      WHERE m.tenant = of_tenant AND m.session = head.id AND m.position >= start AND m.position < stop
      ORDER BY m.position;
  END $$;
`
}
