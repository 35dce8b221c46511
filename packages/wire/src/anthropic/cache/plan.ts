import type { CachePoint } from '@lamella/core/plugin'
import { wireError } from '../../shared/errors.ts'
import type { WireContext } from '../../shared/wire-context.ts'
import { minimumCacheLength } from '../models.ts'
import type { MessagePlaces } from './message-places.ts'
import { type AnthropicCacheOptions, type CacheTimes, cacheTimes } from './options.ts'

/** The cache points of the builder's report, applied to a request. */
export interface CachePlan {
  readonly points: readonly CachePoint[]
  readonly times: CacheTimes
  readonly places: MessagePlaces
}

/**
 * Returns the cache plan of a request: the points with enough tokens before them for the model.
 *
 * @throws LamellaError `WIRE_PARAMETER` for a context without a report, and for lifetimes in the wrong order.
 */
export function planCache(
  context: WireContext,
  cache: boolean | AnthropicCacheOptions | undefined,
  model: string | undefined,
): CachePlan | undefined {
  if (cache === undefined || cache === false) return undefined
  const options: AnthropicCacheOptions = cache === true ? {} : cache
  const times = cacheTimes(options)
  if (context.report === undefined) {
    throw wireError(
      'WIRE_PARAMETER',
      'A cache plan needs a build report, but this context has none.',
      'Pass a context from the builder, or remove the option cache and mark parts with cacheControl.',
      { parameter: 'cache', value: cache },
    )
  }
  const { minTokens = minimumCacheLength(model) } = options
  const points = context.report.cache.points.filter(({ tokens }) => tokens >= minTokens)
  const wanted = points.filter(({ place }) => place === 'messages').map(({ index }) => index)
  return { points, times, places: { wanted: wanted.sort((one, other) => one - other), found: [] } }
}

/** Returns the time to live of the content before a point. */
export function timeOf({ of }: CachePoint, times: CacheTimes): '5m' | '1h' {
  if (of === 'tools' || of === 'static') return times.static
  return of === 'session' ? times.session : times.history
}
