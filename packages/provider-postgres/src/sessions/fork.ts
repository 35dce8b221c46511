import { checkRange, type SessionStore, sessionExists } from '@lamella/core/store'
import { invalid } from '../errors.ts'
import { emptyHead, infoOf, mustExist } from './heads.ts'
import { sessionKey } from './session-key.ts'
import type { SessionParts } from './session-parts.ts'

/** Creates a session from the messages of another one before a position. */
export function createFork({ database, heads, compactions, runs }: SessionParts): Required<SessionStore>['fork'] {
  const { schema } = database
  const sizeBefore = `SELECT size_before FROM ${schema}.messages WHERE tenant = $1 AND session = $2 AND position = $3`
  const copy = `INSERT INTO ${schema}.messages (tenant, session, position, revision, size_before, at, json)
    SELECT tenant, $3, position, 1, size_before, at, json FROM ${schema}.messages
    WHERE tenant = $1 AND session = $2 AND position < $4`
  return async (scope, session, into, at) => {
    const [from, to] = [sessionKey(scope, session), sessionKey(scope, into, 'into')]
    if (at !== undefined) checkRange(at, at, 0)
    return database.write(from.owner.tenant, async (statements) => {
      const head = mustExist(await heads.lock(statements, from), session)
      const { tenant, length } = head
      const end = at ?? length
      if (end > length) {
        if (await heads.find(statements, to)) throw sessionExists(into)
        throw invalid('at', `is ${end}, after the end of the session with its ${length} messages`)
      }
      const [next] =
        end === length ? [] : await statements.query<{ size_before: number | string }>(sizeBefore, tenant, head.id, end)
      const size = Number(next?.size_before ?? head.size)
      const begun = { ...emptyHead, revision: 1, length: end, size, forkedFrom: head.name, forkedAt: end }
      const made = await heads.make(statements, to, begun)
      if (!made) throw sessionExists(into)
      await statements.query(copy, tenant, head.id, made.id, end)
      await compactions.copy(statements, head, made, end)
      await runs.copy(statements, head, made)
      return infoOf(made)
    })
  }
}
