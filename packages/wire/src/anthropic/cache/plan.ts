import type { CachePoint } from '@lamella/core'
import { wireError } from '../../shared/errors.ts'
import type { WireContext } from '../../shared/wire-context.ts'
import { minimumCacheLength } from '../models.ts'
import type { MessagePlaces } from './message-places.ts'
import { type AnthropicCacheOptions, type CacheTimes, cacheTimes } from './options.ts'

/** What a request makes of the places where the builder says that caching pays. */
export interface CachePlan {
  readonly points: readonly CachePoint[]
  readonly times: CacheTimes
  readonly places: MessagePlaces
}

/**
 * The cache plan of a request: the points that have enough tokens before them for the model.
 *
 * @throws LamellaError `WIRE_PARAMETER` for a context without a report, and for times in the wrong order.
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
      'A cache plan needs the report of a build, and this context has none.',
      'Pass the context that the builder made, or leave out the option cache and mark parts with cacheControl.',
      { parameter: 'cache', value: cache },
    )
  }
  const { minTokens = minimumCacheLength(model) } = options
  const points = context.report.cache.points.filter(({ tokens }) => tokens >= minTokens)
  const wanted = points.filter(({ place }) => place === 'messages').map(({ index }) => index)
  return { points, times, places: { wanted: wanted.sort((one, other) => one - other), found: [] } }
}

/** The time to live of what stands before a point. */
export function timeOf({ of }: CachePoint, times: CacheTimes): '5m' | '1h' {
  if (of === 'tools' || of === 'static') return times.static
  return of === 'session' ? times.session : times.history
}
