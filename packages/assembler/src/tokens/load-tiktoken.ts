import type { Tokenizer } from '@lamella/core'
import { assemblerError } from '../errors.ts'

/** The part of `@lamella/tokenizer-tiktoken` that is used. */
export interface TiktokenPackage {
  readonly createTokenizer: (encoding: 'o200k_base') => Promise<Tokenizer>
}

const name = '@lamella/tokenizer-tiktoken'

/** The error codes of Node and other runtimes for a missing package. */
const missing: readonly unknown[] = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']

/** Bundlers take a package whose import has a `catch` as optional. */
const importTiktoken = (): Promise<TiktokenPackage> =>
  import('@lamella/tokenizer-tiktoken').catch((cause: unknown) => {
    throw cause
  })

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
  load: () => Promise<TiktokenPackage> = importTiktoken,
): Promise<Tokenizer> {
  const { createTokenizer } = await load().catch((cause: unknown) => {
    if (!isMissing(cause)) throw cause
    throw assemblerError(
      'TOKENIZER_MISSING',
      `The mode 'tiktoken' requires the package ${name}, which is not installed.`,
      `Install it (npm install ${name}), or use the mode 'simple'.`,
      { package: name },
      cause,
    )
  })
  // The package rejects a name that it does not know.
  return createTokenizer(encoding as 'o200k_base')
}

/** Browsers and workers have no code for it, but their messages say which name they did not find. */
function isMissing(cause: unknown): boolean {
  const { code, message } = (cause ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  return missing.includes(code) || String(message).includes(name)
}
