import type { Parameters } from '@lamella/core'
import { checkParameter } from '../../shared/check-parameter.ts'
import { checkSampling } from '../../shared/check-sampling.ts'
import { roomOf, tellLowered } from '../../shared/fit-output.ts'
import { isBlank } from '../../shared/is-blank.ts'
import { type Ledger, lose } from '../../shared/ledger.ts'
import { toWellFormed } from '../../shared/well-formed.ts'
import type { WireContext } from '../../shared/wire-context.ts'
import { refusesBothSamplings, refusesSampling } from '../models.ts'
import type { AnthropicRequest, AnthropicThinking } from '../types.ts'
import type { RequestFields } from './request-fields.ts'
import { checkBudget, isOn } from './thinking.ts'

const format = 'Anthropic'

/** `max_tokens` where nobody says one and no builder has kept more free for the answer. */
const defaultMaxTokens = 4_096

/** The longest answer that is asked for by default: every model that is served takes it. Source: Anthropic, "Models overview". */
const longestDefault = 64_000

/** Below this, `top_p` is refused beside thinking. Source: Anthropic, "Thinking", "Sampling parameters". */
const thinkingTopP = 0.95

/**
 * The most tokens of the answer, which the API asks for: those of the parameters, or else of the options, or else what the builder
 * has kept free for the answer, and 4,096 at least. Never more than the window has left; what was asked for and does not fit
 * is lowered and noted.
 *
 * @throws LamellaError `WIRE_PARAMETER` for a number that is not whole, and for a budget of thinking that is not below it.
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

type Sampling = Pick<AnthropicRequest, 'temperature' | 'top_p' | 'stop_sequences'>

/**
 * Sampling parameters, under the names of this format. What the model is known to refuse, alone or beside thinking, is left
 * out and noted.
 *
 * @throws LamellaError `WIRE_PARAMETER` for a temperature or a `topP` outside of 0 to 1. Source: AN-PARAM.
 */
export function encodeSampling(
  ledger: Ledger,
  parameters: Parameters,
  model: string | undefined,
  thinking: AnthropicThinking | undefined,
): Sampling {
  const { temperature, topP, stopSequences, seed } = parameters
  checkSampling(format, { temperature, topP }, { temperature: 1 })
  if (seed !== undefined) lose(ledger, 'parameter', 'Anthropic has no seed.')
  const keepsTemperature = temperature !== undefined && takesTemperature(ledger, temperature, model, thinking)
  const keepsTopP = topP !== undefined && takesTopP(ledger, topP, model, thinking, keepsTemperature)
  const stops = (stopSequences ?? []).filter((stop) => takesStop(ledger, stop))
  return {
    ...(keepsTemperature && { temperature }),
    ...(keepsTopP && { top_p: topP }),
    ...(stops.length > 0 && { stop_sequences: stops.map((stop) => toWellFormed(stop)) }),
  }
}

function takesTemperature(
  ledger: Ledger,
  temperature: number,
  model: string | undefined,
  thinking: AnthropicThinking | undefined,
): boolean {
  // 1 is what it is without a word.
  if (temperature === 1) return true
  if (refusesSampling(model)) lose(ledger, 'parameter', `The model ${model} takes no temperature.`)
  else if (isOn(thinking)) lose(ledger, 'parameter', 'Anthropic takes no temperature beside thinking.')
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
  if (refusesSampling(model)) lose(ledger, 'parameter', `The model ${model} takes no topP.`)
  else if (isOn(thinking) && topP < thinkingTopP) {
    lose(ledger, 'parameter', `Anthropic takes a topP from ${thinkingTopP} only beside thinking.`)
  } else if (hasTemperature && refusesBothSamplings(model)) {
    lose(ledger, 'parameter', 'Anthropic takes a temperature or a topP, so the topP is left out.')
  } else return true
  return false
}

/** "stop_sequences: each stop sequence must contain non-whitespace" (400). */
function takesStop(ledger: Ledger, stop: string): boolean {
  if (!isBlank(stop)) return true
  lose(ledger, 'parameter', 'Anthropic takes no stop sequence of spaces alone.')
  return false
}

/** Whether `top_k`, which only Anthropic's own options have, can be sent. */
export function takesTopK(model: string | undefined, thinking: AnthropicThinking | undefined): boolean {
  return !refusesSampling(model) && !isOn(thinking)
}
