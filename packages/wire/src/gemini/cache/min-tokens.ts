import { generationOf } from '../model.ts'

/**
 * The minimum cache size of a model, in tokens.
 *
 * Source: ai.google.dev, "Context caching": 4,096 for Gemini 3.1 to 3.8, 2,048 for 2.5 (table of 2026; the API itself
 * has been seen to accept less); cloud.google.com, "Context caching overview": 32,768 for 1.5. Models that the tables
 * do not list get the largest current value.
 */
export function minCacheTokens(model: string): number {
  const generation = generationOf(model)
  if (generation < 2) return 32_768
  return generation < 3 ? 2_048 : 4_096
}
