import type { SystemMessage } from '@lamella/core'
import { type Check, mustBeOneOf } from '@lamella/core/plugin'
import { shortHash } from '../shared/hash.ts'
import { type Ledger, lose } from '../shared/ledger.ts'
import { mustBeFlagOr } from '../shared/must-have.ts'
import { maxCacheKey } from './limits.ts'
import { versionOf } from './models.ts'

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
   * How long a prefix is kept; left out for models that do not take it. Default: OpenAI's own. Source of the spelling: the API's
   * own error, "Supported values are: 'in_memory' and '24h'" (pydantic/pydantic-ai#4028).
   */
  readonly retention?: 'in_memory' | '24h'
}

/** The request fields that control the prompt cache. */
export interface OpenAICacheFields {
  readonly prompt_cache_key?: string
  readonly prompt_cache_retention?: 'in_memory' | '24h'
}

/** `true`, `false`, or options. */
export const mustBeOpenAICache: Check = mustBeFlagOr<OpenAICacheOptions>({
  key: (value) =>
    typeof value === 'string' && value !== '' && value.length <= maxCacheKey
      ? undefined
      : `must have 1 to ${maxCacheKey} characters`,
  retention: mustBeOneOf(['in_memory', '24h']),
})

/** The parts that identify the start of a request. */
export interface StablePrefix {
  readonly model: string | undefined
  /** The tools as sent. */
  readonly tools: readonly unknown[]
  readonly system: readonly SystemMessage[]
}

/** Returns the fields for a request; none if no cache was requested. */
export function encodePromptCache(
  ledger: Ledger,
  cache: boolean | OpenAICacheOptions | undefined,
  prefix: StablePrefix,
): OpenAICacheFields {
  if (cache === undefined || cache === false) return {}
  const { key = keyOf(prefix), retention }: OpenAICacheOptions = cache === true ? {} : cache
  const isSent = retention !== undefined && takesRetention(ledger, retention, prefix.model)
  return { prompt_cache_key: key, ...(isSent && { prompt_cache_retention: retention }) }
}

/**
 * Whether the model takes a retention. From GPT-5.5 on, `in_memory` is refused: "This model is compatible only with 24h extended
 * prompt caching" (400, Open-Curiosity/gini-agent#279, community.openai.com/t/1387096), and GPT-6 has `prompt_cache_options` in
 * its place (@ai-sdk/openai 4 takes it out). Read in November 2026.
 */
function takesRetention(
  ledger: Ledger,
  retention: OpenAICacheFields['prompt_cache_retention'],
  model: string | undefined,
): boolean {
  const version = versionOf(model)
  if (version < 505 || (version < 600 && retention === '24h')) return true
  lose(ledger, 'cache', `The model ${model} does not support the retention ${retention}.`)
  return false
}

function keyOf({ model, tools, system }: StablePrefix): string {
  const firstTurn = system.findIndex((part) => (part as { readonly stability?: unknown }).stability === 'turn')
  const stable = firstTurn < 0 ? system : system.slice(0, firstTurn)
  const text = JSON.stringify([model, tools, stable.map(({ content }) => content)])
  // Two 32-bit hashes: of the text, and of the text prefixed with its length.
  return `lamella-${shortHash(text)}${shortHash(`${text.length}:${text}`)}`
}
