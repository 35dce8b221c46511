import type { SessionRuns } from '@lamella/store'
import { sessionKey } from './session-key.ts'
import type { SessionParts } from './session-parts.ts'

/** Returns which state of a session's run is kept. The number of a deleted session is never used again. */
export function createRunVersion({ access, runs }: SessionParts): Required<SessionRuns>['version'] {
  return async (scope, session) => {
    const { owner, sort } = sessionKey(scope, session)
    return access.read(() => runs.version(owner, sort))
  }
}
