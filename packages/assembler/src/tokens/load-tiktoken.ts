import type { Tokenizer } from '@lamella/core'
import { assemblerError } from '../errors.ts'

/** The part of `@lamella/tokenizer-tiktoken` that is used. */
export interface TiktokenPackage {
  readonly createTokenizer: (encoding: 'o200k_base') => Promise<Tokenizer>
}

/** The error codes of Node and other runtimes for a missing package. */
const missing: readonly unknown[] = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']

/**
 * Loads the exact tokenizer of an encoding. Its package is an optional peer dependency, because its tables take 3 to 11
 * MB.
 *
 * @param encoding The encoding. Default: that of OpenAI's models since GPT-4o.
 * @param load Loads the package.
 * @throws LamellaError `TOKENIZER_MISSING`, and errors of the package itself
 */
export async function loadTiktoken(
  encoding: string = 'o200k_base',
  load: () => Promise<TiktokenPackage> = () => import('@lamella/tokenizer-tiktoken'),
): Promise<Tokenizer> {
  const { createTokenizer } = await load().catch((cause: unknown) => {
    if (!missing.includes((cause as { readonly code?: unknown } | undefined)?.code)) throw cause
    throw assemblerError(
      'TOKENIZER_MISSING',
      "The mode 'tiktoken' requires the package @lamella/tokenizer-tiktoken, which is not installed.",
      "Install it (npm install @lamella/tokenizer-tiktoken), or use the mode 'simple'.",
      { package: '@lamella/tokenizer-tiktoken' },
      cause,
    )
  })
  // The package rejects a name that it does not know.
  return createTokenizer(encoding as 'o200k_base')
}
