import { type Checks, mustBeOneOf, mustBeText, mustBeWhole } from '@lamella/core/plugin'
import { type GeminiOptions, geminiChecks } from '../encode/options.ts'

/** How to split a request at its cache. */
export interface GeminiCacheOptions extends GeminiOptions {
  /**
   * What goes into the cache: tools and the layers that stay for the session, or all whole pages of the history as well.
   * Default `'session'`.
   */
  readonly upTo?: 'session' | 'page'
  /** The fewest tokens that are worth a cache. Default: the fewest that the model takes. */
  readonly minTokens?: number
  /** How long the cache is kept, in seconds, such as `'3600s'`. Default: left to Google, an hour. */
  readonly ttl?: string
  /** What the cache is called in lists of caches. Default: its key. */
  readonly displayName?: string
}

/** The checks of these options. */
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
