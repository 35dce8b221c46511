import type { JsonValue, Parameters } from '@lamella/core'
import { checkParameter, checkSampling } from '../../shared/check-parameter.ts'
import { orNone } from '../../shared/defined.ts'
import { roomOf, tellLowered } from '../../shared/fit-output.ts'
import { isBlank, isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { type Ledger, lose } from '../../shared/ledger.ts'
import { optionOf } from '../../shared/provider-fields.ts'
import type { WireContext } from '../../shared/wire-context.ts'
import type { AnthropicCacheControl } from '../block-types.ts'
import { controlOf } from '../cache/marks.ts'
import { refusesBothSamplings, refusesSampling, refusesXhigh } from '../models.ts'
import { type AnthropicFields, type AnthropicKeys, ofMark, readFields, withExtra } from '../provider-fields.ts'
import type { AnthropicOutputConfig, AnthropicRequest, AnthropicThinking } from '../types.ts'
import { askedThinking, budgetOf, checkBudget, isThinkingEnabled, thinkingOfModel } from './thinking.ts'

const format = 'Anthropic'

/** The default `max_tokens`, unless a builder has reserved more for the answer. */
const defaultMaxTokens = 4_096

/**
 * The highest default for the answer: the vendor's SDK refuses to send a request for more without streaming, since it expects
 * 128,000 tokens to take an hour and waits for ten minutes. Source: @anthropic-ai/sdk 1.12.0, `calculateNonstreamingTimeout`.
 */
const longestDefault = 21_333

/** The lowest `top_p` that is allowed with thinking. Source: Anthropic, "Thinking", "Sampling parameters". */
const thinkingTopP = 0.95

/**
 * Returns the maximum number of tokens in the answer, which the API requires: from the parameters, else from the
 * options, else the builder's reserve, at least 4,096. Never more than the rest of the window; a requested number that
 * does not fit is lowered and reported.
 *
 * @throws LamellaError `WIRE_PARAMETER` for a number that is not whole, and for a thinking budget that is not below it.
 */
export function encodeMaxTokens(
  ledger: Ledger,
  context: WireContext,
  fallback: number | undefined,
  { thinking, budget }: Pick<RequestFields, 'thinking' | 'budget'>,
): number {
  const asked = context.parameters?.maxOutputTokens ?? (fallback === undefined ? undefined : fallback + budget)
  const reserve = Math.min(longestDefault, context.report?.tokens?.reserve ?? 0)
  const maxTokens = asked ?? Math.max(reserve, defaultMaxTokens + budget)
  const isValid = Number.isSafeInteger(maxTokens) && maxTokens >= 0
  checkParameter(format, 'maxOutputTokens', maxTokens, isValid, 'a whole number, 0 or more')
  checkBudget(thinking, maxTokens)
  const room = roomOf(context)
  if (room === undefined || maxTokens <= room) return maxTokens
  if (asked !== undefined) tellLowered(ledger, `max_tokens of ${maxTokens}`, room)
  return room
}

type Sampling = {
  readonly [Name in 'temperature' | 'top_p' | 'stop_sequences']: AnthropicRequest[Name] | undefined
}

/**
 * Returns the sampling parameters, under the names of this format. Values that the model is known to reject, alone or
 * with thinking, are dropped and reported.
 *
 * @throws LamellaError `WIRE_PARAMETER` for a temperature or a `topP` outside 0 to 1, and stop sequences that are not strings.
 * Source: AN-PARAM.
 */
export function encodeSampling(
  ledger: Ledger,
  parameters: Parameters,
  model: string | undefined,
  thinking: AnthropicThinking | undefined,
): Sampling {
  const { temperature, topP, stopSequences, seed } = parameters
  checkSampling(format, { temperature, topP, stopSequences }, { temperature: 1 })
  if (seed !== undefined) lose(ledger, 'parameter', 'Anthropic does not support a seed.')
  const kept = fittingSampling(ledger, { temperature, topP }, model, thinking)
  const stops = (stopSequences ?? []).filter((stop) => takesStop(ledger, stop))
  return {
    temperature: kept.temperature,
    top_p: kept.topP,
    stop_sequences: orNone(stops.map((text) => text.toWellFormed())),
  }
}

/** Returns the sampling parameters without those that the model is known to reject, which are reported. */
export function fittingSampling(
  ledger: Ledger,
  { temperature, topP }: { readonly temperature: number | undefined; readonly topP: number | undefined },
  model: string | undefined,
  thinking: AnthropicThinking | undefined,
): { readonly temperature: number | undefined; readonly topP: number | undefined } {
  const keepsTemperature = temperature !== undefined && takesTemperature(ledger, temperature, model, thinking)
  const keepsTopP = topP !== undefined && takesTopP(ledger, topP, model, thinking, keepsTemperature)
  return { temperature: keepsTemperature ? temperature : undefined, topP: keepsTopP ? topP : undefined }
}

function takesTemperature(
  ledger: Ledger,
  temperature: number,
  model: string | undefined,
  thinking: AnthropicThinking | undefined,
): boolean {
  // 1 is the default.
  if (temperature === 1) return true
  if (refusesSampling(model)) lose(ledger, 'parameter', `The model ${model} does not support temperature.`)
  else if (isThinkingEnabled(thinking))
    lose(ledger, 'parameter', 'Anthropic does not support temperature with thinking.')
  else return true
  return false
}

function takesTopP(
  ledger: Ledger,
  topP: number,
  model: string | undefined,
  thinking: AnthropicThinking | undefined,
  hasTemperature: boolean,
): boolean {
  if (refusesSampling(model)) lose(ledger, 'parameter', `The model ${model} does not support topP.`)
  else if (isThinkingEnabled(thinking) && topP < thinkingTopP) {
    lose(ledger, 'parameter', `With thinking, Anthropic supports only a topP of ${thinkingTopP} or more.`)
  } else if (hasTemperature && refusesBothSamplings(model)) {
    lose(ledger, 'parameter', 'Anthropic accepts either temperature or topP, so topP is dropped.')
  } else return true
  return false
}

/** Whether a stop sequence can be sent: "stop_sequences: each stop sequence must contain non-whitespace" (400). */
export function takesStop(ledger: Ledger, stop: string): boolean {
  if (!isBlank(stop)) return true
  lose(ledger, 'parameter', 'Anthropic does not support a blank stop sequence.')
  return false
}

/** Whether `top_k`, which only Anthropic's own options have, can be sent. */
export function takesTopK(model: string | undefined, thinking: AnthropicThinking | undefined): boolean {
  return !refusesSampling(model) && !isThinkingEnabled(thinking)
}

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
