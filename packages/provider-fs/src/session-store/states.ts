import type { WriterState } from './writer-file.ts'

/** What writers remember of sessions, by path. Those used last, within limits. */
export interface States {
  get(path: string): WriterState | undefined
  set(path: string, state: WriterState): void
  delete(path: string): void
}

/** Sessions, and names of changes in all of them together, some 25 bytes each. One session may have more than all others. */
const maxSessions = 1_000
const maxOperations = 1_000_000

export function createStates(): States {
  // In the order of their use, the last at the end.
  const states = new Map<string, WriterState>()
  const operations = (): number => [...states.values()].reduce((sum, state) => sum + state.operations.count(), 0)
  return {
    get: (path) => states.get(path),
    set(path, state) {
      states.delete(path)
      states.set(path, state)
      while (states.size > maxSessions) forgetOldest(states)
      // Counted only where there could be too many of them.
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
