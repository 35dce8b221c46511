import type { Scope } from '../../contract/scope.ts'
import type { SessionStore } from '../../contract/session-store.ts'
import { checkOptions, mustBeTexts } from '../../options.ts'
import { checkId, ownerOf } from '../check/check.ts'
import { sessionDamaged, sessionExists, sessionMissing } from '../check/store-errors.ts'
import { type CopyResult, capable } from './copy-result.ts'

/** Which sessions are copied. */
export interface CopySessionsOptions {
  /** Their ids. Default: all of the scope. */
  readonly sessions?: readonly string[]
}

const copyFix = 'Make it readable, or name the sessions to copy.'

/** Sessions whose infos are asked for together. */
const step = 500

/**
 * Copies the sessions of exactly this scope from one store to another, each as a whole and without loss: what `export` gives
 * afterwards is the same, byte for byte. The sessions in `from` stay.
 *
 * First it looks at all of them, and changes nothing until that is done: a session that `to` has with the same export is
 * left alone, so that a copy that was stopped can be run again; one that it has with another content ends it all, since
 * neither of the two may be lost. Then the others are copied one by one, in order of their ids. Where one of them cannot be
 * copied, those before it stay copied. What is appended to a session while it is copied is not in the copy: stop those who
 * write before the last run.
 *
 * @throws LamellaError `SESSION_EXISTS`, `SESSION_MISSING` for one of `sessions`, `SESSION_DAMAGED` for one that cannot be
 * read whole, `OPTION_INVALID` for a store that lacks `export` or `import`
 * @example
 * await copySessions(fileSessions('./sessions'), (await sqlite('./agent.db')).sessions, scope)
 */
export async function copySessions(
  from: SessionStore,
  to: SessionStore,
  scope: Scope,
  options: CopySessionsOptions = {},
): Promise<CopyResult> {
  ownerOf(scope)
  const { sessions } = checkOptions('copySessions', options, { sessions: mustBeTexts })
  capable('copySessions', 'from', from, 'export')
  capable('copySessions', 'to', to, 'export')
  capable('copySessions', 'to', to, 'import')
  const ids = sessions ? await given(from, scope, sessions) : await listed(from, scope)
  const copied: string[] = []
  const present: string[] = []
  for (const id of ids) {
    if (!(await to.info(scope, id))) copied.push(id)
    else if (await isSame(from.export(scope, id), to.export(scope, id))) present.push(id)
    else throw sessionExists(id)
  }
  for (const id of copied) await to.import(scope, from.export(scope, id))
  return { copied, present }
}

async function listed(store: SessionStore, scope: Scope): Promise<readonly string[]> {
  const ids: string[] = []
  for (let more = true; more; ) {
    const after = ids.at(-1)
    const page = await store.list(scope, after === undefined ? { limit: step } : { limit: step, after })
    const [unreadable] = page.unreadable ?? []
    // A copy of the others would look like a copy of all.
    if (unreadable) throw sessionDamaged(unreadable.from ?? '', `cannot be copied: ${unreadable.what}`, copyFix)
    for (const { id } of page.sessions) ids.push(id)
    more = page.more && page.sessions.length > 0
  }
  return ids
}

async function given(store: SessionStore, scope: Scope, sessions: readonly string[]): Promise<readonly string[]> {
  // By code units, as `sort` does by itself.
  const ids = [...new Set(sessions)].sort()
  for (const id of ids) if (!(await store.info(scope, checkId('sessions', id)))) throw sessionMissing(id)
  return ids
}

/** Whether two exports have the same lines. Reads no further than they do. */
async function isSame(a: AsyncIterable<string>, b: AsyncIterable<string>): Promise<boolean> {
  const other = b[Symbol.asyncIterator]()
  try {
    for await (const line of a) {
      const next = await other.next()
      if (next.done || next.value !== line) return false
    }
    return (await other.next()).done === true
  } finally {
    await other.return?.()
  }
}
