import type { WriterState } from './writer-file.ts'

/** Cached states of sessions, by path: the most recently used, within limits. */
export interface States {
  get(path: string): WriterState | undefined
  set(path: string, state: WriterState): void
  delete(path: string): void
}

/**
 * Limits for sessions, and for change names in all of them together (about 25 bytes each). One session may exceed the
 * second limit.
 */
const maxSessions = 1_000
const maxOperations = 1_000_000

export function createStates(): States {
  // In order of use, the most recent last.
  const states = new Map<string, WriterState>()
  const operations = (): number => [...states.values()].reduce((sum, state) => sum + state.operations.count(), 0)
  return {
    get: (path) => states.get(path),
    set(path, state) {
      states.delete(path)
      states.set(path, state)
      while (states.size > maxSessions) forgetOldest(states)
      // Counted only if there could be too many.
      if (state.operations.count() * states.size < maxOperations) return
      while (states.size > 1 && operations() > maxOperations) forgetOldest(states)
    },
    delete: (path) => {
      states.delete(path)
    },
  }
}

function forgetOldest(states: Map<string, WriterState>): void {
  const [oldest] = states.keys()
  if (oldest !== undefined) states.delete(oldest)
}
