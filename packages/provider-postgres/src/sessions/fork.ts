import { mustReach, type RawSessions, sessionExists } from '@lamella/store'
import { emptyHead, type Head, infoOf, mustExist, sessionKey } from './heads.ts'
import type { SessionParts } from './session-parts.ts'

/** Creates a session from the messages of another one before a position. */
export function createFork({
  database,
  heads,
  compactions,
  runs,
  blobs,
}: SessionParts): NonNullable<RawSessions['transfer']>['fork'] {
  const { schema } = database
  const copy = `INSERT INTO ${schema}.messages (tenant, session, position, revision, size_after, at, json)
    SELECT tenant, $3, position, 1, size_after, at, json FROM ${schema}.messages
    WHERE tenant = $1 AND session = $2 AND position < $4`
  return (owner, session, into, at) => {
    const [from, to] = [sessionKey(owner, session), sessionKey(owner, into)]
    return database.write(owner.tenant, async (statements) => {
      const head = mustExist(await heads.hold(statements, from), session)
      const { tenant, length } = head
      const end = at ?? length
      if (end > length && (await heads.find(statements, to))) throw sessionExists(into)
      mustReach('at', end, length)
      const begun = { ...emptyHead, revision: 1, length: end, forkedFrom: head.name, forkedAt: end }
      const made = await heads.make(statements, to, begun)
      if (!made) throw sessionExists(into)
      await statements.query(copy, tenant, head.id, made.id, end)
      await compactions.copy(statements, head, made, end)
      await runs.copy(statements, head, made)
      await blobs.copy(statements, from, to)
      return infoOf((await heads.find(statements, to)) as Head)
    })
  }
}
