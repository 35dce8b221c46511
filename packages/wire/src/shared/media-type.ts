import { type Ledger, mend } from './ledger.ts'
import type { Media } from './media.ts'
import { typeByBytes } from './type-by-bytes.ts'

// Names of types (RFC 6838, 4.2) and of parameters.
const essence = /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}$/
const parameter = /^[a-z0-9_-]+=[a-z0-9_.+-]+$/

/**
 * A media type as it may be sent, in small letters. `undefined` for what names none: '', `/png`, `image/*`. A parameter that
 * would break the address that it stands in is left out.
 */
export function mediaTypeLabel(mediaType: unknown): string | undefined {
  if (typeof mediaType !== 'string') return undefined
  const [type = '', ...parameters] = mediaType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  if (!essence.test(type)) return undefined
  // A name that many give it, and no provider knows.
  if (type === 'image/jpg') return 'image/jpeg'
  return [type, ...parameters.filter((part) => parameter.test(part))].join(';')
}

/**
 * The media type of a file: as the part labels it, else as its data URL does, else by its bytes, else by how its address
 * ends. A label that names none and had to be replaced is noted; one that says "any", as in the AI SDK, is none.
 */
export function mediaTypeOf(ledger: Ledger, label: unknown, media: Media): string | undefined {
  const named = mediaTypeLabel(label)
  if (named !== undefined) return named
  const found = foundType(media)
  if (found !== undefined && label !== undefined && label !== null && !isAny(label)) {
    const shown = JSON.stringify(typeof label === 'string' ? label.slice(0, 80) : typeof label)
    mend(ledger, 'media-type', `The media type ${shown} is none: the file is sent as ${found}.`)
  }
  return found
}

/** Whether a file is an image: by its label, even if that does not say of which kind, or by its media type. */
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

/** Media types by the end of an address. */
const endings: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
  heif: 'image/heif',
  pdf: 'application/pdf',
}

/** The media type of an image or a PDF by the end of its address. */
export function typeByEnding(url: string): string | undefined {
  const ending = /\.([a-z]{3,4})(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase()
  return ending !== undefined && Object.hasOwn(endings, ending) ? endings[ending] : undefined
}
