import type { FilePart, ImagePart, TextPart } from '@lamella/core'
import { isRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { lose, partText } from '../../shared/ledger.ts'
import { leftOut } from '../../shared/left-out.ts'
import { camelOf, metaFields } from '../part-kinds.ts'
import { readFields, withExtra } from '../provider-fields.ts'
import type { GeminiPart } from '../types.ts'
import { carry, noteName } from './media.ts'
import type { GeminiState } from './state.ts'

/** A text of a user, or a part of a kind that no canonical part is. */
export function encodeText(state: GeminiState, part: TextPart): GeminiPart | undefined {
  const fields = readFields(state, part.providerOptions, ['part', 'extra'])
  if (part.text === '' && isOtherPart(fields.part)) return cleanJson(state, fields.part) as GeminiPart
  if (fields.part !== undefined) {
    lose(state, 'provider-options', 'The option google.part is no part of another kind.')
  }
  const text = partText(state, part.text)
  return text === '' ? undefined : withExtra(state, { text }, fields)
}

/** An image or a file of a user message. What cannot be carried has a marker in its place. */
export function encodeMedia(state: GeminiState, part: ImagePart | FilePart): GeminiPart {
  const what = part.type === 'image' ? 'image' : 'file'
  const carried = carry(state, part.type === 'image' ? part.image : part.data, part.mediaType, what === 'image')
  const fields = readFields(state, part.providerOptions, ['extra'])
  if ('why' in carried) return { text: leftOut(state, what, carried.why) }
  const wire = withExtra(state, carried.part, fields)
  if (part.type === 'file') noteName(state, part.filename, wire)
  return wire
}

/** Whether a part that was kept as it was is of a kind that no canonical part is. Rules are about the others. */
function isOtherPart(part: unknown): boolean {
  if (!isRecord(part)) return false
  const fields = Object.keys(part).map(camelOf)
  const kinds = fields.filter((key) => !metaFields.includes(key))
  // Some clients send what is about a video in a part behind it, and Gemini takes that.
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
