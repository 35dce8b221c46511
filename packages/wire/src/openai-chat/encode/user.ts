import type { FilePart, ImagePart, TextPart } from '@lamella/core'
import { defaultName, fileTypes, imageUrl, uploadedFile } from '../../openai/files.ts'
import { cleanText, leftOut, lose, mend, partText } from '../../shared/ledger.ts'
import { decodeText, isImageType, type Media, mediaTypeOf, readMedia, uploadedId } from '../../shared/media.ts'
import { type OpenAIChatFields, readFields, withExtra } from '../fields.ts'
import type { OpenAIChatTextPart, OpenAIChatUserPart } from '../types.ts'
import type { ChatState } from './state.ts'

/** A part to be written: plain text as a string, anything else as its wire part. */
export type Piece<Part> = string | Part

/**
 * Returns the content of a message. A single plain text is sent as a string: it means the same as a list with one part,
 * and many compatible servers accept nothing else. Without pieces the content is ''.
 */
export function joinPieces<Part>(pieces: readonly Piece<Part>[]): string | (Part | OpenAIChatTextPart)[] {
  const [first] = pieces
  if (first === undefined) return ''
  if (pieces.length === 1 && typeof first === 'string') return first
  return pieces.map((piece) => (typeof piece === 'string' ? { type: 'text', text: piece } : piece))
}

export function encodeText(state: ChatState, part: TextPart): Piece<OpenAIChatUserPart> {
  const fields = readFields(state, part.providerOptions, ['extra'])
  const text = partText(state, part.text)
  return text === '' || fields.extra === undefined ? text : withExtra(state, { type: 'text', text }, fields)
}

const audioFormats: Readonly<Record<string, 'wav' | 'mp3'>> = {
  'audio/wav': 'wav',
  'audio/wave': 'wav',
  'audio/x-wav': 'wav',
  'audio/vnd.wave': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
}

const details: readonly unknown[] = ['auto', 'low', 'high']

export function encodeImage(state: ChatState, part: ImagePart): Piece<OpenAIChatUserPart> {
  const fields = readFields(state, part.providerOptions, ['imageDetail', 'extra'])
  return image(state, readMedia(state, part.image), fields)
}

/** Writes a file of a user message: an image, an audio recording, or any other file, by its media type. */
export function encodeFile(state: ChatState, part: FilePart): Piece<OpenAIChatUserPart> {
  const fields = readFields(state, part.providerOptions, ['imageDetail', 'fileId', 'extra'])
  const id = uploadedId(state, fields.fileId, part.data, uploadedFile)
  if (id !== undefined) return withExtra(state, { type: 'file', file: { file_id: id } }, fields)

  const media = readMedia(state, part.data)
  const mediaType = mediaTypeOf(state, part.mediaType, media)
  if (isImageType(part.mediaType, mediaType)) return image(state, media, fields)
  if (media.kind === 'url') return leftOut(state, 'file', 'OpenAI Chat does not accept files by URL')
  if (media.kind === 'unusable') return leftOut(state, 'file', media.why)
  if (mediaType === undefined) return leftOut(state, 'file', 'its media type is not known')

  if (mediaType.startsWith('audio/')) {
    const format = audioFormats[mediaType]
    if (format === undefined) return leftOut(state, 'recording', `${mediaType} is neither wav nor mp3`)
    const input_audio = { data: media.base64, format }
    return withExtra(state, { type: 'input_audio', input_audio }, fields)
  }
  if (mediaType.startsWith('text/')) return textFile(state, media.base64, part.filename, fields)
  if (!fileTypes.includes(mediaType))
    return leftOut(state, 'file', `OpenAI Chat does not accept ${mediaType}, only PDFs and texts`)
  // The API rejects files without a name.
  const filename = cleanText(state, part.filename ?? defaultName(mediaType))
  const file_data = `data:${mediaType};base64,${media.base64}`
  return withExtra(state, { type: 'file', file: { filename, file_data } }, fields)
}

/** Writes a text file as text, after its name: the API rejects it as a file (`fileTypes`). */
function textFile(
  state: ChatState,
  base64: string,
  filename: string | undefined,
  fields: OpenAIChatFields,
): Piece<OpenAIChatUserPart> {
  const content = decodeText(state, base64)
  mend(state, 'media-type', 'A text file is sent as text: only PDFs are files here.')
  const text = filename === undefined ? content : `${cleanText(state, filename)}:\n${content}`
  return fields.extra === undefined ? text : withExtra(state, { type: 'text', text }, fields)
}

function image(state: ChatState, media: Media, fields: OpenAIChatFields): Piece<OpenAIChatUserPart> {
  if (media.kind === 'unusable') return leftOut(state, 'image', media.why)
  const url = media.kind === 'url' ? cleanText(state, media.url) : imageUrl(media)
  if (url === undefined) return leftOut(state, 'image', 'it is neither png, jpeg, gif nor webp')
  const detail = fields.imageDetail
  if (detail === undefined) return withExtra(state, { type: 'image_url', image_url: { url } }, fields)
  if (!details.includes(detail)) lose(state, 'provider-options', `OpenAI Chat has no image detail ${detail}.`)
  const image_url = details.includes(detail) ? { url, detail } : { url }
  return withExtra(state, { type: 'image_url', image_url }, fields)
}
