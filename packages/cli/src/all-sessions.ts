import type { Scope } from '@lamella/core'
import type { Sessions } from './open-store.ts'

/** Yields the ids of all sessions of a scope, in order. */
export async function* allSessions(sessions: Pick<Sessions, 'list'>, scope: Scope): AsyncGenerator<string> {
  for (let after: string | undefined; ; ) {
    const list = await sessions.list(scope, after === undefined ? {} : { after })
    for (const { id } of list.sessions) yield id
    after = list.sessions.at(-1)?.id
    if (!list.more || after === undefined) return
  }
}
