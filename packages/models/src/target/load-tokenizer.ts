import { isLamellaError, type Tokenizer } from '@lamella/core'
import { checkOptions, mustBeFunction, mustBeText } from '@lamella/core/plugin'
import type { Model } from '../contract/model.ts'

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
 * Returns what counts the tokens of an encoding: exactly if `@lamella/tokenizer-tiktoken` is installed and has its table, or
 * else the careful estimate of `@lamella/tokenizer-heuristic`. Its `exact` says which. Both are loaded when needed: the tables
 * take 3 to 11 MB, so their package is an optional peer dependency.
 *
 * @param encoding `encoding` of a model; `undefined` if its vendor publishes none.
 * @param load Loads the package of exact counts.
 * @throws LamellaError `OPTION_INVALID`; `TABLE_UNREADABLE` if the table is there but cannot be read
 * @example
 * const tokenizer = await loadTokenizer(getModel('gpt-4o').encoding)
 * tokenizer.exact // true if @lamella/tokenizer-tiktoken is installed
 */
export async function loadTokenizer(
  encoding: string | undefined,
  load: () => Promise<TiktokenPackage> = importTiktoken,
): Promise<Tokenizer> {
  checkOptions('loadTokenizer', { encoding, load }, { encoding: mustBeText, load: mustBeFunction })
  try {
    if (encoding !== undefined) return await (await load()).createTokenizer(encoding as 'o200k_base')
  } catch (error) {
    // Without the package, or with a version that does not have this encoding, tokens are estimated.
    if (!isMissing(error) && !isLamellaError(error, 'MODEL_UNKNOWN')) throw error
  }
  const { heuristic } = await import('@lamella/tokenizer-heuristic')
  return heuristic({ mode: 'careful', encoding: encoding === 'cl100k_base' ? encoding : 'o200k_base' })
}

/** Browsers and workers have no code for it, but their messages say which name they did not find. */
function isMissing(cause: unknown): boolean {
  const { code, message } = (cause ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  return missing.includes(code) || String(message).includes(name)
}

/** Returns the tokenizer for a model; `undefined` is an unknown model. */
export type TokenizerFor = (model: Model | undefined) => Promise<Tokenizer>

/**
 * Creates what returns the tokenizers of models, each loaded once per encoding: for programs that build requests to several
 * models.
 *
 * @param load Loads the tokenizer of an encoding.
 * @example
 * const tokenizerFor = createTokenizers()
 * const { exact } = await tokenizerFor(findModel('gpt-4o'))
 */
export function createTokenizers(
  load: (encoding: string | undefined) => Promise<Tokenizer> = loadTokenizer,
): TokenizerFor {
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
