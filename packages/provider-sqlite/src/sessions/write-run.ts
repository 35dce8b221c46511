import { checkChange, runText, type SessionStore } from '@lamella/core/store'
import { mustBeAt } from './append-texts.ts'
import { mustHaveRoom } from './keys.ts'
import { sessionKey } from './session-key.ts'
import type { SessionParts } from './session-parts.ts'

/** Replaces the state of a session's run, and its bytes. Creates the session if it does not exist. */
export function createWriteRun({
  access,
  purge,
  owners,
  heads,
  runs,
}: SessionParts): Required<SessionStore>['writeRun'] {
  const { db, write } = access
  const make = db.prepare('INSERT INTO sessions (owner, sort, name) VALUES (?, ?, ?) RETURNING id')
  const change = db.prepare('UPDATE sessions SET changed_revision = ?, changed_at = ? WHERE id = ?')
  return async (scope, session, run, options) => {
    const { owner, sort, name } = sessionKey(scope, session)
    const text = runText(run)
    const { expectedRevision } = checkChange(options)
    const { revision, isReplaced } = await write(() => {
      const head = heads.stand(owner, sort)
      mustBeAt(head, name, expectedRevision)
      const revision = (head?.revision ?? 0) + 1
      const id = head?.id ?? (make.get(owners.make(owner), sort, name) as { readonly id: number }).id
      mustHaveRoom(id, 0)
      change.run(revision, head?.changedAt ?? null, id)
      return { revision, isReplaced: runs.put(id, { revision, text }) }
    })
    if (isReplaced) await purge.log()
    return revision
  }
}
