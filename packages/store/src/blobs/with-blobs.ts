import type { BlobStore } from '../contract/blob-store.ts'
import type { SessionStore } from '../contract/session-store.ts'

/** Methods that the blobs do not concern. */
const others = [
  ...(['append', 'info', 'page', 'read', 'list', 'compact', 'compactions', 'search'] as const),
  ...(['export', 'import', 'verify', 'readRun', 'writeRun', 'runVersion', 'close'] as const),
] satisfies readonly (keyof SessionStore)[]

/**
 * Joins a session store with a blob store that does not know it: `delete`, `erase` and `fork` act on the blobs too.
 * All other methods are those of the session store; `close` closes it alone. `erase` exists if both stores have it.
 * Stores of one folder or one database need no joining.
 *
 * A program can end between the two steps. Repeating `delete` or `erase` then finishes it, and so does `sweepBlobs`:
 * messages are removed before their blobs. A fork gets its blobs before it exists, so that it can be repeated.
 *
 * @example
 * const blobs = createBlobStore()
 * const sessions = withBlobs(createSessionStore(), blobs)
 */
export function withBlobs(sessions: SessionStore, blobs: BlobStore): SessionStore {
  const { erase, fork } = sessions
  const erased = blobs.erase && erase
  const kept = others.flatMap((name) => {
    const method = sessions[name] as ((...given: readonly unknown[]) => unknown) | undefined
    return method ? [[name, method.bind(sessions)] as const] : []
  })
  return {
    ...(Object.fromEntries(kept) as Pick<SessionStore, (typeof others)[number]>),
    ...(sessions.spec && { spec: sessions.spec }),
    delete: async (scope, session) => {
      const existed = await sessions.delete(scope, session)
      await blobs.delete(scope, session)
      return existed
    },
    ...(fork && {
      fork: async (scope, session, into, at) => {
        const length = (await sessions.info(scope, session))?.length ?? -1
        const isTaken = (await sessions.info(scope, into)) !== undefined
        const isInside = at === undefined ? length >= 0 : Number.isSafeInteger(at) && at >= 0 && at <= length
        // Otherwise `fork` fails, and no other session may get these blobs.
        if (isInside && !isTaken) await blobs.fork(scope, session, into)
        return fork.call(sessions, scope, session, into, at)
      },
    }),
    ...(erased && {
      erase: async (scope) => {
        const count = await erased.call(sessions, scope)
        await blobs.erase?.(scope)
        return count
      },
    }),
  }
}
