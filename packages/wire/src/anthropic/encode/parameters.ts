import type { Parameters } from '@lamella/core'
import { checkParameter, checkSampling } from '../../shared/check-parameter.ts'
import { orNone } from '../../shared/defined.ts'
import { roomOf, tellLowered } from '../../shared/fit-output.ts'
import { isBlank } from '../../shared/guards.ts'
import { type Ledger, lose } from '../../shared/ledger.ts'
import type { WireContext } from '../../shared/wire-context.ts'
import { refusesBothSamplings, refusesSampling } from '../models.ts'
import type { AnthropicRequest, AnthropicThinking } from '../types.ts'
import type { RequestFields } from './request-fields.ts'
import { checkBudget, isThinkingEnabled } from './thinking.ts'

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
