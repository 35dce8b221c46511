import type { CompactionResult } from '@lamella/compaction'
import { checkOptions, createBoundedMap, mustBeWhole } from '@lamella/core/plugin'

/** Remembers sessions that could not be compacted, so that they are not tried again on every turn. */
export interface Cooldown {
  /**
   * Returns whether it is too early for another attempt: the last one failed, and the session has not grown by a tenth
   * and at least 4 messages since. A session that is shorter than it was then is a different one.
   */
  isCoolingDown(key: string, length: number): boolean
  /** Records an attempt. Progress clears everything remembered about the session. */
  attempted(key: string, length: number, progress: boolean): void
}

export interface CooldownOptions {
  /** The maximum number of sessions to remember; beyond that, the one tried longest ago is forgotten. Default 1,000. */
  readonly maxSessions?: number
}

/**
 * Creates the memory of failed attempts. It is based on lengths, not times, so it ends as soon as there is something
 * new to compact and never lasts forever.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const cooldown = createCooldown()
 * cooldown.attempted('session-123', 200, false)
 * cooldown.isCoolingDown('session-123', 219) // true
 * cooldown.isCoolingDown('session-123', 220) // false
 */
export function createCooldown(options: CooldownOptions = {}): Cooldown {
  const { maxSessions = 1_000 } = checkOptions('createCooldown', options, { maxSessions: mustBeWhole(1) })
  const failedAt = createBoundedMap<string, number>(maxSessions)
  return {
    isCoolingDown: (key, length) => {
      const failed = failedAt.get(key)
      if (failed === undefined) return false
      if (length >= failed && length < failed + wait(failed)) return true
      failedAt.delete(key)
      return false
    },
    attempted: (key, length, progress) => {
      if (progress) failedAt.delete(key)
      else failedAt.set(key, length)
    },
  }
}

/** Returns how many new messages make another attempt worthwhile. */
function wait(length: number): number {
  return Math.max(4, Math.ceil(length / 10))
}

/**
 * Returns whether a compaction was worth its cost: it removed a tenth of the messages or of the tokens. Rewriting a
 * summary on each turn to cover one more turn is not worth it.
 */
export function madeProgress(result: CompactionResult): boolean {
  const { compacted, messagesBefore, messagesAfter, tokensBefore, tokensAfter } = result
  return compacted && (messagesAfter <= messagesBefore * 0.9 || tokensAfter <= tokensBefore * 0.9)
}
