import type { SessionRuns } from '@lamella/store'
import { sessionKey } from './session-key.ts'
import type { SessionParts } from './session-parts.ts'

/** Returns the state of a session's run. */
export function createReadRun({ access, heads, runs }: SessionParts): SessionRuns['read'] {
  return async (scope, session) => {
    const { owner, sort } = sessionKey(scope, session)
    return access.read(() => {
      const head = heads.stand(owner, sort)
      return head && runs.find(head.id)
    })
  }
}
