import { checkOptions, mustBeObject, mustBeText } from '@lamella/core/plugin'
import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import type {
  GeminiCacheBody,
  GeminiContent,
  GeminiGenerationConfig,
  GeminiRequest,
  GeminiSystem,
  GeminiTool,
} from './types.ts'

/** The argument of `client.models.generateContent` in the `@google/genai` package: what `toGemini` returns. */
export interface GenAIParameters {
  readonly model: string
  readonly contents: GeminiContent[]
  readonly config: GenAIConfig
}

/** `GenAIParameters` of a context that names no model. */
export type GenAIRequest = Omit<GenAIParameters, 'model'> & Partial<Pick<GenAIParameters, 'model'>>

/** All fields of a request except its contents, in one object. */
export interface GenAIConfig extends GeminiGenerationConfig {
  readonly systemInstruction?: GeminiSystem
  readonly tools?: GeminiTool[]
  /** A `GeminiToolConfig`. The package uses enums, to which strings are not assignable. */
  readonly toolConfig?: object
  readonly cachedContent?: string
}

/** The argument of `client.caches.create` in the `@google/genai` package. */
export interface GenAICacheParameters {
  readonly model: string
  readonly config: {
    readonly contents?: GeminiContent[]
    readonly systemInstruction?: GeminiSystem
    readonly tools?: GeminiTool[]
    readonly toolConfig?: object
    readonly ttl?: string
    readonly displayName?: string
  }
}

/**
 * Converts a request for the `@google/genai` package: the model and the contents stay separate, everything else goes
 * into `config`. `toGemini` does both at once; this is for a request that names a cache, or is recorded.
 *
 * @example
 * await client.models.generateContent(toGenAI(split.request('cachedContents/abc'), split.model))
 */
export function toGenAI(request: GeminiRequest, model: string): GenAIParameters {
  checkOptions('toGenAI', { request, model }, { request: mustBeObject, model: mustBeText }, ['request', 'model'])
  const { contents, generationConfig, ...config } = request
  return { model, contents, config: { ...generationConfig, ...config } }
}

/**
 * Converts a new cache for the `@google/genai` package.
 *
 * @example
 * const split = splitGeminiCache(context, { model: 'gemini-2.5-pro' })
 * if (split.create !== undefined) await client.caches.create(toGenAICache(split.create))
 */
export function toGenAICache(body: GeminiCacheBody): GenAICacheParameters {
  checkOptions('toGenAICache', { body }, { body: mustBeObject }, ['body'])
  const { model, ...config } = body
  return { model, config }
}

const ofRequest: readonly string[] = ['systemInstruction', 'tools', 'toolConfig', 'cachedContent', 'safetySettings']

/**
 * Returns a request in the form of the REST API: what `toGenAI` has put into `config` is taken out. Any other value is
 * returned itself. Fields that only the package knows stay with the generation parameters.
 */
export function withoutConfig(request: unknown): unknown {
  if (!isRecord(request) || !isRecord(request['config']) || 'generationConfig' in request) return request
  const { config, ...rest } = request
  const fields = Object.entries(config as UnknownRecord)
  const generationConfig = Object.fromEntries(fields.filter(([key]) => !ofRequest.includes(key)))
  const own = Object.fromEntries(fields.filter(([key]) => ofRequest.includes(key)))
  return { ...rest, ...own, ...(Object.keys(generationConfig).length > 0 && { generationConfig }) }
}
