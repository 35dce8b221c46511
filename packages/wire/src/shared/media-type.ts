import { type Ledger, mend } from './ledger.ts'
import type { Media } from './media.ts'
import { typeByBytes } from './type-by-bytes.ts'

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
