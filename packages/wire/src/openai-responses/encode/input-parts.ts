import type { FilePart, ImagePart, TextPart } from '@lamella/core'
import { defaultName, imageUrl, uploadedFile } from '../../openai/files.ts'
import { isRecord } from '../../shared/guards.ts'
import { cleanText, leftOut, lose, partText } from '../../shared/ledger.ts'
import { isImageType, type Media, mediaTypeOf, readMedia, uploadedId } from '../../shared/media.ts'
import type { OpenAIResponsesFilePart, OpenAIResponsesImagePart, OpenAIResponsesInputPart } from '../items.ts'
import { notAFile } from '../limits.ts'
import { type OpenAIResponsesFields, type ResponsesKeys, readFields, withExtra } from '../provider-fields.ts'
import type { ResponsesState } from './state.ts'

/** Input from a user or a tool: plain text as a string, anything else as its wire part. */
export type InputPiece = string | OpenAIResponsesInputPart

/** The provider options that an input part may have. */
const partFields: ResponsesKeys = ['promptCacheBreakpoint', 'itemExtra']
export const imageFields: ResponsesKeys = [...partFields, 'imageDetail']

const details: readonly unknown[] = ['auto', 'low', 'high', 'original']

/** Writes a text; the caller reports and leaves out ''. */
export function textPiece(state: ResponsesState, value: string, fields: OpenAIResponsesFields): InputPiece {
  const text = partText(state, value)
  if (text === '' || (fields.promptCacheBreakpoint === undefined && fields.itemExtra === undefined)) return text
  return finished(state, { type: 'input_text', text }, fields)
}

/** Writes an image from its bytes or URL. Bytes that are not an image become a marker. */
export function imagePiece(state: ResponsesState, media: Media, fields: OpenAIResponsesFields): InputPiece {
  if (media.kind === 'unusable') return leftOut(state, 'image', media.why)
  const url = media.kind === 'url' ? cleanText(state, media.url) : imageUrl(media)
  if (url === undefined) return leftOut(state, 'image', 'it is neither png, jpeg, gif nor webp')
  return finished(state, { type: 'input_image', image_url: url, detail: detailOf(state, fields) }, fields)
}

/** Writes a file that is not an image. A file that the API does not accept becomes a marker. */
export function filePiece(
  state: ResponsesState,
  media: Media,
  mediaType: string | undefined,
  filename: string | undefined,
  fields: OpenAIResponsesFields,
): InputPiece {
  if (media.kind === 'unusable') return leftOut(state, 'file', media.why)
  if (mediaType !== undefined && notAFile.test(mediaType)) {
    return leftOut(state, 'file', `OpenAI Responses does not accept ${mediaType}`)
  }
  if (media.kind === 'url') {
    return finished(state, { type: 'input_file', file_url: cleanText(state, media.url) }, fields)
  }
  if (mediaType === undefined) return leftOut(state, 'file', 'its media type is not known')
  const wire: OpenAIResponsesFilePart = {
    type: 'input_file',
    filename: cleanText(state, filename ?? defaultName(mediaType)),
    file_data: `data:${mediaType};base64,${media.base64}`,
  }
  return finished(state, wire, fields)
}

export function uploadedPiece(
  state: ResponsesState,
  id: string,
  isImage: boolean,
  fields: OpenAIResponsesFields,
): InputPiece {
  const file_id = cleanText(state, id)
  if (!isImage) return finished(state, { type: 'input_file', file_id }, fields)
  return finished(state, { type: 'input_image', file_id, detail: detailOf(state, fields) }, fields)
}

/**
 * Returns the content of a message or an output. A single plain text is sent as a string: it means the same as a list
 * with one part, and many compatible servers accept nothing else. Without pieces the content is ''.
 */
export function joinPieces(pieces: readonly InputPiece[]): string | OpenAIResponsesInputPart[] {
  const [first] = pieces
  if (first === undefined) return ''
  if (pieces.length === 1 && typeof first === 'string') return first
  return pieces.map((piece) => (typeof piece === 'string' ? { type: 'input_text', text: piece } : piece))
}

// The API's schema requires the detail, so the API's own default is written.
function detailOf(state: ResponsesState, { imageDetail }: OpenAIResponsesFields): OpenAIResponsesImagePart['detail'] {
  if (imageDetail === undefined) return 'auto'
  if (details.includes(imageDetail)) return imageDetail
  lose(state, 'provider-options', `OpenAI Responses has no image detail ${String(imageDetail)}.`)
  return 'auto'
}

function finished<const Part extends OpenAIResponsesInputPart>(
  state: ResponsesState,
  part: Part,
  { promptCacheBreakpoint, itemExtra }: OpenAIResponsesFields,
): Part {
  const extended = itemExtra === undefined ? part : withExtra(state, part, itemExtra)
  if (promptCacheBreakpoint === undefined) return extended
  if (isRecord(promptCacheBreakpoint) && promptCacheBreakpoint.mode === 'explicit') {
    return { ...extended, prompt_cache_breakpoint: { mode: 'explicit' } }
  }
  lose(state, 'provider-options', 'Only explicit cache breakpoints are sent.')
  return extended
}

const mediaFields: ResponsesKeys = [...imageFields, 'fileId']

export function encodeText(state: ResponsesState, part: TextPart): InputPiece {
  return textPiece(state, part.text, readFields(state, part.providerOptions, partFields))
}

export function encodeImage(state: ResponsesState, part: ImagePart): InputPiece {
  const fields = readFields(state, part.providerOptions, mediaFields)
  const id = uploadedId(state, fields.fileId, part.image, uploadedFile)
  return id === undefined
    ? imagePiece(state, readMedia(state, part.image), fields)
    : uploadedPiece(state, id, true, fields)
}

/** Writes a file of a user message: an image, or any other kind, by its media type. */
export function encodeFile(state: ResponsesState, part: FilePart): InputPiece {
  const fields = readFields(state, part.providerOptions, mediaFields)
  const id = uploadedId(state, fields.fileId, part.data, uploadedFile)
  if (id !== undefined) return uploadedPiece(state, id, isImageType(part.mediaType, undefined), fields)
  const media = readMedia(state, part.data)
  const mediaType = mediaTypeOf(state, part.mediaType, media)
  return isImageType(part.mediaType, mediaType)
    ? imagePiece(state, media, fields)
    : filePiece(state, media, mediaType, part.filename, fields)
}
