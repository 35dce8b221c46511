import { LamellaError, type Tokenizer } from '@lamella/core'
import { checkOptions, mustBeFunction, mustBeOneOf, mustBeText } from '@lamella/core/plugin'
import type { Encoder } from './encoder.ts'
import { type EncodingName, encodings, partsOf } from './encodings.ts'
import { encodingOf, modelUnknown } from './models.ts'
import { acquireEncoder, releaseEncoder } from './shared-encoder.ts'
import { type Keep, sliceTokens } from './slice.ts'
import type { ReadTable } from './table/load-table.ts'
import { longestToken } from './table/table.ts'

/** A tokenizer that can also return the tokens themselves, and cut texts by tokens. */
export interface TiktokenTokenizer extends Tokenizer {
  readonly encoding: EncodingName
  /** Returns the token ids of a text. Special tokens such as `<|endoftext|>` count as ordinary text. */
  encode(text: string): Uint32Array
  /**
   * Returns the text of token ids. Bytes that are not valid UTF-8, such as an incomplete character, become U+FFFD.
   *
   * @throws LamellaError `TOKEN_UNKNOWN` for an id that the encoding does not have.
   */
  decode(tokens: ArrayLike<number>): string
  /**
   * Returns as much of a text as fits into `limit` tokens: its start, or with `'end'` its end. Cuts only between
   * graphemes, so no character, multi-part emoji or accented letter is split. The result never has more than `limit`
   * tokens; it may have fewer by the tokens of one grapheme, or by a few if the cut changes how the last words are
   * split. The cost depends on `limit`, not on the length of the text.
   *
   * @throws LamellaError `OPTION_INVALID` for a text that is not a string, and for a limit that is below 0 or not a number.
   * @example
   * tokenizer.slice('one two three four', 2) // 'one two'
   * tokenizer.slice('one two three four', 2, 'end') // ' three four'
   */
  slice(text: string, limit: number, from?: Keep): string
  /**
   * Checks whether a text has at most `limit` tokens. Stops as soon as it has more, so it is fast for oversized texts.
   *
   * @throws LamellaError `OPTION_INVALID` for a limit that is below 0 or not a number.
   */
  fits(text: string, limit: number): boolean
  /**
   * Releases the memory once every tokenizer of this encoding is freed. Afterwards this one throws `TOKENIZER_FREED`;
   * calling `free` again does nothing. A program that counts until it exits need not call it.
   */
  free(): void
}

export interface TiktokenOptions {
  /**
   * The encoding for an unknown model. The tokenizer then has `exact: false` and a name that says so. Without it, an
   * unknown model throws. It has no effect on a known model.
   */
  readonly fallback?: EncodingName
  /**
   * Returns the bytes of a table's file, such as `o200k_base.bin`. For programs that cannot read or fetch the file next
   * to this module: those bundled into one file, or workers that bring their own data. It has no effect if the table is
   * already loaded.
   */
  readonly readTable?: ReadTable
}

/** A model or an encoding: any string is accepted, these are suggested. */
export type ModelOrEncoding = EncodingName | 'gpt-5' | 'gpt-4.1' | 'gpt-4o' | (string & Record<never, never>)

/**
 * Creates a tokenizer that counts exactly as OpenAI's models do. The table of an encoding (3 to 11 MB) loads on the
 * first call for it and is shared by all tokenizers of that encoding. Also exported as `tiktoken`.
 *
 * Lone surrogates count as U+FFFD, which is what they become in UTF-8. No text is slow: the cost is O(n log n) even for
 * one word of a million letters.
 *
 * @throws LamellaError `MODEL_UNKNOWN` for a model with an unknown encoding, if there is no `fallback`.
 * @throws LamellaError `OPTION_INVALID` for a `fallback` that is not an encoding.
 * @throws LamellaError `TABLE_UNREADABLE` if the file of the table cannot be read.
 * @example
 * const tokenizer = await createTokenizer('gpt-4o')
 * tokenizer.count('Hello, world!') // 4
 */
export async function createTokenizer(
  modelOrEncoding: ModelOrEncoding,
  options: TiktokenOptions = {},
): Promise<TiktokenTokenizer> {
  const { fallback, readTable } = checkOptions('createTokenizer', options, {
    fallback: mustBeOneOf(encodings),
    readTable: mustBeFunction,
  })
  const known = typeof modelOrEncoding === 'string' ? encodingOf(modelOrEncoding) : undefined
  const encoding = known ?? fallback
  if (encoding === undefined) throw modelUnknown(modelOrEncoding)
  const name = known ? `tiktoken:${encoding}` : `tiktoken:${encoding} (fallback for ${modelOrEncoding})`
  return tokenizerOf(name, encoding, known !== undefined, await acquireEncoder(encoding, readTable))
}

function tokenizerOf(name: string, encoding: EncodingName, exact: boolean, encoder: Encoder): TiktokenTokenizer {
  let current: Encoder | undefined = encoder
  const use = (): Encoder => {
    if (current !== undefined) return current
    throw new LamellaError({
      code: 'TOKENIZER_FREED',
      what: `The tokenizer '${name}' was used after free().`,
      fix: 'Free it last, or create a new one with createTokenizer().',
      details: { tokenizer: name },
    })
  }
  return Object.freeze({
    name,
    spec: 1,
    exact,
    encoding,
    splitsAtLines: partsOf[encoding].splitsAtLines,
    count: (text: string): number => use().count(checked('count', text)),
    encode: (text: string): Uint32Array => use().encode(checked('encode', text)),
    decode: (tokens: ArrayLike<number>): string => {
      checkOptions('decode', { tokens }, { tokens: mustBeTokens }, ['tokens'])
      return decodeTokens(use(), encoding, tokens)
    },
    slice: (text: string, limit: number, from: Keep = 'start'): string => {
      const checks = { text: mustBeText, limit: mustBeLimit, from: mustBeOneOf(['start', 'end']) }
      checkOptions('slice', { text, limit, from }, checks, ['text', 'limit'])
      return sliceTokens(use(), text, Math.min(Math.floor(limit), 3 * text.length), from)
    },
    fits: (text: string, limit: number): boolean => {
      checkOptions('fits', { text, limit }, { text: mustBeText, limit: mustBeLimit }, ['text', 'limit'])
      const encoder = use()
      // A token has at least one byte, and a UTF-16 unit has one to three.
      if (3 * text.length <= limit) return true
      return text.length <= longestToken * limit && encoder.count(text, limit) <= limit
    },
    free: (): void => {
      if (current === undefined) return
      current = undefined
      releaseEncoder(encoding)
    },
  })
}

function mustBeTokens(value: unknown): string | undefined {
  return Array.isArray(value) || ArrayBuffer.isView(value) ? undefined : 'must be a list of token ids'
}

/** Texts are counted often: options are checked only for a wrong one. */
function checked(what: string, text: string): string {
  if (typeof text !== 'string') checkOptions(what, { text }, { text: mustBeText }, ['text'])
  return text
}

function mustBeLimit(value: unknown): string | undefined {
  return typeof value === 'number' && value >= 0 ? undefined : 'must be a number of tokens, 0 or more'
}

function decodeTokens(encoder: Encoder, encoding: EncodingName, tokens: ArrayLike<number>): string {
  const parts: Uint8Array[] = []
  let size = 0
  for (let i = 0; i < tokens.length; i++) {
    const part = encoder.bytesOf(tokens[i] as number)
    if (part === undefined) throw tokenUnknown(tokens[i], encoding)
    parts.push(part)
    size += part.length
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

function tokenUnknown(unknown: unknown, encoding: EncodingName): LamellaError {
  return new LamellaError({
    code: 'TOKEN_UNKNOWN',
    what: `${String(unknown)} is not a token of ${encoding}.`,
    fix: 'Decode with the encoding that produced the tokens.',
    details: { token: unknown, encoding },
  })
}
