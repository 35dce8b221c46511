import { isRecord, type UnknownRecord } from '../guards.ts'
import { countOf } from './usage.ts'

/**
 * Reasoning of the request that the provider checked and found made in another context: by its id (OpenAI Responses) or its
 * path in the request, such as `messages.3.content.0` (Anthropic).
 *
 * - `prefix`: something before it has changed.
 * - `model`, `organization`, `user`: it was made by a model whose reasoning this one may not read, or for another
 *   organization or end user.
 * - `turn`: no fault: this model uses the reasoning of the current turn only.
 * - `other`: a reason that this version does not know; see `rawReason`.
 */
export interface ReasoningMismatch {
  readonly id?: string
  readonly path?: string
  readonly reason: 'prefix' | 'model' | 'organization' | 'user' | 'turn' | 'other'
  /** The reason in the provider's words. */
  readonly rawReason: string
  /** Whether the model did not get it. Anthropic shows it all the same where it does not enforce the check. */
  readonly removed: boolean
}

/** The provider's comparison of the request with an earlier one that the request named, for its prompt cache. */
export interface CacheDiagnosis {
  /** `unknown`: the provider could not compare them, or has not finished. */
  readonly result: 'hit' | 'miss' | 'unknown'
  /** The first difference in the provider's words, such as `tools_changed`, or why it could not compare. */
  readonly reason?: string
  /** About how many input tokens the cache missed by it. */
  readonly missedTokens?: number
}

/** What a provider says of the request in its response, beside the answer. */
export interface Diagnosis {
  /** Only if there is any. Repeated in each response to a request that holds the reasoning again: count each id once. */
  readonly mismatches?: readonly ReasoningMismatch[]
  /** Only if the request asked for it. */
  readonly cache?: CacheDiagnosis
}

/** Where an event of a stream, a line of a log or a library has the response. */
const places = ['response', 'message', 'body', 'providerData', '__raw_response']

/**
 * Reads what a provider says of the request, from a response of OpenAI Responses or Anthropic Messages, an event that has it, or what
 * a library keeps of it; the first of several that says something. It is `{}` where they have the fields and nothing was found,
 * and `undefined` where they do not have them.
 *
 * The AI SDK names `input_transformations` `inputTransformations` (@ai-sdk/anthropic 4.0.105, read on 2026-11-29).
 *
 * @example
 * readDiagnosis({ prompt_cache_diagnostics: { type: 'cache_hit' } }) // { cache: { result: 'hit' } }
 */
export function readDiagnosis(...responses: readonly unknown[]): Diagnosis | undefined {
  const found = responses.map(fieldsIn).filter((one) => one !== undefined)
  if (found.length === 0) return undefined
  return {
    ...found.map((one) => readMismatches(one['input_transformations'] ?? one['inputTransformations'])).find(isSaid),
    ...found
      .flatMap((one) => [readOpenAICache(one['prompt_cache_diagnostics']), readAnthropicCache(one['diagnostics'])])
      .find(isSaid),
  }
}

function fieldsIn(value: unknown): UnknownRecord | undefined {
  if (!isRecord(value)) return undefined
  const names = ['input_transformations', 'inputTransformations', 'prompt_cache_diagnostics', 'diagnostics']
  if (names.some((name) => Object.hasOwn(value, name))) return value
  for (const place of places) {
    const found = fieldsIn(value[place])
    if (found) return found
  }
  return undefined
}

function isSaid(found: object): boolean {
  return Object.keys(found).length > 0
}

const reasons: ReadonlyMap<string, ReasoningMismatch['reason']> = new Map([
  ['prefix_mismatch', 'prefix'],
  ['prefix_binding_mismatch', 'prefix'],
  ['model_mismatch', 'model'],
  ['model_binding_mismatch', 'model'],
  ['organization_mismatch', 'organization'],
  ['organization_binding_mismatch', 'organization'],
  ['end_user_mismatch', 'user'],
  ['end_user_binding_mismatch', 'user'],
  ['turn_boundary', 'turn'],
])

/**
 * Reads `input_transformations`. Entries of types that this version does not know are left out, as Anthropic asks for.
 *
 * Source: openai 7.59.0, `Response.InputTransformation`; @anthropic-ai/sdk 1.14.0, `BetaInputTransformation` (beta
 * `thinking-binding-controls-2026-08-01`). Types alone; read on 2026-11-29.
 */
export function readMismatches(list: unknown): Pick<Diagnosis, 'mismatches'> {
  const entries: readonly unknown[] = Array.isArray(list) ? list : []
  const mismatches = entries.flatMap((entry): ReasoningMismatch[] => {
    if (!isRecord(entry)) return []
    const { type, action, id, path, reason } = entry
    const removed = (type === 'reasoning' && action === 'removed') || type === 'thinking_dropped'
    if (!removed && type !== 'thinking_mismatch_allowed') return []
    const rawReason = String(reason)
    return [
      {
        ...(typeof id === 'string' && { id }),
        ...(typeof path === 'string' && { path }),
        reason: reasons.get(rawReason) ?? 'other',
        rawReason,
        removed,
      },
    ]
  })
  return mismatches.length > 0 ? { mismatches } : {}
}

/**
 * Reads `prompt_cache_diagnostics` of OpenAI Responses. Source: openai 7.59.0, `Response.CacheMiss` and its alternatives; OpenAI,
 * "Prompt caching". Read on 2026-11-29.
 */
export function readOpenAICache(value: unknown): Pick<Diagnosis, 'cache'> {
  if (!isRecord(value)) return {}
  const { type, reason } = value
  if (type === 'cache_hit') return { cache: { result: 'hit' } }
  return type === 'cache_miss'
    ? { cache: missed(reason, countOf(value, 'cache_missed_tokens')) }
    : { cache: { result: 'unknown', reason: String(type) } }
}

/**
 * Reads `diagnostics` of Anthropic Messages. `null` says nothing: the request did not ask, or there was no difference. A reason
 * of `null` means that the comparison is not finished.
 *
 * Source: @anthropic-ai/sdk 1.14.0, `Diagnostics` and `CacheMissReason`; Anthropic, "Cache diagnostics". Read on 2026-11-29.
 */
export function readAnthropicCache(value: unknown): Pick<Diagnosis, 'cache'> {
  if (!isRecord(value)) return {}
  const reason = value['cache_miss_reason']
  if (!isRecord(reason)) return { cache: { result: 'unknown' } }
  const { type } = reason
  const tokens = countOf(reason, 'cache_missed_input_tokens')
  return { cache: tokens === undefined ? { result: 'unknown', reason: String(type) } : missed(type, tokens) }
}

function missed(reason: unknown, missedTokens: number | undefined): CacheDiagnosis {
  return { result: 'miss', reason: String(reason), ...(missedTokens !== undefined && { missedTokens }) }
}
