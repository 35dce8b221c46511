import type { Scope } from '@lamella/core'
import { type Checks, checkOptions, mustHaveMethod } from '@lamella/core/plugin'
import { ownerOf, type SessionStore, type StoredMessage, sweepBlobs, withBlobs } from '@lamella/store'
import { restoreMedia } from '../aside/media-aside.ts'
import { keyReader } from '../aside/session-key.ts'
import type { Offload } from '../contract/offload.ts'

interface Parts {
  readonly sessions: SessionStore
  readonly offload: Offload
}

const parts: Checks<Parts> = { sessions: mustHaveMethod('append'), offload: mustHaveMethod('messages') }

/**
 * Returns a store of sessions that puts large contents aside when they are appended, and gives images and files back when
 * they are read. Contents are stored before the messages that name them, and are deleted, erased and forked with their
 * sessions. Messages may hold bytes. `admin` exists if both stores can erase.
 *
 * Changes of one session through one such store happen one after the other. Another process that deletes a session while this
 * one appends to it may leave contents that no message names.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const sessions = withOffload(createSessionStore(), offload({ blobs: createBlobStore() }))
 */
export function withOffload(sessions: SessionStore, offload: Offload): SessionStore {
  checkOptions<Parts>('withOffload', { sessions, offload }, parts, ['sessions', 'offload'])
  const { blobs } = offload
  const inTurn = createInTurn()
  const joined = withBlobs(sessions, blobs)
  const { transfer } = joined
  const keyOf = (scope: Scope, session: string): string => {
    const { tenant, user, agent } = ownerOf(scope)
    return JSON.stringify([tenant, user, agent, session])
  }
  const restored = async (
    scope: Scope,
    session: string,
    stored: readonly StoredMessage[],
  ): Promise<StoredMessage[]> => {
    const place = { blobs, scope, session }
    const key = keyReader(place)
    return Promise.all(stored.map(async (one) => ({ ...one, message: await restoreMedia(place, one.message, key) })))
  }
  const own: Pick<SessionStore, 'append' | 'page' | 'read' | 'delete' | 'prepare' | 'transfer'> = {
    prepare: (scope, session, messages) => offload.messages(scope, session, messages),
    append: (scope, session, messages, options) =>
      inTurn(keyOf(scope, session), async () => {
        const stored = await offload.stored(scope, session, messages)
        const appended = await sessions.append(scope, session, stored.messages, options)
        await stored.settle()
        return appended
      }),
    page: async (scope, session, request) => {
      const page = await sessions.page(scope, session, request)
      return { ...page, messages: await restored(scope, session, page.messages) }
    },
    read: async (scope, session, start, end) =>
      restored(scope, session, await sessions.read(scope, session, start, end)),
    delete: (scope, session) => inTurn(keyOf(scope, session), () => joined.delete(scope, session)),
    ...(transfer && {
      transfer: {
        ...transfer,
        fork: (scope, session, into, at) =>
          inTurn(keyOf(scope, into), async () => {
            const info = await transfer.fork(scope, session, into, at)
            // A content that was put meanwhile, of a message that the fork has.
            await blobs.fork(scope, session, into)
            // Contents of the messages from `at` on. Nothing is appended to the fork before its turn ends.
            if (at !== undefined)
              await sweepBlobs({ sessions, blobs, scope, only: [into], before: everAfter, undated: true })
            return info
          }),
      },
    }),
  }
  return { ...joined, ...own }
}

/** Later than any content: an instant that stores can compare as text. */
const everAfter = new Date('9999-12-31T23:59:59.999Z')

/** Creates what runs tasks of the same key one after the other, and others at once. It forgets a key when nothing waits for it. */
function createInTurn() {
  const last = new Map<string, Promise<unknown>>()
  return <Result>(key: string, task: () => Promise<Result>): Promise<Result> => {
    const own = (last.get(key) ?? Promise.resolve()).then(task)
    const settled = Promise.allSettled([own]).then(() => {
      if (last.get(key) === settled) last.delete(key)
    })
    last.set(key, settled)
    return own
  }
}
