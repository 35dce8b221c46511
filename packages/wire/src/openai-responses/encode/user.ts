import type { FilePart, ImagePart, TextPart } from '@lamella/core'
import { uploadedFile } from '../../openai/files.ts'
import { readMedia, uploadedId } from '../../shared/media.ts'
import { isImageType, mediaTypeOf } from '../../shared/media-type.ts'
import { type ResponsesKeys, readFields } from '../provider-fields.ts'
import {
  filePiece,
  type InputPiece,
  imageFields,
  imagePiece,
  partFields,
  textPiece,
  uploadedPiece,
} from './input-parts.ts'
import type { ResponsesState } from './state.ts'

const mediaFields: ResponsesKeys = [...imageFields, 'fileId']

/** Writes a text of a user message. */
export function encodeText(state: ResponsesState, part: TextPart): InputPiece {
  return textPiece(state, part.text, readFields(state, part.providerOptions, partFields))
}

/** Writes an image of a user message. */
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
