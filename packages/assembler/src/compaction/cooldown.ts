import { checkOptions, createBoundedMap, mustBeWhole } from '@lamella/core/plugin'
import type { CompactionResult } from '../contract/compaction.ts'

/** Remembers which sessions could not be made smaller, so that they are not tried again at every turn. */
export interface Cooldown {
  /**
   * Whether it is too early for another attempt: the last one came to nothing, and the session has not grown by a tenth since, and
   * by 4 messages at least. One that is shorter than it was then is another one.
   */
  isCoolingDown(key: string, length: number): boolean
  /** Tells of an attempt. Progress makes everything forgotten that is known of the session. */
  attempted(key: string, length: number, progress: boolean): void
}

export interface CooldownOptions {
  /** Sessions that are remembered; beyond them the one that was tried longest ago is forgotten. Default 1,000. */
  readonly maxSessions?: number
}

/**
 * Makes the memory of attempts that came to nothing. It is of lengths, not of times, so that it is over as soon as there is
 * something new to compact, and never lasts for ever.
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

/** Messages that must be new before it is worth another attempt. */
function wait(length: number): number {
  return Math.max(4, Math.ceil(length / 10))
}

/**
 * Whether a compaction was worth its cost: a tenth of the messages or of the tokens is gone. A summary that is made anew at each
 * turn, for one turn more, is none that is.
 */
export function madeProgress(result: CompactionResult): boolean {
  const { compacted, messagesBefore, messagesAfter, tokensBefore, tokensAfter } = result
  return compacted && (messagesAfter <= messagesBefore * 0.9 || tokensAfter <= tokensBefore * 0.9)
}
