import { type SessionStore, withBlobs } from '@lamella/store'
import { createBlobStore, createSessionStore } from '@lamella/store/memory'
import type { SessionsAndBlobs } from '../session-blobs/rules.ts'
import type { Mutant } from './mutant.ts'

type Erasing = SessionsAndBlobs & { readonly blobs: ReturnType<typeof createBlobStore>; readonly plain: SessionStore }

const mutant = (
  code: string,
  name: string,
  fault: (stores: Erasing) => Partial<SessionStore>,
): Mutant<SessionsAndBlobs> => ({
  code: `SESSION_BLOBS_${code}`,
  name,
  make: () => {
    const [plain, blobs] = [createSessionStore(), createBlobStore()]
    const sessions = withBlobs(plain, blobs)
    return { sessions: { ...sessions, ...fault({ sessions, blobs, plain }) }, blobs }
  },
})

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
    erase: async (scope) => {
      await plain.erase?.(scope)
      return blobs.erase(scope)
    },
  })),
  mutant('FORK', 'gives a fork no blobs if it is not of the whole session', ({ sessions, blobs }) => ({
    fork: async (scope, session, into, at) => {
      const info = await sessions.fork?.(scope, session, into, at)
      if (at !== undefined) await blobs.delete(scope, into)
      return info as NonNullable<typeof info>
    },
  })),
  mutant('FORK_REFUSED', 'gives blobs to a session whose fork is refused', ({ sessions, blobs }) => ({
    fork: async (scope, session, into, at) => {
      await blobs.fork(scope, session, into)
      const info = await sessions.fork?.(scope, session, into, at)
      return info as NonNullable<typeof info>
    },
  })),
  mutant('MODEL', 'leaves the blobs of the last session of three', ({ sessions, plain }) => ({
    delete: async (scope, session) =>
      session === 'c' ? plain.delete(scope, session) : sessions.delete(scope, session),
  })),
]
