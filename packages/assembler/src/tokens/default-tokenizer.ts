import type { Tokenizer } from '@lamella/core'
import { loadTokenizer, type Model } from '@lamella/models'
import { assemblerError } from '../errors.ts'

/** Returns the tokenizer for a model; `undefined` is an unknown model. */
export type TokenizerFor = (model: Model | undefined) => Promise<Tokenizer>

/**
 * Selects how an assembler counts: with the configured tokenizer, or else as `loadTokenizer` of `@lamella/models`, once per
 * encoding.
 *
 * @param load Loads the tokenizer of an encoding.
 */
export function createTokenizers(given: Tokenizer | undefined, load: (encoding: string | undefined) => Promise<Tokenizer> = loadTokenizer): TokenizerFor {
  if (given !== undefined) return async () => given
  const known = new Map<string | undefined, Promise<Tokenizer>>()
  return (model) => {
    const encoding = model?.encoding
    const tokenizer = known.get(encoding) ?? load(encoding)
    known.set(encoding, tokenizer)
    // A failed load is tried again.
    tokenizer.catch(() => known.delete(encoding))
    return tokenizer
  }
}

/** @throws LamellaError `TOKENIZER_MISSING` for an estimate, which `loadTokenizer` returns if the package for exact counts is missing */
export function mustBeExact(tokenizer: Tokenizer): Tokenizer {
  if (tokenizer.exact) return tokenizer
  const name = '@lamella/tokenizer-tiktoken'
  throw assemblerError(
    'TOKENIZER_MISSING',
    `The mode 'tiktoken' requires the package ${name}, which is not installed.`,
    `Install it (npm install ${name}), or use the mode 'simple'.`,
    { package: name },
  )
}
