import { type Checks, mustBeOneOf, mustBeText, mustBeWhole } from '@lamella/core/plugin'
import { type GeminiOptions, geminiChecks } from '../encode/state.ts'

/** How to split a request for caching. */
export interface GeminiCacheOptions extends GeminiOptions {
  /**
   * What to cache: tools and the layers that stay for the session, optionally with all whole pages of the history.
   * Default `'session'`.
   */
  readonly upTo?: 'session' | 'page'
  /** The smallest cache worth creating, in tokens. Default: the model's minimum. */
  readonly minTokens?: number
  /** How long the cache lives, in seconds, such as `'3600s'`. Default: Google's own, one hour. */
  readonly ttl?: string
  /** The display name of the cache. Default: its key. */
  readonly displayName?: string
}

export const cacheChecks: Checks<GeminiCacheOptions> = {
  ...geminiChecks,
  upTo: mustBeOneOf(['session', 'page']),
  minTokens: mustBeWhole(0),
  ttl: (value) => {
    const isDuration = typeof value === 'string' && /^\d+(?:\.\d{1,9})?s$/.test(value)
    return isDuration ? undefined : "must be seconds, such as '3600s'"
  },
  displayName: mustBeText,
}
