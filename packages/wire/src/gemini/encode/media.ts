import type { DataContent, FilePart, ImagePart } from '@lamella/core'
import { sniffImage } from '../../shared/base64.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { cleanText, type Ledger, lose } from '../../shared/ledger.ts'
import { readMedia } from '../../shared/media.ts'
import { isBase64, standardBase64 } from '../base64.ts'
import { readFields, withExtra } from '../provider-fields.ts'
import type { GeminiFunctionResponsePart, GeminiPart } from '../types.ts'

/** A file as a part carries it, or why it cannot be carried. */
export type CarriedMedia = { readonly part: GeminiFunctionResponsePart } | { readonly why: string }

/** An image or a file of a user message. What cannot be carried has a marker in its place. */
export function encodeMedia(ledger: Ledger, part: ImagePart | FilePart): GeminiPart {
  const what = part.type === 'image' ? 'image' : 'file'
  const carried = carry(ledger, part.type === 'image' ? part.image : part.data, part.mediaType, what === 'image')
  const fields = readFields(ledger, part.providerOptions, ['extra'])
  if ('why' in carried) return { text: leftOut(ledger, what, carried.why) }
  const wire = withExtra(ledger, carried.part, fields)
  if (part.type === 'file') noteName(ledger, part.filename, wire)
  return wire
}

/** A text that stands where something was left out, so that the model does not miss it in silence. */
export function leftOut(ledger: Ledger, what: string, why: string): string {
  lose(ledger, 'media', `The ${what} is left out: ${why}.`)
  return `[${what} left out: ${why}]`
}

/** Google knows names of files only beside its own tools, and only of late; what is read with one is written with it. */
export function noteName(ledger: Ledger, name: string | undefined, wire: GeminiFunctionResponsePart): void {
  if (name === undefined || name === '') return
  const { displayName, display_name } = { ...wire.inlineData, ...wire.fileData } as UnknownRecord
  if ((displayName ?? display_name) !== name)
    lose(ledger, 'media', `The name of the file is not sent: ${JSON.stringify(name)}.`)
}

/**
 * Bytes as they are, everything with an address by its address: of an uploaded file, of Cloud Storage or of the web.
 *
 * @param mediaType As the part labels it.
 * @param isImage Whether it is an image, whatever the label.
 */
export function carry(
  ledger: Ledger,
  content: DataContent | URL,
  mediaType: string | undefined,
  isImage: boolean,
): CarriedMedia {
  const label = labelOf(ledger, mediaType)
  const storage = storageUri(content)
  if (storage !== undefined) return byAddress(ledger, storage, label, isImage)
  const media = readMedia(content)
  if (media.kind === 'unusable') return { why: media.why }
  if (media.kind === 'url') return byAddress(ledger, media.url, label, isImage)
  const mimeType = label ?? labelOf(ledger, media.mediaType) ?? sniffImage(media.base64)
  if (mimeType === undefined) return { why: 'its media type is not known' }
  const data = plainBase64(media.base64)
  return data === undefined ? { why: 'it is not base64' } : { part: { inlineData: { mimeType, data } } }
}

function byAddress(ledger: Ledger, uri: string, label: string | undefined, isImage: boolean): CarriedMedia {
  const fileUri = cleanText(ledger, uri)
  const mimeType = label ?? byEnding(fileUri) ?? (isImage ? 'image/jpeg' : undefined)
  return { part: { fileData: mimeType === undefined ? { fileUri } : { mimeType, fileUri } } }
}

/** A media type as it may be sent; a missing one and one with a wildcard say nothing. */
function labelOf(ledger: Ledger, mediaType: string | undefined): string | undefined {
  if (typeof mediaType !== 'string' || !mediaType.includes('/') || mediaType.includes('*')) return undefined
  const label = cleanText(ledger, mediaType).trim().toLowerCase()
  // A name that many give it, and Gemini does not know.
  return label === 'image/jpg' ? 'image/jpeg' : label
}

/** Standard base64 with its padding, as every provider takes it. Lines are how mail and keys wrap it. */
function plainBase64(text: string): string | undefined {
  if (isBase64(text)) return standardBase64(text)
  const unwrapped = text.replace(/\s+/g, '')
  return unwrapped !== '' && isBase64(unwrapped) ? standardBase64(unwrapped) : undefined
}

function storageUri(content: DataContent | URL): string | undefined {
  const text = content instanceof URL ? content.href : content
  return typeof text === 'string' && /^gs:\/\//i.test(text) ? text : undefined
}

/** Media types of images by the end of an address. */
const endings: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
  heif: 'image/heif',
}

function byEnding(uri: string): string | undefined {
  const ending = /\.([a-z]+)(?:[?#]|$)/i.exec(uri)?.[1]?.toLowerCase()
  return ending !== undefined && Object.hasOwn(endings, ending) ? endings[ending] : undefined
}
