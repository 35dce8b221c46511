import type { DataContent, FilePart, ImagePart } from '@lamella/core'
import type { UnknownRecord } from '../../shared/guards.ts'
import { cleanText, type Ledger, lose } from '../../shared/ledger.ts'
import { readMedia } from '../../shared/media.ts'
import { isImageType, mediaTypeLabel, mediaTypeOf, typeByEnding } from '../../shared/media-type.ts'
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
  const storage = storageUri(content)
  if (storage !== undefined) return byAddress(ledger, storage, mediaTypeLabel(mediaType), isImage)
  const media = readMedia(ledger, content)
  if (media.kind === 'unusable') return { why: media.why }
  const mimeType = mediaTypeOf(ledger, mediaType, media)
  if (media.kind === 'url') return byAddress(ledger, media.url, mimeType, isImage)
  // What a part calls an image is sent as one only if it is labelled as one, or looks like one.
  const isKnown =
    mimeType !== undefined && (!isImage || mediaTypeLabel(mediaType) !== undefined || isImageType('', mimeType))
  return isKnown ? { part: { inlineData: { mimeType, data: media.base64 } } } : { why: 'its media type is not known' }
}

function byAddress(ledger: Ledger, uri: string, label: string | undefined, isImage: boolean): CarriedMedia {
  const fileUri = cleanText(ledger, uri)
  const mimeType = label ?? typeByEnding(fileUri) ?? (isImage ? 'image/jpeg' : undefined)
  return { part: { fileData: mimeType === undefined ? { fileUri } : { mimeType, fileUri } } }
}

function storageUri(content: DataContent | URL): string | undefined {
  const text = content instanceof URL ? content.href : content
  return typeof text === 'string' && /^gs:\/\//i.test(text) ? text : undefined
}
