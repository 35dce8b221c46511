import type { FilePart, ImagePart, UserMessage, UserPart } from '@lamella/core'
import { uploadedFile } from '../../openai/files.ts'
import { cleanText, lose, mend } from '../../shared/ledger.ts'
import { readMedia } from '../../shared/media.ts'
import { isImageType, mediaTypeOf } from '../../shared/media-type.ts'
import { uploadedId } from '../../shared/uploaded-id.ts'
import type { OpenAIResponsesItem, OpenAIResponsesMessage } from '../items.ts'
import { type OpenAIResponsesFields, readFields, withExtra } from '../provider-fields.ts'
import {
  filePiece,
  type InputPiece,
  imageFields,
  imagePiece,
  joinPieces,
  partFields,
  textPiece,
  uploadedPiece,
} from './input-parts.ts'
import type { EncodeState } from './state.ts'

const mediaFields: readonly (keyof OpenAIResponsesFields)[] = [...imageFields, 'fileId']

/** Writes a user message. If nothing is in it, it is left out and that is noted. */
export function encodeUser(state: EncodeState, message: UserMessage, out: OpenAIResponsesItem[]): void {
  const content = encodeContent(state, message.content)
  if (content === '') {
    mend(state, 'empty-message', 'The user message is empty and is left out.')
    return
  }
  const wire: OpenAIResponsesMessage = { role: 'user', content }
  out.push(
    message.providerOptions === undefined
      ? wire
      : withExtra(state, wire, readFields(state, message.providerOptions, ['itemExtra']).itemExtra),
  )
}

function encodeContent(state: EncodeState, content: UserMessage['content']): OpenAIResponsesMessage['content'] {
  if (typeof content === 'string') return cleanText(state, content)
  const pieces: InputPiece[] = []
  for (let index = 0; index < content.length; index++) {
    state.part = index
    const piece = encodePart(state, content[index] as UserPart)
    if (piece !== '') pieces.push(piece)
  }
  state.part = -1
  return joinPieces(pieces)
}

function encodePart(state: EncodeState, part: UserPart): InputPiece {
  switch (part.type) {
    case 'text':
      return textPiece(state, part.text, readFields(state, part.providerOptions, partFields))
    case 'image':
      return encodeImage(state, part)
    case 'file':
      return encodeFile(state, part)
    default:
      lose(state, 'part', `OpenAI Responses has no user part of the type ${(part as { type: string }).type}.`)
      return ''
  }
}

function encodeImage(state: EncodeState, part: ImagePart): InputPiece {
  const fields = readFields(state, part.providerOptions, mediaFields)
  const id = uploadedId(state, fields.fileId, part.image, uploadedFile)
  return id === undefined
    ? imagePiece(state, readMedia(state, part.image), fields)
    : uploadedPiece(state, id, true, fields)
}

function encodeFile(state: EncodeState, part: FilePart): InputPiece {
  const fields = readFields(state, part.providerOptions, mediaFields)
  const id = uploadedId(state, fields.fileId, part.data, uploadedFile)
  if (id !== undefined) return uploadedPiece(state, id, isImageType(part.mediaType, undefined), fields)
  const media = readMedia(state, part.data)
  const mediaType = mediaTypeOf(state, part.mediaType, media)
  return isImageType(part.mediaType, mediaType)
    ? imagePiece(state, media, fields)
    : filePiece(state, media, mediaType, part.filename, fields)
}
