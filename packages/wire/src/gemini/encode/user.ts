import type { FilePart, ImagePart, TextPart } from '@lamella/core'
import { isRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { leftOut, lose, partText } from '../../shared/ledger.ts'
import { camelOf, metaFields } from '../part-kinds.ts'
import { readFields, withExtra } from '../provider-fields.ts'
import type { GeminiPart } from '../types.ts'
import { carry, noteName } from './media.ts'
import type { GeminiState } from './state.ts'

/** Writes a user text, or a part of a kind without a canonical part. */
export function encodeText(state: GeminiState, part: TextPart): GeminiPart | undefined {
  const fields = readFields(state, part.providerOptions, ['part', 'extra'])
  if (part.text === '' && isOtherPart(fields.part)) return cleanJson(state, fields.part) as GeminiPart
  if (fields.part !== undefined) {
    lose(state, 'provider-options', 'The option google.part holds no part of a provider-specific kind.')
  }
  const text = partText(state, part.text)
  return text === '' ? undefined : withExtra(state, { text }, fields)
}

/** Writes an image or file of a user message. A marker replaces one that cannot be sent. */
export function encodeMedia(state: GeminiState, part: ImagePart | FilePart): GeminiPart {
  const what = part.type === 'image' ? 'image' : 'file'
  const carried = carry(state, part.type === 'image' ? part.image : part.data, part.mediaType, what === 'image')
  const fields = readFields(state, part.providerOptions, ['extra'])
  if ('why' in carried) return { text: leftOut(state, what, carried.why) }
  const wire = withExtra(state, carried.part, fields)
  if (part.type === 'file') noteName(state, part.filename, wire)
  return wire
}

/** Whether a part kept unchanged is of a kind without a canonical part. Rules apply to the others. */
function isOtherPart(part: unknown): boolean {
  if (!isRecord(part)) return false
  const fields = Object.keys(part).map(camelOf)
  const kinds = fields.filter((key) => !metaFields.includes(key))
  // Some clients send a video's metadata in a separate part after it, which Gemini accepts.
  const isAboutVideo = kinds.length === 0 && fields.includes('videoMetadata')
  return (kinds.length === 1 || isAboutVideo) && !fields.some((key) => ownFields.includes(key))
}

const ownFields: readonly string[] = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'thoughtSignature',
]
