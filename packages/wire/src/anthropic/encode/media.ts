import type { FilePart, ImagePart } from '@lamella/core'
import { sniffImage } from '../../shared/base64.ts'
import { isBlank } from '../../shared/guards.ts'
import { tooLarge } from '../../shared/image-bounds.ts'
import { cleanText, type Ledger, leftOut as marker } from '../../shared/ledger.ts'
import { decodeText, isImageType, type Media, mediaTypeOf, readMedia, uploadedId } from '../../shared/media.ts'
import type {
  AnthropicContainerUploadBlock,
  AnthropicDocumentBlock,
  AnthropicImageBlock,
  AnthropicTextBlock,
} from '../block-types.ts'
import { type AnthropicFields, withExtra } from '../provider-fields.ts'
import { textBlock } from './drafts.ts'
import type { AnthropicState } from './state.ts'

/** The result for an image or a file: its block, or a marker. */
type MediaBlock = AnthropicImageBlock | AnthropicDocumentBlock | AnthropicContainerUploadBlock | AnthropicTextBlock

/** The name and options of a file. */
interface FileNotes extends Pick<AnthropicFields, 'title' | 'context' | 'citations' | 'extra'> {
  readonly filename?: string | undefined
}

// Standard base64 has no underscore.
const uploaded = /^file_[a-zA-Z0-9_-]+$/

export function encodeImage(ledger: AnthropicState, part: ImagePart, fields: AnthropicFields): MediaBlock {
  const id = uploadedId(ledger, fields.fileId, part.image, uploaded)
  if (id !== undefined) return uploadedImage(ledger, id, fields)
  return imageBlock(ledger, readMedia(ledger, part.image), fields)
}

/** Encodes a file of a user message: an image, a PDF or a text, by its media type; others are not supported. */
export function encodeFile(ledger: AnthropicState, part: FilePart, fields: AnthropicFields): MediaBlock {
  const id = uploadedId(ledger, fields.fileId, part.data, uploaded)
  if (id !== undefined) {
    if (fields.containerUpload === true) {
      return withExtra(ledger, { type: 'container_upload', file_id: id }, fields.extra)
    }
    return isImageType(part.mediaType, undefined)
      ? uploadedImage(ledger, id, fields)
      : uploadedFile(ledger, id, { ...fields, filename: part.filename })
  }
  const media = readMedia(ledger, part.data)
  const mediaType = mediaTypeOf(ledger, part.mediaType, media)
  if (isImageType(part.mediaType, mediaType)) return imageBlock(ledger, media, fields)
  return documentBlock(ledger, media, mediaType, { ...fields, filename: part.filename })
}

/** Encodes an image by URL or as bytes; the bytes determine its type, as in the API. */
export function imageBlock(
  ledger: AnthropicState,
  media: Media,
  { extra }: Pick<AnthropicFields, 'extra'>,
): MediaBlock {
  if (media.kind === 'unusable') return leftOut(ledger, 'image', media.why)
  if (media.kind === 'url') {
    return withExtra(ledger, { type: 'image', source: { type: 'url', url: cleanText(ledger, media.url) } }, extra)
  }
  const sniffed = sniffImage(media.base64)
  if (sniffed === undefined) return leftOut(ledger, 'image', 'it is neither png, jpeg, gif nor webp')
  const problem = tooLarge(media.base64, ledger.run.images)
  if (problem !== undefined) return leftOut(ledger, 'image', problem)
  const media_type = sniffed as 'image/png'
  return withExtra(ledger, { type: 'image', source: { type: 'base64', media_type, data: media.base64 } }, extra)
}

export function uploadedImage(ledger: Ledger, id: string, { extra }: Pick<AnthropicFields, 'extra'>): MediaBlock {
  return withExtra(ledger, { type: 'image', source: { type: 'file', file_id: cleanText(ledger, id) } }, extra)
}

export function uploadedFile(ledger: Ledger, id: string, notes: FileNotes): MediaBlock {
  return withNotes(ledger, { type: 'file', file_id: cleanText(ledger, id) }, notes)
}

/** Encodes a PDF by URL or as bytes, or a text; anything else is replaced with a marker. */
export function documentBlock(
  ledger: Ledger,
  media: Media,
  mediaType: string | undefined,
  notes: FileNotes,
): MediaBlock {
  if (media.kind === 'unusable') return leftOut(ledger, 'file', media.why)
  const isPdf = mediaType === 'application/pdf'
  if (media.kind === 'url') {
    if (!isPdf) return leftOut(ledger, 'file', 'Anthropic accepts only images and PDFs by URL')
    return withNotes(ledger, { type: 'url', url: cleanText(ledger, media.url) }, notes)
  }
  if (mediaType === undefined) return leftOut(ledger, 'file', 'its media type is not known')
  if (isPdf) return withNotes(ledger, { type: 'base64', media_type: mediaType, data: media.base64 }, notes)
  if (!mediaType.startsWith('text/')) {
    return leftOut(ledger, 'file', `Anthropic does not accept ${mediaType}, only images, PDFs and texts`)
  }
  const data = decodeText(ledger, media.base64)
  return withNotes(ledger, { type: 'text', media_type: 'text/plain', data }, notes)
}

/** Returns a text block that marks omitted content, so that the model knows about the omission. */
export function leftOut(ledger: Ledger, what: string, why: string): AnthropicTextBlock {
  return textBlock(marker(ledger, what, why))
}

function withNotes(
  ledger: Ledger,
  source: AnthropicDocumentBlock['source'],
  { title, filename, context, citations, extra }: FileNotes,
): AnthropicDocumentBlock {
  const name = typeof title === 'string' ? title : filename
  const block: AnthropicDocumentBlock = {
    type: 'document',
    source,
    ...(name !== undefined && !isBlank(name) && { title: cleanText(ledger, name) }),
    ...(typeof context === 'string' && !isBlank(context) && { context: cleanText(ledger, context) }),
    ...(isRequested(citations) && { citations: { enabled: true } }),
  }
  return withExtra(ledger, block, extra)
}

function isRequested(citations: FileNotes['citations']): boolean {
  return typeof citations === 'object' && citations !== null && 'enabled' in citations && citations['enabled'] === true
}
