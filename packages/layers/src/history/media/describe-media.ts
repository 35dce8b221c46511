import type { ProviderOptions, ToolOutputContent, UserPart } from '@lamella/core'
import { kindOf, type MediaInfo } from './media-text.ts'

/** Returns what a message says of its image or file; `undefined` for a text. */
export function partInfo(part: UserPart): MediaInfo | undefined {
  if (part.type === 'text') return undefined
  const { mediaType, providerOptions } = part
  return part.type === 'image'
    ? mediaInfo('image', mediaType, undefined, providerOptions)
    : mediaInfo(kindOf(mediaType), mediaType, part.filename, providerOptions)
}

/** Returns what a result says of its image or file; `undefined` for a text, and for what is for one provider only. */
export function pieceInfo(piece: ToolOutputContent): MediaInfo | undefined {
  switch (piece.type) {
    case 'text':
    case 'custom':
      return undefined
    case 'media':
      return mediaInfo(kindOf(piece.mediaType), piece.mediaType)
    case 'file-data':
      return mediaInfo(kindOf(piece.mediaType), piece.mediaType, piece.filename, piece.providerOptions)
    case 'image-data':
      return mediaInfo('image', piece.mediaType, undefined, piece.providerOptions)
    case 'image-url':
    case 'image-file-id':
      return mediaInfo('image', undefined, undefined, piece.providerOptions)
    case 'file-url':
      return mediaInfo(kindOf(piece.mediaType), piece.mediaType, undefined, piece.providerOptions)
    case 'file-id':
      return mediaInfo('other', undefined, undefined, piece.providerOptions)
    default:
      piece satisfies never
      return undefined
  }
}

/** A program may say more of a file: `providerOptions.media` with `pages`, `seconds` and a `caption`. */
function mediaInfo(
  kind: MediaInfo['kind'],
  mediaType: string | undefined,
  filename?: string,
  providerOptions?: ProviderOptions,
): MediaInfo {
  const { pages, seconds, caption } = providerOptions?.['media'] ?? {}
  return {
    kind,
    mediaType,
    filename,
    pages: kind === 'pdf' ? numberOf(pages) : undefined,
    seconds: kind === 'audio' || kind === 'video' ? numberOf(seconds) : undefined,
    caption: typeof caption === 'string' && caption.trim() !== '' ? caption : undefined,
  }
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}
