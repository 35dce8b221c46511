import { checkOptions, LamellaError, mustBeOneOf, type Tokenizer } from '@lamella/core'
import { acquireEncoder, type Encoder, releaseEncoder } from './encoder.ts'
import { type EncodingName, encodingOf, encodings, modelUnknown } from './encodings.ts'

/** A tokenizer that also gives the tokens themselves. */
export interface TiktokenTokenizer extends Tokenizer {
  readonly encoding: EncodingName
  /** Token ids of the text. Special tokens such as `<|endoftext|>` are text like any other. */
  encode(text: string): Uint32Array
  /**
   * The text of token ids. Bytes that are no UTF-8, such as half a character, become U+FFFD.
   *
   * @throws LamellaError `TOKEN_UNKNOWN` for an id that the encoding does not have.
   */
  decode(tokens: ArrayLike<number>): string
  /**
   * Gives back the memory, once every tokenizer of this encoding is freed. After it this one throws
   * `TOKENIZER_FREED`; calling it again does nothing. A program that counts until it ends need not call it.
   */
  free(): void
}

export interface TiktokenOptions {
  /**
   * Encoding for a model that is not known. The tokenizer then has `exact: false` and a name that tells. Without it an
   * unknown model is an error. It has no effect on a known model.
   */
  readonly fallback?: EncodingName
}

/** A model or an encoding: any text is taken, those are proposed. */
export type ModelOrEncoding = EncodingName | 'gpt-5' | 'gpt-4.1' | 'gpt-4o' | (string & Record<never, never>)

/**
 * Counts tokens exactly as OpenAI's models do. The tables (1 to 2 MB) load at the first call for an encoding and are
 * shared by all tokenizers of it.
 *
 * Lone surrogates count as U+FFFD does, since that is what becomes of them in UTF-8. No text is slow: the cost is
 * O(n log n) even for one word of a million letters.
 *
 * @throws LamellaError `MODEL_UNKNOWN` for a model whose encoding is not known and no `fallback`.
 * @throws LamellaError `OPTION_INVALID` for a `fallback` that is not an encoding.
 * @example
 * const tokenizer = await tiktoken('gpt-4o')
 * tokenizer.count('Hello, world!') // 4
 */
export async function tiktoken(
  modelOrEncoding: ModelOrEncoding,
  options: TiktokenOptions = {},
): Promise<TiktokenTokenizer> {
  const { fallback } = checkOptions('tiktoken', options, { fallback: mustBeOneOf(encodings) })
  const known = typeof modelOrEncoding === 'string' ? encodingOf(modelOrEncoding) : undefined
  const encoding = known ?? fallback
  if (encoding === undefined) throw modelUnknown(modelOrEncoding)
  const name = known ? `tiktoken:${encoding}` : `tiktoken:${encoding} (fallback for ${modelOrEncoding})`
  return createTokenizer(name, encoding, known !== undefined, await acquireEncoder(encoding))
}

function createTokenizer(name: string, encoding: EncodingName, exact: boolean, encoder: Encoder): TiktokenTokenizer {
  let current: Encoder | undefined = encoder
  const use = (): Encoder => {
    if (current !== undefined) return current
    throw new LamellaError({
      code: 'TOKENIZER_FREED',
      message: `The tokenizer '${name}' was used after free().`,
      fix: 'Free it last, or make a new one with tiktoken().',
      details: { tokenizer: name },
    })
  }
  return Object.freeze({
    name,
    exact,
    encoding,
    // The patterns of the older encodings look past the end of a run of white space; these do not.
    splitsAtLines: encoding.startsWith('o200k') || encoding === 'cl100k_base',
    count: (text: string): number => use().encode(text).length,
    encode: (text: string): Uint32Array => use().encode(text),
    decode: (tokens: ArrayLike<number>): string => {
      const bytes = use().decode(tokens)
      if (bytes instanceof Uint8Array) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
      throw new LamellaError({
        code: 'TOKEN_UNKNOWN',
        message: `${bytes.unknown} is not a token of ${encoding}.`,
        fix: 'Decode with the encoding that the tokens were made with.',
        details: { token: bytes.unknown, encoding },
      })
    },
    free: (): void => {
      if (current === undefined) return
      current = undefined
      releaseEncoder(encoding)
    },
  })
}
