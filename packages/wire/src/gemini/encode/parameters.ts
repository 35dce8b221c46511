import type { Parameters, ProviderOptions } from '@lamella/core'
import { checkParameter, checkSampling } from '../../shared/check-parameter.ts'
import { defined } from '../../shared/defined.ts'
import { fitOutput, roomOf, tellLowered } from '../../shared/fit-output.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { lose } from '../../shared/ledger.ts'
import type { WireContext } from '../../shared/wire-context.ts'
import { maxSeed, maxStops } from '../limits.ts'
import { camelOf } from '../part-kinds.ts'
import { peekFields, readFields } from '../provider-fields.ts'
import type { GeminiGenerationConfig, GeminiRequest } from '../types.ts'
import type { GeminiState } from './state.ts'

/**
 * Returns the parameters combined with the `generationConfig` of their options. The parameters take precedence.
 *
 * @throws LamellaError `WIRE_PARAMETER` for a temperature outside 0 to 2, a `topP` outside 0 to 1, more than 5 stop
 * sequences, a `maxOutputTokens` or `seed` that is not an integer. Source: GE-PARAM; Gemini API reference,
 * `GenerationConfig`.
 */
export function encodeGeneration(
  state: GeminiState,
  parameters: Parameters,
  raw: UnknownRecord,
): GeminiGenerationConfig | undefined {
  const { temperature, topP, maxOutputTokens, stopSequences, seed } = parameters
  const stops = stopSequences?.length === 0 ? undefined : cleanJson(state, stopSequences)
  const own: UnknownRecord = defined({ temperature, topP, maxOutputTokens, stopSequences: stops, seed })
  const others: [string, unknown][] = []
  for (const [field, value] of Object.entries(cleanJson(state, raw))) {
    const name = camelOf(field)
    if (!Object.hasOwn(own, name)) others.push([name, value])
    else lose(state, 'parameter', `generationConfig.${field} is left out: the parameters override it.`)
  }
  // Known parameters come first, whatever their source.
  const config = Object.fromEntries([...Object.entries(own), ...others])
  const first = fields.filter((field) => Object.hasOwn(config, field)).map((field) => [field, config[field]])
  check(config)
  return Object.keys(config).length === 0 ? undefined : { ...Object.fromEntries(first), ...config }
}

const fields: readonly string[] = ['temperature', 'topP', 'maxOutputTokens', 'stopSequences', 'seed']

/**
 * The smallest thinking budget that every model with budgets accepts. Source: Gemini API, "Thinking", "Thinking
 * budgets".
 */
const leastBudget = 512

/** Fits the output limit and the thinking budget into the rest of the window. */
export function fitGeneration(
  state: GeminiState,
  context: WireContext,
  config: GeminiGenerationConfig,
): GeminiGenerationConfig {
  const fitted: GeminiGenerationConfig & { readonly thinkingConfig?: unknown } = fitOutput(
    state,
    context,
    config,
    ['maxOutputTokens', 'max_output_tokens'],
    1,
  )
  const room = roomOf(context)
  const { thinkingConfig } = fitted
  if (room === undefined || !isRecord(thinkingConfig)) return fitted
  const { thinkingBudget, ...rest } = thinkingConfig
  if (typeof thinkingBudget !== 'number' || thinkingBudget <= room) return fitted
  const lowered = room < leastBudget ? undefined : room
  tellLowered(state, `thinkingBudget of ${thinkingBudget}`, lowered)
  const thinking = lowered === undefined ? rest : { thinkingBudget: lowered, ...rest }
  return { ...fitted, thinkingConfig: thinking } as GeminiGenerationConfig
}

const format = 'Gemini'

function check(config: UnknownRecord): void {
  checkSampling(format, config, { temperature: 2, output: 1, stops: maxStops })
  const { seed } = config
  if (seed !== undefined) {
    const isValid = Number.isSafeInteger(seed) && Math.abs(seed as number) <= maxSeed
    checkParameter(format, 'seed', seed, isValid, 'a 32-bit integer')
  }
}

type Place = 'generationConfig' | 'toolConfig' | 'extra'

/** The parameters' options for this format, by where they go in the request. */
export type RequestFields = Readonly<Record<Place, UnknownRecord>>

/** AI SDK options for a whole request. */
const places: Readonly<Record<string, Place>> = {
  thinkingConfig: 'generationConfig',
  responseModalities: 'generationConfig',
  mediaResolution: 'generationConfig',
  imageConfig: 'generationConfig',
  audioTimestamp: 'generationConfig',
  retrievalConfig: 'toolConfig',
  safetySettings: 'extra',
  cachedContent: 'extra',
  labels: 'extra',
  serviceTier: 'extra',
}

/** Reads `generationConfig`, `toolConfig` and `extra`, and the AI SDK's names for individual fields of them. */
export function readRequestFields(state: GeminiState, options: ProviderOptions | undefined): RequestFields {
  const found: Record<Place, [string, unknown][]> = { generationConfig: [], toolConfig: [], extra: [] }
  const fields: UnknownRecord = peekFields(options)
  readFields(state, options, Object.keys(fields) as never)
  for (const [key, value] of Object.entries(fields)) {
    const place = Object.hasOwn(places, key) ? places[key] : undefined
    if (value === undefined || value === null) continue
    if (place !== undefined) found[place].push([key, value])
    else if (Object.hasOwn(found, key) && isRecord(value)) found[key as Place].push(...Object.entries(value))
    else lose(state, 'provider-options', `Gemini has no field for the option google.${key} here.`)
  }
  const { generationConfig, toolConfig, extra } = found
  return {
    generationConfig: Object.fromEntries(generationConfig),
    toolConfig: Object.fromEntries(toolConfig),
    extra: Object.fromEntries(extra),
  }
}

// The encoder writes these itself.
const reserved: readonly string[] = [
  'contents',
  'systemInstruction',
  'tools',
  'toolConfig',
  'generationConfig',
  'model',
]

/** Appends the fields that only Google knows to the request. Leaves out fields that would make it invalid. */
export function withRequestFields(state: GeminiState, request: GeminiRequest, extra: UnknownRecord): GeminiRequest {
  const kept: [string, unknown][] = []
  for (const [field, value] of Object.entries(extra)) {
    const name = camelOf(field)
    if (reserved.includes(name)) {
      lose(state, 'provider-options', `The extra field ${field} is not sent: the encoder writes it itself.`)
    } else if (name === 'cachedContent' && request.cachedContent !== undefined) {
      lose(state, 'cache', 'The cache in the parameters is not used: the request has its own.')
    } else if (name === 'cachedContent' && conflictsWithCache(request)) {
      // "CachedContent can not be used with GenerateContent request setting system_instruction, tools or tool_config"
      // (langchain-ai/langchain-google#978)
      lose(
        state,
        'cache',
        'The cache is not used: it cannot be combined with a system prompt or tools. See splitGeminiCache.',
      )
    } else kept.push([field, value])
  }
  return kept.length === 0 ? request : { ...request, ...cleanJson(state, Object.fromEntries(kept)) }
}

function conflictsWithCache({ systemInstruction, tools, toolConfig }: GeminiRequest): boolean {
  return systemInstruction !== undefined || tools !== undefined || toolConfig !== undefined
}
