import { type Check, isObject, mustBeOneOf, mustBeWhole } from '@lamella/core/plugin'
import { checkParameter } from '../../shared/check-parameter.ts'
import { mustBeFlagOr, mustHave } from '../../shared/must-have.ts'

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
export interface CacheTimes {
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
export function cacheTimes({ ttl }: AnthropicCacheOptions): CacheTimes {
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
