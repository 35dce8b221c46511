import type { SystemMessage } from '@lamella/core'
import { type Check, isObject, mustBeOneOf } from '@lamella/core/plugin'
import { shortHash } from '../shared/hash.ts'
import { maxCacheKey } from './limits.ts'

/** How a request asks for the prompt cache. OpenAI caches by itself; this makes hits likelier, or longer. */
export interface OpenAICacheOptions {
  /**
   * Requests of one key go to one machine. At most 64 characters. Default: a name for the tools and for the system prompt
   * up to its first layer of stability `turn`, so that requests that begin alike meet. Beyond some 15 requests a minute
   * for one key OpenAI spreads them: then give a key for each user or conversation.
   */
  readonly key?: string
  /**
   * How long a prefix is kept. Default: left to OpenAI. Source of the spelling: the API's own error, "Supported values
   * are: 'in_memory' and '24h'" (pydantic/pydantic-ai#4028).
   */
  readonly retention?: 'in_memory' | '24h'
}

/** The fields of a request that a prompt cache goes by. */
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
  if (unknown !== undefined) return `has no '${unknown}', only key and retention`
  if (key !== undefined && (typeof key !== 'string' || key === '' || key.length > maxCacheKey)) {
    return `needs a key of 1 to ${maxCacheKey} characters`
  }
  const problem = retention === undefined ? undefined : mustBeOneOf(['in_memory', '24h'])(retention)
  return problem === undefined ? undefined : `has a retention that ${problem}`
}

/** What names the start of a request. */
export interface StablePrefix {
  readonly model: string | undefined
  /** As they are sent. */
  readonly tools: readonly unknown[]
  readonly system: readonly SystemMessage[]
}

/** The fields for a request; none where no cache was asked for. */
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
  // Two hashes of 32 bits, of the text and of the text behind its own length.
  return `lamella-${shortHash(text)}${shortHash(`${text.length}:${text}`)}`
}
