import type { NewCompaction } from '@lamella/core/plugin'
import { type Compaction, mustBeAt, mustReach, type RawSessions, sameCompaction } from '@lamella/store'
import { toKept } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import { type Head, mustExist, sessionKey } from './heads.ts'
import { anotherChange } from './operations.ts'
import type { SessionParts } from './session-parts.ts'

type Compactions = NonNullable<RawSessions['compactions']>

/** Adds a summary that replaces messages. */
export function createCompact(parts: SessionParts): Compactions['add'] {
  const { database, heads, operations, compactions } = parts
  const changed = `UPDATE ${database.schema}.sessions SET revision = $3, changed_at = coalesce($4::bigint, $5),
      created_at = coalesce(created_at, $4) WHERE tenant = $1 AND id = $2`

  const repeated = async (
    statements: Statements,
    head: Head,
    name: string,
    wanted: NewCompaction,
  ): Promise<Compaction | undefined> => {
    const done = await operations.find(statements, head, name)
    if (done === undefined) return undefined
    const { list } = await compactions.read(statements, head)
    const first = list.find(({ revision }) => revision === done.revision)
    if (done.kind !== 'compact' || first === undefined || !sameCompaction(first, wanted)) throw anotherChange()
    return first
  }

  return (owner, session, compaction, { expectedRevision, operation: name, at }) =>
    database.write(owner.tenant, async (statements) => {
      const head = mustExist(await heads.lock(statements, sessionKey(owner, session)), session)
      mustReach('compaction.end', compaction.end, head.length)
      const done = name === undefined ? undefined : await repeated(statements, head, name, compaction)
      if (done) return done
      mustBeAt('session', session, expectedRevision, head.revision)
      const { tenant, id, length, changedAt } = head
      const revision = head.revision + 1
      const added: Compaction = { ...compaction, revision, ...(at === undefined ? {} : { at }) }
      await compactions.add(statements, head, added)
      await statements.query(changed, tenant, id, revision, toKept(at), changedAt)
      if (name !== undefined) {
        await operations.add(statements, head, [{ name, kind: 'compact', revision, start: length, length }])
      }
      return added
    })
}

/** Lists the compactions of a session, oldest first. */
export function createCompactions({ database, heads, compactions }: SessionParts): Compactions['list'] {
  return (owner, session) =>
    database.read(owner.tenant, async (statements) => {
      const head = await heads.find(statements, sessionKey(owner, session))
      return head ? (await compactions.read(statements, head)).list : []
    })
}
