import type { Scope } from '@lamella/core'
import { checkOptions, mustBeTexts } from '@lamella/core/plugin'
import { givenSessions } from '../blobs/list-blobs.ts'
import { ownerOf } from '../check/check.ts'
import { sessionDamaged, sessionExists, sessionMissing } from '../check/store-errors.ts'
import type { SessionStore } from '../contract/session-store.ts'
import type { SessionTransfer } from '../contract/session-transfer.ts'
import { allOf } from './all-of.ts'
import { type CopyResult, lacks } from './copy-result.ts'

/** The sessions to copy. */
export interface CopySessionsOptions {
  /** Their ids. Default: all of the scope. */
  readonly sessions?: readonly string[]
}

const copyFix = 'Repair it, or list the sessions to copy.'

/**
 * Copies the sessions of exactly this scope from one store to another, whole and without loss: `export` then returns
 * the same, byte for byte. The sessions in `from` stay.
 *
 * Checks all sessions before it changes anything: a session with the same export in `to` is skipped, so an interrupted
 * copy can be run again; one with different content fails the copy, since neither of the two may be lost. Then copies
 * the others one by one, in order of their ids. If one of them cannot be copied, those before it stay copied. Messages
 * appended to a session while it is copied are not in the copy: stop all writers before the last run.
 *
 * @throws LamellaError `SESSION_EXISTS`, `SESSION_MISSING` for one of `sessions`, `SESSION_DAMAGED` for a session that
 * cannot be read completely, `OPTION_INVALID` for a store without `transfer`
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
  const source = transferOf('from', from)
  const target = transferOf('to', to)
  const ids = sessions ? await given(from, scope, sessions) : await listed(from, scope)
  const copied: string[] = []
  const present: string[] = []
  for (const id of ids) {
    if (!(await to.info(scope, id))) copied.push(id)
    else if (await isSame(source.export(scope, id), target.export(scope, id))) present.push(id)
    else throw sessionExists(id)
  }
  for (const id of copied) await target.import(scope, source.export(scope, id))
  return { copied, present }
}

function transferOf(option: string, store: SessionStore): SessionTransfer {
  if (store?.transfer === undefined) throw lacks('copySessions', option, "must have 'transfer'")
  return store.transfer
}

async function listed(store: SessionStore, scope: Scope): Promise<readonly string[]> {
  const ids: string[] = []
  const listed = allOf(async (request) => {
    const { sessions, more, unreadable: [unreadable] = [] } = await store.list(scope, request)
    // Copying only the others would look like a complete copy.
    if (unreadable) throw sessionDamaged(unreadable.from ?? '', `cannot be copied: ${unreadable.what}`, copyFix)
    return { items: sessions, more }
  })
  for await (const { id } of listed) ids.push(id)
  return ids
}

async function given(store: SessionStore, scope: Scope, sessions: readonly string[]): Promise<readonly string[]> {
  const ids = givenSessions(sessions)
  for (const id of ids) if (!(await store.info(scope, id))) throw sessionMissing(id)
  return ids
}

/** Checks whether two exports have the same lines. Stops at the first difference. */
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
