import { type Check, checkOptions, mustBeBoolean, mustBeObject, mustBeWhole } from '@lamella/core/plugin'
import type { CompactionReason, DetectedNeed, SessionStats } from '../contract/compaction.ts'

/** The settings that decide when a session should be compacted: see `CompactionSettings`. */
export interface CompactionThresholds {
  readonly compactionThreshold?: number | undefined
  readonly compactionMessageThreshold?: number | undefined
  readonly compactionToolThreshold?: number | undefined
}

/** Facts about a session in addition to its size. */
export interface CheckOptions {
  /**
   * Whether compaction was requested explicitly: it is then needed whatever the sizes, even while cooling down. Default
   * `false`.
   */
  readonly explicit?: boolean
  /**
   * Whether the last attempt failed and the session has hardly grown since, so that compaction is not needed. Default
   * `false`.
   */
  readonly coolingDown?: boolean
  /**
   * The part of the window available to a request, without the reserve for the answer: the threshold is a share of at
   * most this. Default: all.
   */
  readonly usable?: number
  /**
   * The part of it that messages cannot have: system prompt, tools, framing. Where it is large, the threshold is at least
   * three quarters of its share of the rest. Default 0.
   */
  readonly head?: number
  /**
   * The size of a request from which on the next one may have to be cut. The threshold is never above it, except in a
   * session that takes less than a quarter of what is available. Default: no limit.
   */
  readonly limit?: number
}

/** What an assembler asks of a detector. */
export type Detector = Pick<CompactionDetector, 'calculateStats' | 'check'>

/** The share of what is available for messages below which a session is short. */
const short = 1 / 4

/**
 * How much of the threshold's share applies to what is available for messages, if the head leaves little of the window: a
 * compaction leaves about half of that, and must not be needed again at once.
 */
const ofMessages = 3 / 4

/**
 * Detects when a session should be compacted: when its size exceeds a threshold, not when it equals it.
 *
 * @example
 * const detector = new CompactionDetector({ compactionThreshold: 0.8 })
 * const stats = detector.calculateStats(150, 180_000, 25)
 * detector.check(stats, 180_000, 200_000).reason // 'token_limit'
 */
export class CompactionDetector {
  readonly #share: number
  readonly #messages: number
  readonly #calls: number

  /**
   * @param config The settings. Those of other components are not checked.
   *
   * @throws LamellaError `OPTION_INVALID`
   */
  constructor(config: CompactionThresholds = {}) {
    checkOptions('CompactionDetector', { config }, { config: mustBeObject })
    const { compactionThreshold, compactionMessageThreshold, compactionToolThreshold } = config
    const own: Partial<Record<keyof CompactionThresholds, number | undefined>> = {
      compactionThreshold,
      compactionMessageThreshold,
      compactionToolThreshold,
    }
    checkOptions<typeof own>('CompactionDetector', own, {
      compactionThreshold: mustBeShare,
      compactionMessageThreshold: mustBeWhole(0),
      compactionToolThreshold: mustBeWhole(0),
    })
    this.#share = compactionThreshold ?? 0.8
    this.#messages = compactionMessageThreshold ?? 100
    this.#calls = compactionToolThreshold ?? 50
  }

  /**
   * Checks the size of a session.
   *
   * @throws LamellaError `OPTION_INVALID` for values that are not whole numbers, 0 or more
   */
  calculateStats(messageCount: number, tokenCount: number, toolCallCount: number): SessionStats {
    const size = mustBeWhole(0)
    return checkOptions(
      'calculateStats',
      { messageCount, tokenCount, toolCallCount },
      { messageCount: size, tokenCount: size, toolCallCount: size },
      ['messageCount', 'tokenCount', 'toolCallCount'],
    )
  }

  /**
   * Returns whether a session should be compacted, and the first reason that applies, even if compaction is only
   * cooling down.
   *
   * @param currentTokens Tokens of the whole request.
   * @param window The model's window, in tokens.
   * @throws LamellaError `OPTION_INVALID`
   */
  check(stats: SessionStats, currentTokens: number, window: number, options: CheckOptions = {}): DetectedNeed {
    const { messageCount, tokenCount, toolCallCount } = stats
    checkOptions('check', { currentTokens, window }, { currentTokens: mustBeWhole(0), window: mustBeWhole(1) }, [
      'currentTokens',
      'window',
    ])
    const {
      explicit = false,
      coolingDown = false,
      usable = window,
      head = 0,
      limit = Number.POSITIVE_INFINITY,
    } = checkOptions('check', options, {
      explicit: mustBeBoolean,
      coolingDown: mustBeBoolean,
      usable: mustBeWhole(1),
      head: mustBeWhole(0),
      limit: mustBeWhole(0),
    })
    const most = Math.min(window, usable)
    const available = Math.max(0, most - head)
    const share = Math.max(wholeShare(most, this.#share), head + Math.floor(available * ofMessages * this.#share))
    const threshold = Math.min(share, Math.max(limit, head + Math.floor(available * short)))
    const reason = ((): CompactionReason | undefined => {
      if (explicit) return 'explicit'
      if (currentTokens > threshold) return 'token_limit'
      if (messageCount > this.#messages) return 'message_count'
      return toolCallCount > this.#calls ? 'tool_count' : undefined
    })()
    const isHeldBack = coolingDown && reason !== undefined && !explicit
    return {
      messageCount,
      tokenCount,
      toolCallCount,
      needed: reason !== undefined && !isHeldBack,
      ...(reason !== undefined && { reason }),
      currentTokens,
      threshold,
      coolingDown: isHeldBack,
    }
  }
}

export const mustBeShare: Check = (value) =>
  typeof value === 'number' && value > 0 && value <= 1 ? undefined : 'must be a number above 0, to 1'

/** Makes 0.57 of 100 equal 57, not 56.99999999999999 as in floating point. */
function wholeShare(window: number, share: number): number {
  const exact = window * share
  const nearest = Math.round(exact)
  return Math.abs(exact - nearest) <= nearest * 1e-12 ? nearest : Math.floor(exact)
}
