import type { ToolOutput, ToolOutputContent } from '@lamella/core'
import { type Media, readMedia } from './media.ts'

/** What a model is told where a person did not let a tool run, without a reason. As in the AI SDK. */
const denied = 'Tool execution denied.'

/** The text of a tool call that a person has denied. */
export function deniedText({ reason }: Extract<ToolOutput, { type: 'execution-denied' }>): string {
  return reason === undefined || reason === '' ? denied : reason
}

/** A piece of a tool's output by what it is, whichever of its names it came under. */
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

/** Reads a piece. `provider` chooses among the ids of an uploaded file, such as `openai`. */
export function pieceOf(item: ToolOutputContent, provider: string): OutputPiece {
  switch (item.type) {
    case 'text':
      return { kind: 'text', text: item.text }
    case 'image-data':
      return { kind: 'image', media: readMedia(item.data), mediaType: item.mediaType }
    case 'image-url':
      return { kind: 'image', media: readMedia(item.url), mediaType: undefined }
    case 'media':
    case 'file-data': {
      const media = readMedia(item.data)
      const { mediaType } = item
      if (mediaType.startsWith('image/')) return { kind: 'image', media, mediaType }
      return { kind: 'file', media, mediaType, filename: item.type === 'media' ? undefined : item.filename }
    }
    case 'file-url': {
      const media = readMedia(item.url)
      if (item.mediaType?.startsWith('image/')) return { kind: 'image', media, mediaType: item.mediaType }
      return { kind: 'file', media, mediaType: item.mediaType, filename: undefined }
    }
    case 'image-file-id':
    case 'file-id': {
      const id = typeof item.fileId === 'string' ? item.fileId : item.fileId[provider]
      return id === undefined ? { kind: 'unknown' } : { kind: 'id', id, isImage: item.type === 'image-file-id' }
    }
    case 'custom':
      return { kind: 'custom' }
    default:
      return { kind: 'unknown' }
  }
}

/** What stands in a marker for a piece that is left out: its media type, or what it is. */
export function nameOfPiece(item: ToolOutputContent): string {
  const { mediaType, type } = item as { readonly mediaType?: unknown; readonly type: string }
  return typeof mediaType === 'string' ? mediaType : type
}
