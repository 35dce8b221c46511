import type { CompactionResult } from '@lamella/compaction'
import { createBoundedMap } from '@lamella/core/plugin'
import type { CompactionOutcome } from '../contract/compaction.ts'

/** Compactions that nobody waits for, one at a time for each session. */
export interface BackgroundCompactions {
  /** Starts one, unless one of the session is at work or all were closed. Nothing is ever thrown. */
  start(
    key: string,
    work: (signal: AbortSignal) => Promise<CompactionResult>,
    onEnd: (outcome: CompactionOutcome) => void,
  ): void
  isRunning(key: string): boolean
  /** How the last one ended, of the newest 1,000 sessions. */
  lastOf(key: string): CompactionOutcome | undefined
  /** Resolves when none is at work. */
  idle(): Promise<void>
  /** Aborts those at work, and resolves when they have ended. None is started afterwards. */
  close(): Promise<void>
}

export function createBackground(): BackgroundCompactions {
  const running = new Map<string, Promise<void>>()
  const last = createBoundedMap<string, CompactionOutcome>(1_000)
  const control = new AbortController()
  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running.values())
  }
  return {
    start: (key, work, onEnd) => {
      if (control.signal.aborted || running.has(key)) return
      const run = async (): Promise<void> => {
        const outcome = await outcomeOf(() => work(control.signal))
        last.set(key, outcome)
        running.delete(key)
        try {
          onEnd(outcome)
        } catch {
          // Observers never change anything.
        }
      }
      // In a later microtask, so that it is registered before it ends.
      running.set(key, Promise.resolve().then(run))
    },
    isRunning: (key) => running.has(key),
    lastOf: (key) => last.get(key),
    idle,
    close: () => {
      control.abort(new Error('The assembler was closed.'))
      return idle()
    },
  }
}

async function outcomeOf(work: () => Promise<CompactionResult>): Promise<CompactionOutcome> {
  try {
    return { result: await work() }
  } catch (error) {
    return { error }
  }
}
