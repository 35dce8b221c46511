import type { UserMessage, UserPart } from '@lamella/core'
import { isRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { cleanText, lose, mend, partText } from '../../shared/ledger.ts'
import { camelOf, metaFields } from '../part-kinds.ts'
import { readFields, withExtra } from '../provider-fields.ts'
import type { GeminiPart } from '../types.ts'
import { addContent } from './contents.ts'
import { encodeMedia } from './media.ts'
import type { EncodeState } from './state.ts'

/** Writes a user message. If nothing is in it, it is left out and that is noted. */
export function encodeUser(state: EncodeState, message: UserMessage): void {
  const parts = encodeParts(state, message.content)
  const fields = readFields(state, message.providerOptions, ['extra'])
  if (parts.length === 0) mend(state, 'empty-message', 'The user message is empty and is left out.')
  addContent(state, state.contents, parts, 'user', fields)
}

function encodeParts(state: EncodeState, content: UserMessage['content']): GeminiPart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ text: cleanText(state, content) }]
  const parts: GeminiPart[] = []
  for (let index = 0; index < content.length; index++) {
    state.part = index
    const part = encodePart(state, content[index] as UserPart)
    if (part !== undefined) parts.push(part)
  }
  state.part = -1
  return parts
}

function encodePart(state: EncodeState, part: UserPart): GeminiPart | undefined {
  switch (part.type) {
    case 'text': {
      const fields = readFields(state, part.providerOptions, ['part', 'extra'])
      if (part.text === '' && isOtherPart(fields.part)) return cleanJson(state, fields.part) as GeminiPart
      if (fields.part !== undefined)
        lose(state, 'provider-options', 'The option google.part is no part of another kind.')
      const text = partText(state, part.text)
      return text === '' ? undefined : withExtra(state, { text }, fields)
    }
    case 'image':
    case 'file':
      return encodeMedia(state, part)
    default:
      lose(state, 'part', `Gemini has no user part of the type ${(part as { type: string }).type}.`)
      return undefined
  }
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
