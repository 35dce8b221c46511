import type { RawSessions } from '@lamella/store'
import { createAppendNext } from './append-next.ts'
import { createAppendTexts } from './append-texts.ts'
import { sessionKey } from './session-key.ts'
import type { SessionParts } from './session-parts.ts'

/** Appends messages. The first append creates the session. */
export function createAppend({ access, owners, heads, operations, recent }: SessionParts): RawSessions['append'] {
  const next = createAppendNext(access, recent)
  const append = createAppendTexts(access.db, owners, heads, operations, next)
  return async (owner, session, texts, change) => {
    const key = sessionKey(owner, session)
    return (await next.append(key, texts, change)) ?? access.write(() => append(key, texts, change))
  }
}
