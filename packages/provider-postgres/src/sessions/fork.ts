import { checkRange, type SessionTransfer, sessionExists } from '@lamella/store'
import { invalid } from '../errors.ts'
import { emptyHead, type Head, infoOf, mustExist } from './heads.ts'
import { sessionKey } from './session-key.ts'
import type { SessionParts } from './session-parts.ts'

/** Creates a session from the messages of another one before a position. */
export function createFork({ database, heads, compactions, runs, blobs }: SessionParts): SessionTransfer['fork'] {
  const { schema } = database
  const copy = `INSERT INTO ${schema}.messages (tenant, session, position, revision, size_after, at, json)
    SELECT tenant, $3, position, 1, size_after, at, json FROM ${schema}.messages
    WHERE tenant = $1 AND session = $2 AND position < $4`
  return async (scope, session, into, at) => {
    const [from, to] = [sessionKey(scope, session), sessionKey(scope, into, 'into')]
    if (at !== undefined) checkRange(at, at, 0)
    return database.write(from.owner.tenant, async (statements) => {
      const head = mustExist(await heads.hold(statements, from), session)
      const { tenant, length } = head
      const end = at ?? length
      if (end > length) {
        if (await heads.find(statements, to)) throw sessionExists(into)
        throw invalid('at', `is ${end}, after the end of the session with its ${length} messages`)
      }
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
