import type { DataContent, ProviderOptions } from '../contract/message.ts'
import type { Framing } from '../contract/tokenizer.ts'
import { coreError } from '../errors.ts'
import { bytesOf, dataStart } from './bytes.ts'

/**
 * Bytes per token for files that are not text. A guess: a PDF page of 60 KB costs 1,500 to 3,000 tokens; a minute of
 * speech at 64 kbit/s, 480 KB, costs Gemini 1,920.
 */
const bytesPerToken = 40

/**
 * Returns the tokens of an image: by the provider's rule if the framing has one, else the framing's flat rate.
 *
 * @throws LamellaError `REQUEST_INVALID` when the rule does not return a whole number
 */
export function imageTokens(
  framing: Framing,
  data: DataContent | URL | undefined,
  providerOptions: ProviderOptions | undefined,
): number {
  const { measureImage, image } = framing
  return measureImage === undefined ? image : checked(framing, 'measureImage', measureImage({ data, providerOptions }))
}

function checked({ name }: Framing, rule: 'measureImage' | 'measureFile', tokens: number): number {
  if (Number.isSafeInteger(tokens) && tokens >= 0) return tokens
  throw coreError(
    'REQUEST_INVALID',
    `framing: ${rule} of '${name}' returned ${tokens}.`,
    'Return a whole number of tokens.',
    { key: 'framing' },
  )
}

/**
 * Returns the tokens of a file: those of its text if it is a text file, else by the provider's rule if the framing has one, else a
 * guess by its bytes, never below those of an image.
 *
 * @throws LamellaError `REQUEST_INVALID` when the rule does not return a whole number
 */
export function fileTokens(
  framing: Framing,
  text: (text: string) => number,
  data: DataContent | URL,
  mediaType: string,
  providerOptions: ProviderOptions | undefined,
): number {
  const content = fileText(data, mediaType)
  if (content !== undefined) return framing.message + text(content)
  const tokens = framing.measureFile?.({ data, mediaType, providerOptions })
  if (tokens !== undefined) return checked(framing, 'measureFile', tokens)
  return Math.max(framing.image, Math.ceil(byteLength(data) / bytesPerToken))
}

/** Returns the text of a file that providers read as text; `undefined` for all others, and if its data is not at hand. */
export function fileText(data: DataContent | URL, mediaType: string): string | undefined {
  return typeof mediaType === 'string' && isText.test(mediaType) ? textOf(data) : undefined
}

/** Matches media types that providers read as text. */
const isText = /^text\/|[/+](?:json|xml|yaml|x-yaml|javascript|x-javascript|typescript|sql)\b/i

/** Returns the text of a file, `undefined` if it is remote or not valid base64. */
function textOf(data: DataContent | URL): string | undefined {
  const bytes = bytesOf(data)
  return bytes && new TextDecoder().decode(bytes)
}

/** Returns the bytes of data; those of a URL are unknown and count as 0. */
function byteLength(data: DataContent | URL): number {
  if (typeof data === 'string') return dataStart(data) === undefined ? 0 : Math.ceil((data.length * 3) / 4)
  return data instanceof Uint8Array || data instanceof ArrayBuffer ? data.byteLength : 0
}
