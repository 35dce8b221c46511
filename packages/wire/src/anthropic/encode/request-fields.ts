import type { JsonValue, Parameters } from '@lamella/core'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { type Ledger, lose } from '../../shared/ledger.ts'
import type { AnthropicCacheControl } from '../block-types.ts'
import { controlOf } from '../cache/marks.ts'
import { refusesXhigh } from '../models.ts'
import { type AnthropicFields, readFields, withExtra } from '../provider-fields.ts'
import type { AnthropicOutputConfig, AnthropicRequest, AnthropicThinking } from '../types.ts'
import { askedThinking, budgetOf, thinkingOfModel } from './thinking.ts'

/** What only Anthropic's own options ask of a request. */
export interface RequestFields {
  readonly thinking: AnthropicThinking | undefined
  /** Tokens that were asked for to think, whether or not the model takes a budget; 0 without one. */
  readonly budget: number
  readonly outputConfig: AnthropicOutputConfig | undefined
  /** The mark that the API itself sets at the end. */
  readonly control: AnthropicCacheControl | undefined
  readonly isSerial: boolean | undefined
  /** Everything else, to send as it is. */
  readonly extra: AnthropicFields['extra']
}

const known: readonly (keyof AnthropicFields)[] = [
  'thinking',
  'effort',
  'disableParallelToolUse',
  'cacheControl',
  'cache_control',
  'extra',
]

/** Reads what the parameters ask of Anthropic alone. */
export function readRequestFields(
  ledger: Ledger,
  { providerOptions }: Parameters,
  model: string | undefined,
): RequestFields {
  const fields = readFields(ledger, providerOptions, known)
  const { effort, disableParallelToolUse, extra } = fields
  const config = isRecord(extra) && isRecord(extra['output_config']) ? extra['output_config'] : undefined
  const asked = fittingEffort(ledger, typeof effort === 'string' ? { ...config, effort } : config, model)
  const thinking = askedThinking(ledger, fields)
  return {
    thinking: thinkingOfModel(ledger, thinking, model, asked?.['effort']),
    budget: budgetOf(thinking),
    outputConfig: asked === undefined ? undefined : (cleanJson(ledger, asked) as AnthropicOutputConfig),
    control: controlOf(ledger, fields),
    isSerial: typeof disableParallelToolUse === 'boolean' ? disableParallelToolUse : undefined,
    extra,
  }
}

/** The next lower effort, where the model does not know the one that is asked for. */
function fittingEffort(
  ledger: Ledger,
  config: UnknownRecord | undefined,
  model: string | undefined,
): UnknownRecord | undefined {
  if (config?.['effort'] !== 'xhigh' || !refusesXhigh(model)) return config
  lose(ledger, 'parameter', `The model ${model} knows no effort of xhigh, so it is high.`)
  return { ...config, effort: 'high' }
}

// What decides whether a request is valid, and what has an option of its own.
const reserved: readonly string[] = [
  'model',
  'max_tokens',
  'system',
  'messages',
  'tools',
  'tool_choice',
  'temperature',
  'top_p',
  'stop_sequences',
  'cache_control',
]

/** The request with the fields that only Anthropic knows behind its own. */
export function withRequestFields(
  ledger: Ledger,
  request: AnthropicRequest,
  extra: RequestFields['extra'],
  takesTopK: boolean,
): AnthropicRequest {
  if (!isRecord(extra)) return request
  const rest: [string, JsonValue][] = []
  for (const [field, value] of Object.entries(extra)) {
    // Written before.
    if (field === 'thinking' || field === 'output_config') continue
    if (field === 'top_k' && !takesTopK)
      lose(ledger, 'parameter', 'top_k is not taken by the model, or not beside thinking.')
    else rest.push([field, value])
  }
  return withExtra(ledger, request, Object.fromEntries(rest), reserved)
}
