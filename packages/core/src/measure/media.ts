import type { DataContent, ProviderOptions } from '../contract/message.ts'
import type { Framing } from '../contract/tokenizer.ts'
import { LamellaError } from '../errors.ts'
import { dataStart } from './data-start.ts'

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
  const { name, measureImage, image } = framing
  if (measureImage === undefined) return image
  const tokens = measureImage({ data, providerOptions })
  if (Number.isSafeInteger(tokens) && tokens >= 0) return tokens
  throw new LamellaError({
    code: 'REQUEST_INVALID',
    what: `framing: measureImage of '${name}' returned ${tokens}.`,
    fix: 'Return a whole number of tokens.',
    details: { key: 'framing' },
  })
}

/**
 * Returns the tokens of a file: those of its text if it is a text file, else a guess by its bytes, never below those of
 * an image.
 */
export function fileTokens(
  framing: Framing,
  text: (text: string) => number,
  data: DataContent | URL,
  mediaType: string,
): number {
  const content = typeof mediaType === 'string' && isText.test(mediaType) ? textOf(data) : undefined
  if (content !== undefined) return framing.message + text(content)
  return Math.max(framing.image, Math.ceil(byteLength(data) / bytesPerToken))
}

/** Matches media types that providers read as text. */
const isText = /^text\/|[/+](?:json|xml|yaml|x-yaml|javascript|x-javascript|typescript|sql)\b/i

/** Returns the text of a file, `undefined` if it is remote or not valid base64. */
function textOf(data: DataContent | URL): string | undefined {
  if (data instanceof Uint8Array || data instanceof ArrayBuffer) return new TextDecoder().decode(data)
  const source = data instanceof URL ? data.href : data
  if (typeof source !== 'string') return undefined
  const start = dataStart(source)
  if (start === undefined) return undefined
  try {
    const binary = atob(source.slice(start).replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = new Uint8Array(binary.length)
    for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
    return new TextDecoder().decode(bytes)
  } catch {
    return undefined
  }
}

/** Returns the bytes of data; those of a URL are unknown and count as 0. */
function byteLength(data: DataContent | URL): number {
  if (typeof data === 'string') return dataStart(data) === undefined ? 0 : Math.ceil((data.length * 3) / 4)
  return data instanceof Uint8Array || data instanceof ArrayBuffer ? data.byteLength : 0
}
