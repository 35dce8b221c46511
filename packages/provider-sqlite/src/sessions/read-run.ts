import { LamellaError } from '@lamella/core'
import type { SessionStore, StoredRun } from '@lamella/core/store'
import { sessionKey } from './session-key.ts'
import type { SessionParts } from './session-parts.ts'

/** Returns the state of a session's run. */
export function createReadRun({ access, heads, runs }: SessionParts): Required<SessionStore>['readRun'] {
  return async (scope, session) => {
    const { owner, sort } = sessionKey(scope, session)
    const run = await access.read(() => {
      const head = heads.stand(owner, sort)
      return head && runs.find(head.id)
    })
    if (!run) return undefined
    try {
      return { run: JSON.parse(run.text) as StoredRun['run'], revision: run.revision }
    } catch {
      throw runDamaged(session)
    }
  }
}

/** Creates the error for a state that differs from what was written. */
export function runDamaged(session: string): LamellaError<'SESSION_DAMAGED'> {
  return new LamellaError({
    code: 'SESSION_DAMAGED',
    what: `The run of session ${JSON.stringify(session)} differs from what was written.`,
    fix: 'Write a new one with writeRun(), or restore a backup.',
    details: { session },
  })
}
