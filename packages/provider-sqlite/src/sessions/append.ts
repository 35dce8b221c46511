import { checkAppend, messageTexts, type SessionStore } from '@lamella/store'
import { createAppendNext } from './append-next.ts'
import { createAppendTexts } from './append-texts.ts'
import { sessionKey } from './session-key.ts'
import type { SessionParts } from './session-parts.ts'

/** Appends messages. The first append creates the session. */
export function createAppend({ access, owners, heads, operations, recent }: SessionParts): SessionStore['append'] {
  const next = createAppendNext(access, recent)
  const append = createAppendTexts(access.db, owners, heads, operations, next)
  return async (scope, session, added, options) => {
    const key = sessionKey(scope, session)
    const texts = messageTexts(added)
    const change = checkAppend(options, texts.length)
    return (await next.append(key, texts, change)) ?? access.write(() => append(key, texts, change))
  }
}
