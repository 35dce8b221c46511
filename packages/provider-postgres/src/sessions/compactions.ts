import type { NewCompaction } from '@lamella/core/plugin'
import { type Compaction, checkChange, checkCompaction, type SessionCompactions, sameCompaction } from '@lamella/store'
import { toKept } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import { mustBeAt } from './append.ts'
import { type Head, mustExist } from './heads.ts'
import { anotherChange } from './operations.ts'
import { sessionKey } from './session-key.ts'
import type { SessionParts } from './session-parts.ts'

/** Adds a summary that replaces messages. */
export function createCompact(parts: SessionParts): SessionCompactions['add'] {
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

  return async (scope, session, compaction, options) => {
    const key = sessionKey(scope, session)
    const { expectedRevision, operation: name, at } = checkChange(options)
    return database.write(key.owner.tenant, async (statements) => {
      const head = mustExist(await heads.lock(statements, key), session)
      const checked = checkCompaction(compaction, head.length)
      const done = name === undefined ? undefined : await repeated(statements, head, name, checked)
      if (done) return done
      mustBeAt(head, head.name, expectedRevision)
      const { tenant, id, length, changedAt } = head
      const revision = head.revision + 1
      const added: Compaction = { ...checked, revision, ...(at === undefined ? {} : { at }) }
      await compactions.add(statements, head, added)
      await statements.query(changed, tenant, id, revision, toKept(at), changedAt)
      if (name !== undefined) {
        await operations.add(statements, head, [{ name, kind: 'compact', revision, start: length, length }])
      }
      return added
    })
  }
}

/** Lists the compactions of a session, oldest first. */
export function createCompactions({ database, heads, compactions }: SessionParts): SessionCompactions['list'] {
  return async (scope, session) => {
    const key = sessionKey(scope, session)
    return database.read(key.owner.tenant, async (statements) => {
      const head = await heads.find(statements, key)
      return head ? (await compactions.read(statements, head)).list : []
    })
  }
}
