import type { GeminiCacheBody } from './cache/split.ts'
import type { GeminiContent, GeminiGenerationConfig, GeminiRequest, GeminiSystem, GeminiTool } from './types.ts'

/** What `client.models.generateContent` of the `@google/genai` package takes. */
export interface GenAIParameters {
  readonly model: string
  readonly contents: GeminiContent[]
  readonly config: GenAIConfig
}

/** The fields of a request beside its contents, in one. */
export interface GenAIConfig extends GeminiGenerationConfig {
  readonly systemInstruction?: GeminiSystem
  readonly tools?: GeminiTool[]
  /** A `GeminiToolConfig`. The package has enums in it, to which no text is assignable. */
  readonly toolConfig?: object
  readonly cachedContent?: string
}

/** What `client.caches.create` of the `@google/genai` package takes. */
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
 * A request as the `@google/genai` package takes it: the model and the contents by themselves, everything else in `config`.
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
 * A cache to create, as the `@google/genai` package takes it.
 *
 * @example
 * const split = splitGeminiCache(context, { model: 'gemini-2.5-pro' })
 * if (split.create !== undefined) await client.caches.create(toGenAICache(split.create))
 */
export function toGenAICache({ model, ...config }: GeminiCacheBody): GenAICacheParameters {
  return { model, config }
}
