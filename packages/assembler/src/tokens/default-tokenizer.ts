import type { Tokenizer } from '@lamella/core'
import { assemblerError } from '../errors.ts'

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
