import type { BlobStore } from '../contract/blob-store.ts'
import type { SessionStore } from '../contract/session-store.ts'
import { capable } from '../copy/copy-result.ts'

/**
 * Joins a session store with a blob store that does not know it: `delete`, `erase` and `fork` act on the blobs too.
 * All other methods are those of the session store. `admin` exists if both stores can erase.
 * Stores of one folder or one database need no joining.
 *
 * A program can end between the two steps. Repeating `delete` or `erase` then finishes it, and so does `sweepBlobs`:
 * messages are removed before their blobs. A fork gets its blobs before it exists, so that it can be repeated.
 *
 * @throws LamellaError `OPTION_INVALID` for something else than these stores
 * @example
 * const blobs = createBlobStore()
 * const sessions = withBlobs(createSessionStore(), blobs)
 */
export function withBlobs(sessions: SessionStore, blobs: BlobStore): SessionStore {
  capable('withBlobs', 'sessions', sessions, 'append')
  capable('withBlobs', 'blobs', blobs, 'fork')
  const { spec, runs, compactions, transfer, admin } = sessions
  return {
    ...(spec && { spec }),
    append: sessions.append.bind(sessions),
    info: sessions.info.bind(sessions),
    page: sessions.page.bind(sessions),
    read: sessions.read.bind(sessions),
    list: sessions.list.bind(sessions),
    delete: async (scope, session) => {
      const existed = await sessions.delete(scope, session)
      await blobs.delete(scope, session)
      return existed
    },
    ...(runs && { runs }),
    ...(compactions && { compactions }),
    ...(sessions.search && { search: sessions.search.bind(sessions) }),
    ...(sessions.prepare && { prepare: sessions.prepare.bind(sessions) }),
    ...(transfer && {
      transfer: {
        export: transfer.export.bind(transfer),
        import: transfer.import.bind(transfer),
        fork: async (scope, session, into, at) => {
          const length = (await sessions.info(scope, session))?.length ?? -1
          const isTaken = (await sessions.info(scope, into)) !== undefined
          const isInside = at === undefined ? length >= 0 : Number.isSafeInteger(at) && at >= 0 && at <= length
          // Otherwise `fork` fails, and no other session may get these blobs.
          if (isInside && !isTaken) await blobs.fork(scope, session, into)
          return transfer.fork(scope, session, into, at)
        },
      },
    }),
    ...(admin &&
      blobs.erase && {
        admin: {
          verify: admin.verify.bind(admin),
          erase: async (scope) => {
            const count = await admin.erase(scope)
            await blobs.erase?.(scope)
            return count
          },
        },
      }),
  }
}
