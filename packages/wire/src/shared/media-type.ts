import { bytesOfBase64, sniffImage } from './base64.ts'
import { type Ledger, mend } from './ledger.ts'
import type { Media } from './media.ts'

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

/** Returns the media type of an image or a PDF by the extension of its URL. */
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
