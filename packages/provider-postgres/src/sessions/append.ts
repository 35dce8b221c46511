import { type AppendChange, type Appended, mustBeAt, type RawSessions } from '@lamella/store'
import { toKept } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import type { Database } from '../database/database.ts'
import { isDuplicate, isRetryable } from '../database/failure.ts'
import { ownerKey } from '../database/owners.ts'
import { toStored } from '../database/plain-text.ts'
import { emptyHead, type Head, type Heads, type SessionKey, sessionKey } from './heads.ts'
import { anotherChange, type Operations } from './operations.ts'
import type { RecentSessions } from './recent-sessions.ts'

/** Revision, position of the first message, and length of the session; `null` if nothing was appended. */
type AppendedRow = readonly [revision: number, start: number, length: number] | null

/**
 * Appends messages. The first append creates the session. An append to an existing session is one statement; if it
 * changes nothing, a transaction that locks the session finds out why.
 */
export function createAppend(
  database: Database,
  heads: Heads,
  operations: Operations,
  recent: RecentSessions,
): RawSessions['append'] {
  const { schema } = database
  const append = `SELECT ${schema}.append($1, $2, $3, $4, $5, $6, $7, $8) AS row`
  const written = `SELECT json::text AS json FROM ${schema}.messages
    WHERE tenant = $1 AND session = $2 AND position >= $3 AND position < $4 ORDER BY position`

  const repeated = async (
    statements: Statements,
    head: Head,
    name: string,
    wanted: readonly string[],
  ): Promise<Appended | undefined> => {
    const done = await operations.find(statements, head, name)
    if (done === undefined) return undefined
    const { kind, revision, start, length } = done
    if (kind !== 'append' || length - start !== wanted.length) throw anotherChange()
    const rows = await statements.query<{ readonly json: string }>(written, head.tenant, head.id, start, length)
    if (!rows.every(({ json }, index) => json === wanted[index])) throw anotherChange()
    return { revision, start, length, repeated: true }
  }
  const slowly = async (
    statements: Statements,
    key: SessionKey,
    texts: readonly string[],
    change: AppendChange,
  ): Promise<Appended> => {
    const { expectedRevision, operation } = change
    const isEmpty = texts.length === 0
    const head = isEmpty ? await heads.find(statements, key) : await heads.lockOrMake(statements, key, emptyHead)
    const done = head && operation !== undefined ? await repeated(statements, head, operation, texts) : undefined
    if (done) return done
    mustBeAt('session', key.name, expectedRevision, head?.revision)
    if (isEmpty) {
      const { revision, length } = head ?? emptyHead
      return { revision, start: length, length, repeated: false }
    }
    const values = valuesOf(key, texts, { ...change, expectedRevision: undefined })
    const [appended] = await statements.query<{ readonly row: AppendedRow }>(
      append,
      ...[toStored(key.owner.tenant), ...values],
    )
    return appendedOf(appended?.row as NonNullable<AppendedRow>)
  }

  return async (owner, session, texts, change) => {
    const key = sessionKey(owner, session)
    if (texts.length > 0) {
      try {
        const row = await database.value<AppendedRow>(owner.tenant, 'append', valuesOf(key, texts, change))
        if (row) {
          recent.add(owner, key.sort)
          return appendedOf(row)
        }
      } catch (error) {
        if (!isDuplicate(error) && !isRetryable(error)) throw error
      }
    }
    const appended = await database.write(owner.tenant, (statements) => slowly(statements, key, texts, change))
    recent.add(owner, key.sort)
    return appended
  }
}

/** Returns what the function `append` takes after the tenant. */
function valuesOf(
  { owner, sort }: SessionKey,
  texts: readonly string[],
  { times, expectedRevision, operation }: AppendChange,
): readonly unknown[] {
  const added = texts.length === 1 ? texts[0] : `[${texts.join(',')}]`
  const sizes: number[] = []
  let size = 0
  for (const text of texts) {
    size += text.length
    sizes.push(size)
  }
  return [
    ...[ownerKey(owner), sort, added, sizes, times.map(toKept)],
    ...[expectedRevision ?? null, operation === undefined ? null : toStored(operation)],
  ]
}

function appendedOf([revision, start, length]: NonNullable<AppendedRow>): Appended {
  return { revision, start, length, repeated: false }
}
