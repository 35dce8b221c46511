import { createHash } from 'node:crypto'

/** The number of locks of a tenant: an erasure takes no more, and the server has a few thousand for all of them. */
const locks = 1_024

/**
 * Returns the key of the advisory lock of a session, as an SQL expression. Each change of a session but `runs.write` takes
 * it to the end of its transaction. It is in memory, so that an append need not write to the session's row, and it exists
 * before the session does. Two sessions of a tenant can have the same one; then their changes wait for each other.
 */
export function sessionLock(schema: string, tenant: string, owner: string, sort: string): string {
  // Mixed with the schema, since advisory locks are those of the whole database.
  const seed = createHash('sha256').update(`session of ${schema}`).digest().readBigUInt64BE() >> 2n
  return `hashtextextended(${tenant}, ${seed} + (hashtext(encode(${owner} || ${sort}, 'hex')) & ${locks - 1}))`
}
