import type { JsonValue, ToolOutput, ToolOutputContent } from '@lamella/core'
import { type Ledger, lose } from './ledger.ts'
import { isImageType, type Media, mediaTypeOf, readMedia } from './media.ts'

/** The model sees this if a user denied a tool call without a reason. As in the AI SDK. */
const denied = 'Tool execution denied.'

/** A tool's output as all providers see it. A denied call counts as failed. */
export type OutputValue =
  | { readonly kind: 'text'; readonly text: string; readonly failed: boolean }
  | { readonly kind: 'json'; readonly value: JsonValue; readonly failed: boolean }
  | { readonly kind: 'pieces'; readonly pieces: readonly ToolOutputContent[]; readonly failed: false }

/** Reads an output. */
export function readOutput(ledger: Ledger, output: ToolOutput): OutputValue {
  switch (output.type) {
    case 'text':
      return { kind: 'text', text: output.value, failed: false }
    case 'error-text':
      return { kind: 'text', text: output.value, failed: true }
    case 'json':
      return { kind: 'json', value: output.value, failed: false }
    case 'error-json':
      return { kind: 'json', value: output.value, failed: true }
    case 'execution-denied':
      return { kind: 'text', text: output.reason || denied, failed: true }
    case 'content':
      return { kind: 'pieces', pieces: output.value, failed: false }
    default:
      output satisfies never
      lose(ledger, 'part', 'A tool output of an unknown type is sent as JSON.')
      return { kind: 'json', value: output, failed: false }
  }
}

/** A piece of a tool's output, normalized across its type names. */
export type OutputPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly media: Media; readonly mediaType: string | undefined }
  | {
      readonly kind: 'file'
      readonly media: Media
      readonly mediaType: string | undefined
      readonly filename: string | undefined
    }
  /** An uploaded file. */
  | { readonly kind: 'id'; readonly id: string; readonly isImage: boolean }
  | { readonly kind: 'custom' }
  | { readonly kind: 'unknown' }

/** Reads a piece. `provider` selects among the ids of an uploaded file, such as `openai`. */
export function pieceOf(ledger: Ledger, item: ToolOutputContent, provider: string): OutputPiece {
  switch (item.type) {
    case 'text':
      return { kind: 'text', text: item.text }
    case 'image-data':
      return { kind: 'image', media: readMedia(ledger, item.data), mediaType: item.mediaType }
    case 'image-url':
      return { kind: 'image', media: readMedia(ledger, item.url), mediaType: undefined }
    case 'media':
    case 'file-data':
      return filePiece(ledger, item.data, item.mediaType, item.type === 'media' ? undefined : item.filename)
    case 'file-url':
      return filePiece(ledger, item.url, item.mediaType, undefined)
    case 'image-file-id':
    case 'file-id': {
      const id = typeof item.fileId === 'string' ? item.fileId : item.fileId[provider]
      return id === undefined || id.trim() === ''
        ? { kind: 'unknown' }
        : { kind: 'id', id, isImage: item.type === 'image-file-id' }
    }
    case 'custom':
      return { kind: 'custom' }
    default:
      item satisfies never
      return { kind: 'unknown' }
  }
}

function filePiece(ledger: Ledger, data: string, label: unknown, filename: string | undefined): OutputPiece {
  const media = readMedia(ledger, data)
  const mediaType = mediaTypeOf(ledger, label, media)
  return isImageType(label, mediaType)
    ? { kind: 'image', media, mediaType }
    : { kind: 'file', media, mediaType, filename }
}

/** Returns the description of an omitted piece for its marker: its media type or its kind. */
export function nameOfPiece(item: ToolOutputContent): string {
  const { mediaType, type } = item as { readonly mediaType?: unknown; readonly type: string }
  return typeof mediaType === 'string' && mediaType !== '' ? mediaType : type
}
