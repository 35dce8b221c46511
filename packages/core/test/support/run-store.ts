import type { JsonValue } from '@lamella/core'
import { LamellaError } from '@lamella/core'
import { createSessionStore } from '@lamella/core/memory'
import type { SessionStore, StoredRun } from '@lamella/core/store'

/** A store in memory that keeps runs. */
export function runStore(): SessionStore & Required<Pick<SessionStore, 'fork' | 'compact' | 'readRun' | 'writeRun'>> {
  const store = createSessionStore()
  const runs = new Map<string, string>()
  return {
    ...store,
    delete: (scope, id) => {
      runs.delete(id)
      return store.delete(scope, id)
    },
    fork: (scope, id, into, at) => {
      const kept = runs.get(id)
      if (kept) runs.set(into, kept)
      return store.fork(scope, id, into, at)
    },
    readRun: (_, id) => Promise.resolve(JSON.parse(runs.get(id) ?? 'null') ?? undefined),
    writeRun: async (_, session, run: Readonly<Record<string, JsonValue>>, expected) => {
      const actual = (JSON.parse(runs.get(session) ?? 'null') as StoredRun | null)?.version ?? 0
      if (actual !== expected) {
        throw new LamellaError({ code: 'RUN_CONFLICT', what: '', fix: '', details: { session, expected, actual } })
      }
      runs.set(session, JSON.stringify({ run, version: actual + 1 }))
      return actual + 1
    },
  }
}
