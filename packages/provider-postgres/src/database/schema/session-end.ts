/**
 * How the state of a session follows from its row `s` and its last message, so that an append writes nothing else: the
 * row has the state at the last change that is not an append (creation, fork, import, compaction), and the later of the
 * two counts. A message without a time keeps the time before it, which the append then writes to the row.
 *
 * The time in the row is never later than that of the last change, and NULL only for a session without any time: an
 * append with an earlier time writes it to the row. So `prune` finds all idle sessions by the index of the rows' times.
 */
interface SessionEnd {
  /** Joins the last message as `m`; all its columns are NULL for a session without messages. */
  readonly join: string
  /** `revision`, `length`, `size` and `changed_at`. */
  readonly columns: string
  /** The time of the last change. */
  readonly changedAt: string
}

/** @param tenant The tenant as an expression that is known when the query is planned or starts, such as `$1`. */
export function sessionEnd(schema: string, tenant: string): SessionEnd {
  const changedAt = 'CASE WHEN m.revision > s.revision THEN coalesce(m.at, s.changed_at) ELSE s.changed_at END'
  return {
    changedAt,
    join: `LEFT JOIN LATERAL (
      SELECT m.position, m.revision, m.size_after, m.at FROM ${schema}.messages m
      WHERE m.tenant = ${tenant} AND m.session = s.id ORDER BY m.position DESC LIMIT 1
    ) m ON true`,
    columns: `greatest(s.revision, m.revision) AS revision, coalesce(m.position + 1, 0) AS length,
      coalesce(m.size_after, 0) AS size, ${changedAt} AS changed_at`,
  }
}
