import { type CachePoint, type Check, isObject, mustBeOneOf, mustBeWhole } from '@lamella/core/plugin'
import { checkParameter } from '../../shared/check-parameter.ts'
import { wireError } from '../../shared/errors.ts'
import { mustBeFlagOr, mustHave } from '../../shared/must-have.ts'
import type { WireContext } from '../../shared/wire-context.ts'
import type { Draft } from '../encode/drafts.ts'
import { minimumCacheLength } from '../models.ts'

/**
 * How long a cache entry lives since its last read. Writing for an hour costs 2 times the token price, for 5 minutes
 * 1.25 times.
 */
export type AnthropicCacheTtl = '5m' | '1h'

/** How a request uses the prompt cache. */
export interface AnthropicCacheOptions {
  /**
   * One lifetime for all marks, or one per kind of content: tools and `static` layers, `session` layers, the history. A
   * missing one defaults to that of the content after it, the last one to `'5m'`.
   */
  readonly ttl?:
    | AnthropicCacheTtl
    | {
        readonly static?: AnthropicCacheTtl
        readonly session?: AnthropicCacheTtl
        readonly history?: AnthropicCacheTtl
      }
  /** The minimum number of tokens before a mark that justifies it. Default: the model's minimum, 4,096 if unknown. */
  readonly minTokens?: number
}

/** The time to live of each mark, by the content before it. */
interface CacheTimes {
  readonly static: AnthropicCacheTtl
  readonly session: AnthropicCacheTtl
  readonly history: AnthropicCacheTtl
}

const mustBeTtl: Check = mustBeOneOf(['5m', '1h'])
const mustBeTimes: Check = mustHave<Partial<CacheTimes>>({ static: mustBeTtl, session: mustBeTtl, history: mustBeTtl })

/** Accepts `true`, `false`, or options. */
export const mustBeAnthropicCache: Check = mustBeFlagOr<AnthropicCacheOptions>({
  ttl: (value) => (isObject(value) ? mustBeTimes(value) : mustBeTtl(value)),
  minTokens: mustBeWhole(0),
})

/**
 * Returns the time to live of each mark.
 *
 * @throws LamellaError `WIRE_PARAMETER` if later content would live longer than earlier content, which the API rejects
 * (AN-CACHE-ORDER).
 */
function cacheTimes({ ttl }: AnthropicCacheOptions): CacheTimes {
  if (typeof ttl === 'string') return { static: ttl, session: ttl, history: ttl }
  const history = ttl?.history ?? '5m'
  const session = ttl?.session ?? history
  const times = { static: ttl?.static ?? session, session, history }
  const { static: first } = times
  const isFalling = (first === '1h' || session === '5m') && (session === '1h' || history === '5m')
  checkParameter(
    'Anthropic',
    'cache.ttl',
    ttl,
    isFalling,
    'the same or a longer time for earlier content (static, session, history)',
  )
  return times
}

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

export function timeOf({ of }: CachePoint, times: CacheTimes): '5m' | '1h' {
  if (of === 'tools' || of === 'static') return times.static
  return of === 'session' ? times.session : times.history
}

/** The places in the request where certain messages of the context end. */
interface MessagePlaces {
  /** Indices in `context.messages`, ascending. */
  readonly wanted: readonly number[]
  /** One entry per requested message that the encoder has reached. */
  readonly found: MessagePlace[]
}

/** The end of all content that comes from a message or an earlier one. */
export interface MessagePlace {
  /** Index of the message in the request; -1 before the first. */
  readonly draft: number
  /** The number of its blocks that belong to the place. */
  readonly blocks: number
}

/** Records that the content of the message at `index` starts here. */
export function markMessageStart({ wanted, found }: MessagePlaces, drafts: readonly Draft[], index: number): void {
  while (found.length < wanted.length && (wanted[found.length] as number) < index) {
    const content = drafts.at(-1)?.content
    found.push({ draft: drafts.length - 1, blocks: typeof content === 'string' ? 1 : (content?.length ?? 0) })
  }
}
