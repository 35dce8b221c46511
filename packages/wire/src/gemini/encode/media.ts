import type { DataContent, ToolOutputContent } from '@lamella/core'
import type { UnknownRecord } from '../../shared/guards.ts'
import { cleanText, type Ledger, lose, mend } from '../../shared/ledger.ts'
import { isImageType, mediaTypeLabel, mediaTypeOf, readMedia, typeByBytes, typeByEnding } from '../../shared/media.ts'
import { pieceOf } from '../../shared/tool-output.ts'
import type { GeminiFunctionResponsePart } from '../types.ts'

/** A file as written in a part, or the reason why it cannot be sent. */
export type CarriedMedia = { readonly part: GeminiFunctionResponsePart } | { readonly why: string }

/**
 * Google accepts file names only with its own tools, and has only recently done so; a file read with a name is written
 * with it.
 */
export function noteName(ledger: Ledger, name: string | undefined, wire: GeminiFunctionResponsePart): void {
  if (name === undefined || name === '') return
  const { displayName, display_name } = { ...wire.inlineData, ...wire.fileData } as UnknownRecord
  if ((displayName ?? display_name) !== name)
    lose(ledger, 'media', `The file name is not sent: ${JSON.stringify(name)}.`)
}

/**
 * Bytes are sent inline; everything else by its URI: an uploaded file, Cloud Storage or the web.
 *
 * @param mediaType The media type as labelled by the part.
 * @param isImage Whether it is an image, whatever its label.
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
  // An image part is sent as an image only if it is labelled as one or its bytes look like one.
  const isKnown =
    mimeType !== undefined && (!isImage || mediaTypeLabel(mediaType) !== undefined || isImageType('', mimeType))
  if (!isKnown) return { why: 'its media type is not known' }
  const sent = accepted.test(mimeType) ? mimeType : typeByBytes(media.base64)
  if (sent === undefined || !accepted.test(sent)) return { why: `Gemini does not accept ${mimeType}` }
  if (sent !== mimeType) mend(ledger, 'media-type', `The file is sent as ${sent}: Gemini does not accept ${mimeType}.`)
  return { part: { inlineData: { mimeType: sent, data: media.base64 } } }
}

/**
 * The kinds of inline data. Text in another type is sent as text. "Unsupported MIME type: image/svg+xml" (400,
 * google-gemini/gemini-cli#3054); of `application`, only PDFs are documents (QuantumNous/new-api#1139). Read on 2026-11-30.
 */
const accepted = /^(?:(?:image|audio|video|text)\/(?!.*\+xml$)|application\/pdf$)/

function byAddress(ledger: Ledger, uri: string, label: string | undefined, isImage: boolean): CarriedMedia {
  const fileUri = cleanText(ledger, uri)
  const mimeType = label ?? typeByEnding(fileUri) ?? (isImage ? 'image/jpeg' : undefined)
  return { part: { fileData: mimeType === undefined ? { fileUri } : { mimeType, fileUri } } }
}

function storageUri(content: DataContent | URL): string | undefined {
  const text = content instanceof URL ? content.href : content
  return typeof text === 'string' && /^gs:\/\//i.test(text) ? text : undefined
}

/** An image or file of a tool's output as written in a part, or the reason why it cannot be sent. */
export function carryPiece(ledger: Ledger, item: ToolOutputContent): CarriedMedia {
  // URLs are handled here, because only Gemini accepts Cloud Storage URLs.
  if (item.type === 'image-url') return carry(ledger, item.url, undefined, true)
  if (item.type === 'file-url') return carry(ledger, item.url, item.mediaType, false)
  if (item.type === 'image-data') return carry(ledger, item.data, item.mediaType, true)
  if (item.type === 'media' || item.type === 'file-data') return carry(ledger, item.data, item.mediaType, false)
  const piece = pieceOf(ledger, item, 'google')
  if (piece.kind !== 'id') return { why: 'Gemini carries texts, images and files in tool results' }
  // Google's name for the address of an uploaded file.
  return /^(?:https|gs):\/\//i.test(piece.id)
    ? carry(ledger, piece.id, undefined, piece.isImage)
    : { why: 'Gemini identifies uploaded files only by their uri' }
}
