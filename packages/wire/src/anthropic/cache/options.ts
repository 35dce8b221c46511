import { type Check, isObject, mustBeOneOf, mustBeWhole } from '@lamella/core/plugin'
import { checkParameter } from '../../shared/check-parameter.ts'

/** How long what is cached stays since it was last read. An hour costs twice the price of the tokens to write, 5 minutes 1.25 times. */
export type AnthropicCacheTtl = '5m' | '1h'

/** How a request makes use of the prompt cache. */
export interface AnthropicCacheOptions {
  /**
   * One time for all marks, or one by what is cached: tools and `static` layers, `session` layers, the history. What is not
   * given stays as long as what comes behind it; default `'5m'`.
   */
  readonly ttl?:
    | AnthropicCacheTtl
    | {
        readonly static?: AnthropicCacheTtl
        readonly session?: AnthropicCacheTtl
        readonly history?: AnthropicCacheTtl
      }
  /** The fewest tokens before a mark that make it worth one. Default: the minimum of the model, 4,096 for unknown ones. */
  readonly minTokens?: number
}

/** The time to live of each mark, by what stands before it. */
export interface CacheTimes {
  readonly static: AnthropicCacheTtl
  readonly session: AnthropicCacheTtl
  readonly history: AnthropicCacheTtl
}

const mustBeTtl: Check = mustBeOneOf(['5m', '1h'])
const mustBeCount: Check = mustBeWhole(0)

/** `true`, `false`, or options. */
export const mustBeAnthropicCache: Check = (value) => {
  if (typeof value === 'boolean') return undefined
  if (!isObject(value)) return 'must be true, false or { ttl?, minTokens? }'
  const { ttl, minTokens, ...others } = value
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return `has no '${unknown}', only ttl and minTokens`
  const problem = minTokens === undefined ? undefined : mustBeCount(minTokens)
  if (problem !== undefined) return `has minTokens that ${problem}`
  if (ttl === undefined || mustBeTtl(ttl) === undefined) return undefined
  if (!isObject(ttl)) return "needs a ttl of '5m', '1h' or { static?, session?, history? }"
  for (const [name, time] of Object.entries(ttl)) {
    if (!['static', 'session', 'history'].includes(name)) return `has no ttl.${name}, only static, session and history`
    if (time !== undefined && mustBeTtl(time) !== undefined) return `needs '5m' or '1h' as ttl.${name}`
  }
  return undefined
}

/**
 * The time of each mark.
 *
 * @throws LamellaError `WIRE_PARAMETER` where something would stay longer than what stands before it, which the API refuses
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
    'as long or longer for what comes first (static, session, history)',
  )
  return times
}
