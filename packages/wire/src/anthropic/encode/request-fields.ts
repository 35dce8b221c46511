import type { JsonValue, Parameters } from '@lamella/core'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { type Ledger, lose } from '../../shared/ledger.ts'
import { optionOf } from '../../shared/provider-fields.ts'
import type { AnthropicCacheControl } from '../block-types.ts'
import { controlOf } from '../cache/marks.ts'
import { refusesXhigh } from '../models.ts'
import { type AnthropicFields, type AnthropicKeys, ofMark, readFields, withExtra } from '../provider-fields.ts'
import type { AnthropicOutputConfig, AnthropicRequest, AnthropicThinking } from '../types.ts'
import { askedThinking, budgetOf, thinkingOfModel } from './thinking.ts'

/** The request fields that come from Anthropic's own options. */
export interface RequestFields {
  readonly thinking: AnthropicThinking | undefined
  /** The requested thinking budget, whether or not the model supports budgets; 0 without one. */
  readonly budget: number
  readonly outputConfig: AnthropicOutputConfig | undefined
  /** The mark that the API itself sets at the end. */
  readonly control: AnthropicCacheControl | undefined
  readonly isSerial: boolean | undefined
  /** All other fields, sent unchanged. */
  readonly extra: AnthropicFields['extra']
}

const known: AnthropicKeys = ['thinking', 'effort', 'disableParallelToolUse', ...ofMark, 'extra']

/** Reads Anthropic's own options from the parameters. */
export function readRequestFields(
  ledger: Ledger,
  { providerOptions }: Parameters,
  model: string | undefined,
): RequestFields {
  const fields = readFields(ledger, providerOptions, known)
  const effort = optionOf(ledger, fields.effort, 'text', 'anthropic.effort')
  const isSerial = optionOf(ledger, fields.disableParallelToolUse, 'boolean', 'anthropic.disableParallelToolUse')
  const extra = optionOf(ledger, fields.extra, 'object', 'anthropic.extra') as AnthropicFields['extra']
  const config = isRecord(extra) && isRecord(extra['output_config']) ? extra['output_config'] : undefined
  const asked = fittingEffort(ledger, effort === undefined ? config : { ...config, effort }, model)
  const thinking = askedThinking(ledger, fields)
  return {
    thinking: thinkingOfModel(ledger, thinking, model, asked?.['effort']),
    budget: budgetOf(thinking),
    outputConfig: asked === undefined ? undefined : (cleanJson(ledger, asked) as AnthropicOutputConfig),
    control: controlOf(ledger, fields),
    isSerial,
    extra,
  }
}

/** Returns the next lower effort if the model does not support the requested one. */
function fittingEffort(
  ledger: Ledger,
  config: UnknownRecord | undefined,
  model: string | undefined,
): UnknownRecord | undefined {
  if (config?.['effort'] !== 'xhigh' || !refusesXhigh(model)) return config
  lose(ledger, 'parameter', `The model ${model} does not support the effort xhigh, so high is sent.`)
  return { ...config, effort: 'high' }
}

// Fields that determine whether a request is valid, and those that have their own option.
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

/** Returns the request with Anthropic's own fields after the standard ones. */
export function withRequestFields(
  ledger: Ledger,
  request: AnthropicRequest,
  extra: RequestFields['extra'],
  takesTopK: boolean,
): AnthropicRequest {
  if (!isRecord(extra)) return request
  const rest: [string, JsonValue][] = []
  for (const [field, value] of Object.entries(extra)) {
    // Already written.
    if (field === 'thinking' || field === 'output_config') continue
    if (field === 'top_k' && !takesTopK)
      lose(ledger, 'parameter', 'The model does not support top_k, or not with thinking.')
    else rest.push([field, value])
  }
  return withExtra(ledger, request, Object.fromEntries(rest), reserved)
}
