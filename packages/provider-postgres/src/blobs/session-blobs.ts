import type { Owner } from '@lamella/store'
import type { Statements } from '../database/connector.ts'
import type { Owners } from '../database/owners.ts'
import { toStored } from '../database/plain-text.ts'
import type { SessionKey } from '../sessions/heads.ts'

/** What happens to the blobs of sessions. Call these methods in the transaction that changes the sessions. */
export interface SessionBlobs {
  /** Gives all blobs of a session to another one of its owner, and returns their number. */
  copy(statements: Statements, from: SessionKey, into: SessionKey): Promise<number>
  /**
   * Takes the blobs from a session, whether or not it exists: one of them, or all; only those whose time is before a
   * number, if there is one. Returns how many.
   */
  remove(statements: Statements, key: SessionKey, only?: string, before?: number | null): Promise<number>
  /** Removes the blobs of sessions that are given by their numbers. Call it before the sessions are removed. */
  removeOf(statements: Statements, tenant: string, sessions: readonly number[]): Promise<void>
  /** Removes all blobs of owners, and returns the number of sessions that had some. */
  erase(statements: Statements, tenant: string, owners: readonly number[]): Promise<number>
}

interface Unlinked {
  readonly owner: number | string
  readonly id: string
  readonly session: Uint8Array
}

export function createSessionBlobs(schema: string, owners: Owners): SessionBlobs {
  const unlink = `DELETE FROM ${schema}.blob_links l`
  const returning = 'RETURNING l.owner, l.id, l.session'
  const these = `b.tenant = $1 AND (b.owner, b.id) IN (SELECT * FROM unnest($2::bigint[], $3::text[]))`

  /** Removes the contents that no session has any more. */
  const settle = async (statements: Statements, tenant: string, rows: readonly Unlinked[]): Promise<number> => {
    const unique = new Map(rows.map(({ owner, id }) => [`${owner} ${id}`, { owner: Number(owner), id }]))
    const contents = [...unique.values()]
    const given = [tenant, contents.map(({ owner }) => owner), contents.map(({ id }) => id)]
    if (contents.length > 0) {
      // Waits for others that give a session this content; only the next statement sees that it has it.
      await statements.query(`SELECT 1 FROM ${schema}.blobs b WHERE ${these} ORDER BY b.number FOR UPDATE`, ...given)
      await statements.query(
        `DELETE FROM ${schema}.blobs b WHERE ${these} AND NOT EXISTS (
           SELECT FROM ${schema}.blob_links l WHERE l.tenant = $1 AND l.owner = b.owner AND l.id = b.id)`,
        ...given,
      )
    }
    return rows.length
  }
  const ownerOf = async (statements: Statements, owner: Owner): Promise<number> =>
    (await owners.find(statements, owner)) ?? 0
  return {
    copy: async (statements, { owner, sort }, into) => {
      const given = [toStored(owner.tenant), await ownerOf(statements, owner), sort]
      await statements.query(
        `INSERT INTO ${schema}.blob_links (tenant, owner, session, id, media_type, name, at)
         SELECT tenant, owner, $4, id, media_type, name, at FROM ${schema}.blob_links
         WHERE tenant = $1 AND owner = $2 AND session = $3 ON CONFLICT DO NOTHING`,
        ...[...given, into.sort],
      )
      const [row] = await statements.query<{ readonly count: number | string }>(
        `SELECT count(*) AS count FROM ${schema}.blob_links WHERE tenant = $1 AND owner = $2 AND session = $3`,
        ...given,
      )
      return Number(row?.count ?? 0)
    },
    remove: async (statements, { owner, sort }, only, before) => {
      const tenant = toStored(owner.tenant)
      const rows = await statements.query<Unlinked>(
        `${unlink} WHERE l.tenant = $1 AND l.owner = $2 AND l.session = $3
           AND ($4::text IS NULL OR l.id = $4) AND ($5::bigint IS NULL OR l.at < $5) ${returning}`,
        ...[tenant, await ownerOf(statements, owner), sort, only ?? null, before ?? null],
      )
      return settle(statements, tenant, rows)
    },
    removeOf: async (statements, tenant, sessions) => {
      const rows = await statements.query<Unlinked>(
        `${unlink} USING ${schema}.sessions s WHERE s.tenant = $1 AND s.id = ANY($2::bigint[])
           AND l.tenant = $1 AND l.owner = s.owner AND l.session = s.sort ${returning}`,
        ...[tenant, sessions],
      )
      await settle(statements, tenant, rows)
    },
    erase: async (statements, tenant, ids) => {
      const rows = await statements.query<Unlinked>(
        `${unlink} WHERE l.tenant = $1 AND l.owner = ANY($2::bigint[]) ${returning}`,
        ...[tenant, ids],
      )
      await settle(statements, tenant, rows)
      return new Set(rows.map(({ owner, session }) => `${owner} ${Buffer.from(session).toString('hex')}`)).size
    },
  }
}
