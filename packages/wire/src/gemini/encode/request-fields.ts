import type { ProviderOptions } from '@lamella/core'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { lose } from '../../shared/ledger.ts'
import { camelOf } from '../part-kinds.ts'
import { peekFields, readFields } from '../provider-fields.ts'
import type { GeminiRequest } from '../types.ts'
import type { GeminiState } from './state.ts'

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
