import type { Scope } from '@lamella/core'
import { type SessionInfo, type SessionStore, withBlobs } from '@lamella/store'
import { createBlobStore, createSessionStore } from '@lamella/store/memory'
import type { SessionsAndBlobs } from '../../src/session-blobs/rules.ts'
import type { Mutant } from './mutant.ts'

interface Stores extends SessionsAndBlobs {
  readonly blobs: ReturnType<typeof createBlobStore>
  readonly plain: ReturnType<typeof createSessionStore>
}

const mutant = (
  code: string,
  name: string,
  fault: (stores: Stores) => Partial<SessionStore>,
): Mutant<SessionsAndBlobs> => ({
  code: `SESSION_BLOBS_${code}`,
  name,
  make: () => {
    const [plain, blobs] = [createSessionStore(), createBlobStore()]
    const sessions = withBlobs(plain, blobs)
    return { sessions: { ...sessions, ...fault({ sessions, blobs, plain }) }, blobs }
  },
})

/** Another `fork`; the transfer of the pair is otherwise as it was. */
const forks = (
  { sessions }: Stores,
  instead: (
    fork: () => Promise<SessionInfo>,
    scope: Scope,
    into: string,
    at: number | undefined,
    session: string,
  ) => Promise<SessionInfo>,
): Partial<SessionStore> => {
  const { transfer } = sessions
  if (!transfer) throw new Error('no transfer')
  return {
    transfer: {
      ...transfer,
      fork: (scope, session, into, at) =>
        instead(() => transfer.fork(scope, session, into, at), scope, into, at, session),
    },
  }
}

/** Pairs of stores with one fault. */
export const sessionBlobsMutants: readonly Mutant<SessionsAndBlobs>[] = [
  mutant('DELETE', 'deletes blobs only with a session that exists', ({ sessions, blobs, plain }) => ({
    delete: async (scope, session) => {
      if (await plain.info(scope, session)) return sessions.delete(scope, session)
      await blobs.info(scope, session, `blob:${'a'.repeat(26)}`)
      return false
    },
  })),
  mutant('ERASE', 'counts blobs instead of sessions', ({ plain, blobs }) => ({
    admin: {
      ...plain.admin,
      erase: async (scope) => {
        await plain.admin.erase(scope)
        return blobs.erase(scope)
      },
    },
  })),
  mutant('FORK', 'gives a fork no blobs if it is not of the whole session', (stores) =>
    forks(stores, async (fork, scope, into, at) => {
      const info = await fork()
      if (at !== undefined) await stores.blobs.delete(scope, into)
      return info
    }),
  ),
  mutant('FORK_REFUSED', 'gives blobs to a session whose fork is refused', (stores) =>
    forks(stores, async (fork, scope, into, _at, session) => {
      await stores.blobs.fork(scope, session, into)
      return fork()
    }),
  ),
  mutant('MODEL', 'leaves the blobs of the last session of three', ({ sessions, plain }) => ({
    delete: async (scope, session) =>
      session === 'c' ? plain.delete(scope, session) : sessions.delete(scope, session),
  })),
]
