import type { TextPart } from '@lamella/core'
import { lose, partText } from '../../shared/ledger.ts'
import type { PlacedPart } from '../../shared/segments.ts'
import { readFields, withExtra } from '../provider-fields.ts'
import type { OpenAIChatAssistantMessage, OpenAIChatAssistantPart } from '../types.ts'
import { joinPieces, type Piece } from './pieces.ts'
import type { EncodeState } from './state.ts'

/** A text or a refusal of an assistant message. */
type AssistantPiece = Piece<OpenAIChatAssistantPart>

/** What an assistant message says: null if it says nothing. What the format does not take is noted. */
export function encodeTexts(state: EncodeState, parts: readonly PlacedPart[]): OpenAIChatAssistantMessage['content'] {
  const texts: AssistantPiece[] = []
  for (const { part, index } of parts) {
    state.part = index
    switch (part.type) {
      case 'text': {
        const text = encodeText(state, part)
        if (text !== '') texts.push(text)
        break
      }
      case 'tool-call':
      case 'tool-result':
      case 'tool-approval-request':
        break
      case 'reasoning':
        lose(state, 'reasoning', 'OpenAI Chat does not take reasoning back.')
        break
      case 'file':
        // No marker here: the model would take it for something it has said, and say it again.
        lose(state, 'media', `OpenAI Chat takes no file (${part.mediaType}) in an assistant message.`)
        break
      default:
        lose(state, 'part', `OpenAI Chat has no assistant part of the type ${(part as { type: string }).type}.`)
    }
  }
  state.part = -1
  return contentOf(state, texts)
}

function encodeText(state: EncodeState, part: TextPart): AssistantPiece {
  const text = partText(state, part.text)
  const fields = readFields(state, part.providerOptions, ['refusal', 'extra'])
  if (text === '') return text
  if (fields.refusal === true) return { type: 'refusal', refusal: text }
  return fields.extra === undefined ? text : withExtra(state, { type: 'text', text }, fields)
}

/**
 * "One or more parts of the type text, or exactly one of the type refusal" (schema,
 * `ChatCompletionRequestAssistantMessage.content`): a refusal beside text becomes text.
 */
function contentOf(state: EncodeState, texts: readonly AssistantPiece[]): OpenAIChatAssistantMessage['content'] {
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
