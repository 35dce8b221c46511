import type { FilePart, ImagePart } from '@lamella/core'
import { sniffImage } from '../../shared/base64.ts'
import { cleanText, lose } from '../../shared/loss.ts'
import { type Media, readMedia } from '../../shared/media.ts'
import { imageTypes } from '../limits.ts'
import { type OpenAIChatFields, readFields, withExtra } from '../provider-fields.ts'
import type { OpenAIChatUserPart } from '../types.ts'
import type { Piece } from './pieces.ts'
import type { EncodeState } from './state.ts'

const audioFormats: Readonly<Record<string, 'wav' | 'mp3'>> = {
  'audio/wav': 'wav',
  'audio/wave': 'wav',
  'audio/x-wav': 'wav',
  'audio/vnd.wave': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
}

const details: readonly unknown[] = ['auto', 'low', 'high']

/** An image of a user message. */
export function encodeImage(state: EncodeState, part: ImagePart): Piece<OpenAIChatUserPart> {
  const fields = readFields(state, part.providerOptions, ['imageDetail', 'extra'])
  return image(state, readMedia(part.image), fields)
}

/** A file of a user message: an image, a recording, or any other kind of file, by its media type. */
export function encodeFile(state: EncodeState, part: FilePart): Piece<OpenAIChatUserPart> {
  const fields = readFields(state, part.providerOptions, ['imageDetail', 'fileId', 'extra'])
  const id = typeof fields.fileId === 'string' ? fields.fileId : uploadedId(part.data)
  if (id !== undefined) return withExtra(state, { type: 'file', file: { file_id: cleanText(state, id) } }, fields)

  const media = readMedia(part.data)
  const mediaType = cleanText(state, part.mediaType).toLowerCase()
  if (mediaType.startsWith('image/')) return image(state, media, fields)
  if (media.kind === 'url') return leftOut(state, 'file', 'OpenAI Chat takes no file by URL')
  if (media.kind === 'unusable') return leftOut(state, 'file', media.why)

  if (mediaType.startsWith('audio/')) {
    const format = audioFormats[mediaType]
    if (format === undefined) return leftOut(state, 'recording', `${mediaType} is neither wav nor mp3`)
    const input_audio = { data: media.base64, format }
    return withExtra(state, { type: 'input_audio', input_audio }, fields)
  }
  // A file without a name is refused.
  const filename = cleanText(state, part.filename ?? defaultName(mediaType))
  const file_data = `data:${mediaType};base64,${media.base64}`
  return withExtra(state, { type: 'file', file: { filename, file_data } }, fields)
}

/** A text that stands where something was left out, so that the model does not miss it in silence. */
export function leftOut(state: EncodeState, what: string, why: string): string {
  lose(state, 'media', `The ${what} is left out: ${why}.`)
  return `[${what} left out: ${why}]`
}

function image(state: EncodeState, media: Media, fields: OpenAIChatFields): Piece<OpenAIChatUserPart> {
  if (media.kind === 'unusable') return leftOut(state, 'image', media.why)
  const url = media.kind === 'url' ? cleanText(state, media.url) : imageUrl(media)
  if (url === undefined) return leftOut(state, 'image', 'it is neither png, jpeg, gif nor webp')
  const detail = fields.imageDetail
  if (detail === undefined) return withExtra(state, { type: 'image_url', image_url: { url } }, fields)
  if (!details.includes(detail)) lose(state, 'provider-options', `OpenAI Chat knows no image detail ${detail}.`)
  const image_url = details.includes(detail) ? { url, detail } : { url }
  return withExtra(state, { type: 'image_url', image_url }, fields)
}

/**
 * The data URL of an image. The bytes decide what it is, as they do at the API: a request with text labelled as jpeg was
 * refused, one with png bytes labelled as jpeg was accepted (both recorded).
 */
function imageUrl(media: { readonly base64: string; readonly mediaType: string | undefined }): string | undefined {
  const sniffed = sniffImage(media.base64)
  if (sniffed === undefined) return undefined
  const labelled = media.mediaType !== undefined && imageTypes.includes(media.mediaType)
  return `data:${labelled ? media.mediaType : sniffed};base64,${media.base64}`
}

/** Ids of uploaded files stand in the place of the data, as in the AI SDK. */
function uploadedId(data: FilePart['data']): string | undefined {
  return typeof data === 'string' && data.startsWith('file-') ? data : undefined
}

function defaultName(mediaType: string): string {
  const subtype = mediaType.slice(mediaType.indexOf('/') + 1)
  return /^[a-z0-9]+$/.test(subtype) ? `file.${subtype}` : 'file'
}
