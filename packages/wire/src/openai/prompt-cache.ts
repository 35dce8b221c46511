import type { SystemMessage } from '@lamella/core'
import { type Check, isObject, mustBeOneOf } from '@lamella/core/plugin'
import { shortHash } from '../shared/hash.ts'
import { maxCacheKey } from './limits.ts'

/**
 * How a request uses the prompt cache. OpenAI caches automatically; these options make hits more likely, or keep
 * prefixes longer.
 */
export interface OpenAICacheOptions {
  /**
   * Requests with the same key go to the same machine. At most 64 characters. Default: a hash of the tools and of the
   * system prompt up to its first layer of stability `turn`, so that requests with the same start share a key. Beyond
   * some 15 requests per minute for one key, OpenAI spreads them across machines: use a key for each user or
   * conversation then.
   */
  readonly key?: string
  /**
   * How long a prefix is kept. Default: OpenAI's own. Source of the spelling: the API's own error, "Supported values
   * are: 'in_memory' and '24h'" (pydantic/pydantic-ai#4028).
   */
  readonly retention?: 'in_memory' | '24h'
}

/** The request fields that control the prompt cache. */
export interface OpenAICacheFields {
  readonly prompt_cache_key?: string
  readonly prompt_cache_retention?: 'in_memory' | '24h'
}

/** `true`, `false`, or options. */
export const mustBeOpenAICache: Check = (value) => {
  if (typeof value === 'boolean') return undefined
  if (!isObject(value)) return 'must be true, false or { key?, retention? }'
  const { key, retention, ...others } = value
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return `has an unknown key '${unknown}' (allowed: key and retention)`
  if (key !== undefined && (typeof key !== 'string' || key === '' || key.length > maxCacheKey)) {
    return `must have a key of 1 to ${maxCacheKey} characters`
  }
  const problem = retention === undefined ? undefined : mustBeOneOf(['in_memory', '24h'])(retention)
  return problem === undefined ? undefined : `has a retention that ${problem}`
}

/** The parts that identify the start of a request. */
export interface StablePrefix {
  readonly model: string | undefined
  /** The tools as sent. */
  readonly tools: readonly unknown[]
  readonly system: readonly SystemMessage[]
}

/** Returns the fields for a request; none if no cache was requested. */
export function encodePromptCache(
  cache: boolean | OpenAICacheOptions | undefined,
  prefix: StablePrefix,
): OpenAICacheFields {
  if (cache === undefined || cache === false) return {}
  const { key = keyOf(prefix), retention }: OpenAICacheOptions = cache === true ? {} : cache
  return { prompt_cache_key: key, ...(retention !== undefined && { prompt_cache_retention: retention }) }
}

function keyOf({ model, tools, system }: StablePrefix): string {
  const firstTurn = system.findIndex((part) => (part as { readonly stability?: unknown }).stability === 'turn')
  const stable = firstTurn < 0 ? system : system.slice(0, firstTurn)
  const text = JSON.stringify([model, tools, stable.map(({ content }) => content)])
  // Two 32-bit hashes: of the text, and of the text prefixed with its length.
  return `lamella-${shortHash(text)}${shortHash(`${text.length}:${text}`)}`
}
