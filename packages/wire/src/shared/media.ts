import type { DataContent } from '@lamella/core'
import { bytesOfBase64, dataUrlHead, decodeUri, normalBase64, sniffImage, toBase64 } from './base64.ts'
import { cleanText, type Ledger, lose, mend } from './ledger.ts'

/** Where the bytes of an image or file are. */
export type Media =
  | { readonly kind: 'url'; readonly url: string }
  /** Standard base64. `mediaType` comes from the data URL. */
  | { readonly kind: 'data'; readonly base64: string; readonly mediaType: string | undefined }
  | { readonly kind: 'unusable'; readonly why: string }

// Base64 has no colon, so a text with a scheme is a URL.
const scheme = /^([a-z][a-z0-9+.-]*):/i

/**
 * Reads the content of a part: bytes, base64 text, a data URL or a URL (as a string or an object). Rewrites base64 in
 * an unusual form, and reports this; text that does not decode to bytes is unusable.
 *
 * Source: "invalid base64 data" (400, anthropics/anthropic-sdk-typescript#603, openclaw/openclaw#18219).
 */
export function readMedia(ledger: Ledger, content: DataContent | URL): Media {
  if (content instanceof Uint8Array) return fromBytes(content)
  if (content instanceof ArrayBuffer) return fromBytes(new Uint8Array(content))
  if (content instanceof URL) return fromText(ledger, content.href)
  if (typeof content === 'string') return fromText(ledger, content)
  return { kind: 'unusable', why: 'it is neither bytes nor text' }
}

function fromBytes(bytes: Uint8Array): Media {
  if (bytes.length === 0) return { kind: 'unusable', why: 'it is empty' }
  return { kind: 'data', base64: toBase64(bytes), mediaType: undefined }
}

function fromText(ledger: Ledger, text: string): Media {
  const name = scheme.exec(text.slice(0, 64))?.[1]?.toLowerCase()
  if (name === undefined) return fromBase64(ledger, text, undefined)
  if (name === 'http' || name === 'https') return { kind: 'url', url: text }
  if (name !== 'data') return { kind: 'unusable', why: `a ${name}: URL cannot be reached by the provider` }
  const head = dataUrlHead(text)
  if (!head?.isBase64) return { kind: 'unusable', why: 'its data URL is not base64' }
  return fromBase64(ledger, text.slice(head.start), head.mediaType.toLowerCase())
}

function fromBase64(ledger: Ledger, text: string, mediaType: string | undefined): Media {
  if (text.trim() === '') return { kind: 'unusable', why: 'it is empty' }
  // A data URL may escape any of its characters, such as %3D for the padding.
  const base64 = normalBase64(decodeUri(text) ?? text)
  if (base64 === undefined) return { kind: 'unusable', why: 'it is not base64' }
  if (base64 !== text) mend(ledger, 'base64', 'The base64 is rewritten in standard form.')
  return { kind: 'data', base64, mediaType: mediaType === '' ? undefined : mediaType }
}

/**
 * Returns the id of an uploaded file: from the options, or data that is an id. Reports an option that is not a valid
 * id, and falls back to the data.
 */
export function uploadedId(ledger: Ledger, given: unknown, data: unknown, ids: RegExp): string | undefined {
  if (typeof given === 'string' && given.trim() !== '') return cleanText(ledger, given)
  if (given !== undefined && given !== null) {
    lose(ledger, 'provider-options', 'The option fileId is no file id: the data is sent.')
  }
  return typeof data === 'string' && ids.test(data) ? data : undefined
}

export function decodeText(ledger: Ledger, base64: string): string {
  const bytes = bytesOfBase64(base64)
  try {
    return cleanText(ledger, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    lose(ledger, 'value', 'Bytes of the file that are not valid UTF-8 became U+FFFD.')
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  }
}

// Type names (RFC 6838, 4.2), but the one of bytes whose type is not known.
const essence = /^(?!.+\/octet-stream)[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}$/

/**
 * Returns a media type that can be sent, in lower case and without parameters, which no provider's list of types has.
 * `undefined` for incomplete types: '', `/png`, `image/*`, `application/octet-stream`.
 */
export function mediaTypeLabel(mediaType: unknown): string | undefined {
  if (typeof mediaType !== 'string') return undefined
  const [type = ''] = mediaType
    .toLowerCase()
    .split(';', 1)
    .map((part) => part.trim())
  if (!essence.test(type)) return undefined
  // A common name that no provider knows.
  return type === 'image/jpg' ? 'image/jpeg' : type
}

/**
 * Returns the media type of a file: from the part's label, otherwise from its data URL, its bytes or its URL's
 * extension, in this order. Reports an invalid label that was replaced; the wildcard of the AI SDK counts as no label.
 */
export function mediaTypeOf(ledger: Ledger, label: unknown, media: Media): string | undefined {
  const named = mediaTypeLabel(label)
  if (named !== undefined) return named
  const found = foundType(media)
  if (found !== undefined && label !== undefined && label !== null && !isAny(label)) {
    const shown = JSON.stringify(String(label).slice(0, 80))
    mend(ledger, 'media-type', `The media type ${shown} is replaced by ${found}.`)
  }
  return found
}

/** Whether a file is an image: by its label, even an incomplete one, or by its media type. */
export function isImageType(label: unknown, mediaType: string | undefined): boolean {
  if (mediaType !== undefined) return mediaType.startsWith('image/')
  return typeof label === 'string' && /^image\//i.test(label)
}

function isAny(label: unknown): boolean {
  return typeof label === 'string' && /^(?:[a-z]+|\*)\/\*$/i.test(label)
}

function foundType(media: Media): string | undefined {
  if (media.kind === 'unusable') return undefined
  if (media.kind === 'url') return typeByEnding(media.url)
  return mediaTypeLabel(media.mediaType) ?? typeByBytes(media.base64)
}

export function typeByEnding(url: string): string | undefined {
  const ending = /\.([a-z]{3,4})(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? ''
  if (ending === 'pdf') return 'application/pdf'
  return /^(?:png|jpe?g|webp|gif|hei[cf])$/.test(ending) ? mediaTypeLabel(`image/${ending}`) : undefined
}

/**
 * File signatures, as Latin-1 text at a position of the bytes. Source: WHATWG, "MIME Sniffing", 6; RFC 3533 (Ogg); RFC 9639
 * (FLAC); ISO/IEC 23008-12, 10 (HEIC). `imageSize` needs more of an image than its start.
 */
const signatures: readonly (readonly [mediaType: string, at: number, ...texts: string[]])[] = [
  ['application/pdf', 0, '%PDF-'],
  ['audio/mpeg', 0, 'ID3', '\xff\xfb', '\xff\xf3', '\xff\xf2'],
  ['audio/ogg', 0, 'OggS'],
  ['audio/flac', 0, 'fLaC'],
  ['audio/mp4', 4, 'ftypM4A '],
  ['video/mp4', 4, 'ftypisom', 'ftypmp4'],
  ['video/webm', 0, '\x1aE\xdf\xa3'],
  ['image/avif', 4, 'ftypavif'],
  ['image/heic', 4, 'ftyphei', 'ftypmif1'],
  ['image/tiff', 0, 'II*\0', 'MM\0*'],
]

/** The number of base64 characters to inspect. */
const looked = 1_024

/** Returns the media type of a file by its first bytes, given as standard base64; UTF-8 text is `text/plain`. */
export function typeByBytes(base64: string): string | undefined {
  const image = sniffImage(base64)
  if (image !== undefined) return image
  const bytes = bytesOfBase64(base64.slice(0, looked))
  const head = String.fromCharCode(...bytes.subarray(0, 16))
  if (head.startsWith('RIFF') && head.startsWith('WAVE', 8)) return 'audio/wav'
  const found = signatures.find(([, at, ...texts]) => texts.some((text) => head.startsWith(text, at)))
  return found?.[0] ?? typeOfText(bytes)
}

// Characters that text never contains, but other files usually do early on.
const control = /[^\P{Cc}\t\n\f\r]/u

function typeOfText(bytes: Uint8Array): string | undefined {
  try {
    // The last character may be truncated.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return control.test(text) ? undefined : 'text/plain'
  } catch {
    return undefined
  }
}
