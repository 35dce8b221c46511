import type { Tokenizer } from '@lamella/core'
import { assemblerError } from '../errors.ts'

/** What is used of `@lamella/tokenizer-tiktoken`. */
export interface TiktokenPackage {
  readonly createTokenizer: (encoding: 'o200k_base') => Promise<Tokenizer>
}

/** What Node and others say of a package that is not there. */
const missing: readonly unknown[] = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']

/**
 * The exact tokenizer of an encoding. Its package is an optional peer, since its tables have 3 to 11 MB.
 *
 * @param encoding By default that of OpenAI's models since GPT-4o.
 * @param load How the package is got.
 * @throws LamellaError `TOKENIZER_MISSING`, and what the package itself throws
 */
export async function loadTiktoken(
  encoding: string = 'o200k_base',
  load: () => Promise<TiktokenPackage> = () => import('@lamella/tokenizer-tiktoken'),
): Promise<Tokenizer> {
  const { createTokenizer } = await load().catch((cause: unknown) => {
    if (!missing.includes((cause as { readonly code?: unknown } | undefined)?.code)) throw cause
    throw assemblerError(
      'TOKENIZER_MISSING',
      "The mode 'tiktoken' needs the package @lamella/tokenizer-tiktoken, which is not installed.",
      "Install it (npm install @lamella/tokenizer-tiktoken), or take the mode 'simple'.",
      { package: '@lamella/tokenizer-tiktoken' },
      cause,
    )
  })
  // The package refuses a name that it does not know.
  return createTokenizer(encoding as 'o200k_base')
}
