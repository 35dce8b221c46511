import { isLamellaError, type Tokenizer } from '@lamella/core'
import type { Model } from '@lamella/models'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { loadTiktoken } from './load-tiktoken.ts'

/** Returns the tokenizer for a model; `undefined` is an unknown model. */
export type TokenizerFor = (model: Model | undefined) => Promise<Tokenizer>

/** Encodings that have their own weights in `@lamella/tokenizer-heuristic`. */
const estimated = ['o200k_base', 'cl100k_base'] as const

/**
 * Selects how an assembler counts: with the configured tokenizer, or else exactly if the model's encoding is published
 * and `@lamella/tokenizer-tiktoken` is installed, or else with an estimate that is hardly ever too low. The package is
 * loaded when the first such model is requested, once per encoding.
 *
 * @param load Loads exact tokenizers.
 */
export function createTokenizers(given: Tokenizer | undefined, load: typeof loadTiktoken = loadTiktoken): TokenizerFor {
  if (given !== undefined) return async () => given
  const known = new Map<string | undefined, Promise<Tokenizer>>()
  const make = async (encoding: string | undefined): Promise<Tokenizer> => {
    const near = estimated.find((name) => name === encoding) ?? 'o200k_base'
    if (encoding === undefined) return heuristic({ mode: 'careful' })
    try {
      return await load(encoding)
    } catch (error) {
      // The package is missing or does not support the encoding.
      if (isLamellaError(error, 'TOKENIZER_MISSING') || isLamellaError(error, 'MODEL_UNKNOWN'))
        return heuristic({ mode: 'careful', encoding: near })
      throw error
    }
  }
  return (model) => {
    const encoding = model?.encoding
    const tokenizer = known.get(encoding) ?? make(encoding)
    known.set(encoding, tokenizer)
    // A failed load is tried again.
    tokenizer.catch(() => known.delete(encoding))
    return tokenizer
  }
}
