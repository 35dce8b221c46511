import type { AssistantMessage, AssistantPart, TextPart } from '@lamella/core'
import { cleanText, lose } from '../../shared/loss.ts'
import type { PlacedCall, PlacedResult } from '../../shared/tool-pairs.ts'
import { readFields, withExtra } from '../provider-fields.ts'
import type { OpenAIChatAssistantMessage, OpenAIChatAssistantPart } from '../types.ts'
import { joinPieces, type Piece } from './pieces.ts'
import type { EncodeState } from './state.ts'

/** A text or a refusal of an assistant message. */
export type AssistantPiece = Piece<OpenAIChatAssistantPart>

/** What the parts of an assistant message come to. */
export interface SortedParts {
  readonly texts: AssistantPiece[]
  readonly calls: PlacedCall[]
  /** Results inside of the message itself: of tools that the provider ran. */
  readonly inline: PlacedResult[]
  /** How many texts stand before the last of those results. */
  textsBefore: number
}

/** Sorts the parts of an assistant message by what becomes of them. What the format does not take is noted. */
export function sortParts(state: EncodeState, content: AssistantMessage['content']): SortedParts {
  const sorted: SortedParts = { texts: [], calls: [], inline: [], textsBefore: 0 }
  if (typeof content === 'string') {
    if (content !== '') sorted.texts.push(cleanText(state, content))
    return sorted
  }
  for (let part = 0; part < content.length; part++) {
    state.part = part
    sortPart(state, content[part] as AssistantPart, sorted)
  }
  state.part = -1
  return sorted
}

function sortPart(state: EncodeState, part: AssistantPart, sorted: SortedParts): void {
  switch (part.type) {
    case 'text':
      if (part.text !== '') sorted.texts.push(encodeText(state, part))
      return
    case 'tool-call':
      sorted.calls.push({ call: part, part: state.part })
      return
    case 'tool-result':
      sorted.inline.push({ result: part, index: state.index, part: state.part })
      sorted.textsBefore = sorted.texts.length
      return
    case 'reasoning':
      lose(state, 'reasoning', 'OpenAI Chat does not take reasoning back.')
      return
    case 'file':
      // No marker here: the model would take it for something it has said, and say it again.
      lose(state, 'media', `OpenAI Chat takes no file (${part.mediaType}) in an assistant message.`)
      return
    default:
      lose(state, 'part', `OpenAI Chat has no assistant part of the type ${(part as { type: string }).type}.`)
  }
}

function encodeText(state: EncodeState, part: TextPart): AssistantPiece {
  const text = cleanText(state, part.text)
  const fields = readFields(state, part.providerOptions, ['refusal', 'extra'])
  if (fields.refusal === true) return { type: 'refusal', refusal: text }
  return fields.extra === undefined ? text : withExtra(state, { type: 'text', text }, fields)
}

/**
 * The content of an assistant message: null for none. "One or more parts of the type text, or exactly one of the type
 * refusal" (schema, `ChatCompletionRequestAssistantMessage.content`): a refusal beside text becomes text.
 */
export function contentOf(state: EncodeState, texts: readonly AssistantPiece[]): OpenAIChatAssistantMessage['content'] {
  if (texts.length === 0) return null
  if (texts.length === 1) return joinPieces(texts)
  return joinPieces(
    texts.map((piece) => {
      if (typeof piece === 'string' || piece.type === 'text') return piece
      lose(state, 'refusal', 'A refusal beside other text is sent as text.')
      return piece.refusal
    }),
  )
}
