import type { DataContent, ProviderOptions, ToolOutputContent, UserPart } from '@lamella/core'
import { fileInfo, imageSize } from '@lamella/core/plugin'
import type { MediaInfo } from './media-text.ts'

/** Returns what is known of an image or a file of a message; `undefined` for a text. */
export function partInfo(part: UserPart): MediaInfo | undefined {
  if (part.type === 'text') return undefined
  const { mediaType, providerOptions } = part
  if (part.type === 'image') return imageInfo(part.image, mediaType, providerOptions)
  return dataInfo(part.data, part.mediaType, part.filename, providerOptions)
}

/** Returns what is known of an image or a file of a result; `undefined` for a text, and for what is for one provider only. */
export function pieceInfo(piece: ToolOutputContent): MediaInfo | undefined {
  switch (piece.type) {
    case 'text':
    case 'custom':
      return undefined
    case 'media':
      return dataInfo(piece.data, piece.mediaType)
    case 'file-data':
      return dataInfo(piece.data, piece.mediaType, piece.filename, piece.providerOptions)
    case 'image-data':
      return imageInfo(piece.data, piece.mediaType, piece.providerOptions)
    case 'image-url':
      return imageInfo(piece.url, undefined, piece.providerOptions)
    case 'image-file-id':
      return imageInfo(undefined, undefined, piece.providerOptions)
    case 'file-url':
      return dataInfo(piece.url, piece.mediaType ?? '', undefined, piece.providerOptions)
    case 'file-id':
      return dataInfo(undefined, '', undefined, piece.providerOptions)
    default:
      piece satisfies never
      return undefined
  }
}

function dataInfo(
  data: DataContent | URL | undefined,
  mediaType: string,
  filename?: string,
  providerOptions?: ProviderOptions,
): MediaInfo {
  if (/^image\//i.test(mediaType)) return { ...imageInfo(data, mediaType, providerOptions), filename }
  const { kind, pages, seconds } = fileInfo({ data, mediaType, providerOptions })
  return { kind, mediaType, filename, pages, seconds, caption: captionOf(providerOptions) }
}

function imageInfo(
  data: DataContent | URL | undefined,
  mediaType: string | undefined,
  providerOptions: ProviderOptions | undefined,
): MediaInfo {
  const size = data === undefined ? undefined : imageSize(data)
  const type = mediaType ?? (size && `image/${size.type}`)
  return { kind: 'image', mediaType: type, size, caption: captionOf(providerOptions) }
}

/** A program may say what an image shows: `providerOptions.media.caption`. */
function captionOf(providerOptions: ProviderOptions | undefined): string | undefined {
  const caption = providerOptions?.['media']?.['caption']
  return typeof caption === 'string' && caption.trim() !== '' ? caption : undefined
}
