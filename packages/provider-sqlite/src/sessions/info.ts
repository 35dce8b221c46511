import type { SessionStore } from '@lamella/store'
import { infoOf } from './heads.ts'
import { sessionKey } from './session-key.ts'
import type { SessionParts } from './session-parts.ts'

/** Reads the information about a session. */
export function createInfo({ access, heads }: SessionParts): SessionStore['info'] {
  return async (scope, session) => {
    const { owner, sort } = sessionKey(scope, session)
    const head = await access.read(() => heads.find(owner, sort))
    return head && infoOf(head)
  }
}
