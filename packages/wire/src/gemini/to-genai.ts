import type { GeminiCacheBody } from './cache/split.ts'
import type { GeminiContent, GeminiGenerationConfig, GeminiRequest, GeminiSystem, GeminiTool } from './types.ts'

/** The argument of `client.models.generateContent` in the `@google/genai` package. */
export interface GenAIParameters {
  readonly model: string
  readonly contents: GeminiContent[]
  readonly config: GenAIConfig
}

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
 * into `config`.
 *
 * @example
 * const { request, model = 'gemini-2.5-pro' } = encodeGemini(context)
 * await client.models.generateContent(toGenAI(request, model))
 */
export function toGenAI(request: GeminiRequest, model: string): GenAIParameters {
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
export function toGenAICache({ model, ...config }: GeminiCacheBody): GenAICacheParameters {
  return { model, config }
}
