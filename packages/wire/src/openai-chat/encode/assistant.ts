import type { TextPart, ToolOutputContent } from '@lamella/core'
import type { Answer } from '../../kit/format.ts'
import { type AssistantWriters, writeParts } from '../../kit/write-parts.ts'
import { argumentsText } from '../../openai/arguments.ts'
import { encodeToolOutput } from '../../openai/tool-output.ts'
import { at, cleanText, leftOut, lose, partText } from '../../shared/ledger.ts'
import { nameOfPiece } from '../../shared/tool-output.ts'
import type { PairedCall } from '../../shared/tool-pairs.ts'
import { type ChatKeys, type OpenAIChatFields, readFields, withExtra, withValidName } from '../fields.ts'
import type {
  OpenAIChatAssistantMessage,
  OpenAIChatAssistantPart,
  OpenAIChatTextPart,
  OpenAIChatToolCall,
  OpenAIChatToolMessage,
} from '../types.ts'
import { type ChatState, title } from './state.ts'
import { joinPieces, type Piece } from './user.ts'

/** Writes a text or a refusal of an assistant message. */
type AssistantPiece = Piece<OpenAIChatAssistantPart>

const noFields: OpenAIChatFields = {}
const ofText: ChatKeys = ['refusal', 'extra']
const ofResult: ChatKeys = ['extra']
const ofCall: ChatKeys = ['arguments', 'custom', 'extra']

/**
 * Writes an assistant message, and one message for each of its tool results in the order of the calls; writes nothing
 * if it has no text, no calls and no recording.
 */
export function encodeAnswer(state: ChatState, answer: Answer, ofMessage: OpenAIChatFields): boolean {
  const { pairs, ids, isLast } = answer
  // The fields of the message appear once, on its last part.
  const fields = isLast ? ofMessage : noFields
  const calls: OpenAIChatToolCall[] = []
  const content = contentOf(state, writeParts(state, answer, title, writers, calls))
  // A recorded spoken answer is the id of a recording, without text.
  if (pairs.length === 0 && content === null && fields.extra?.['audio'] === undefined) return false
  const wire: OpenAIChatAssistantMessage =
    pairs.length === 0 ? { role: 'assistant', content } : { role: 'assistant', content, tool_calls: calls }
  state.run.messages.push(withExtra(state, wire, fields))
  for (let call = 0; call < pairs.length; call++) {
    state.run.messages.push(encodeResult(state, pairs[call] as PairedCall, ids[call] ?? ''))
  }
  return true
}

const writers: AssistantWriters<ChatState['run'], ChatState['base'], OpenAIChatToolCall[], AssistantPiece> = {
  text: encodeText,
  reasoning: (state) => void lose(state, 'reasoning', `${title} does not accept reasoning as input.`),
  // No marker here: the model would take it for its own words and repeat it.
  file: (state, { mediaType }) =>
    void lose(state, 'media', `${title} does not accept files (${mediaType}) in assistant messages.`),
  // Calls go into a separate list.
  call: (state, pair, id, calls) => void calls.push(encodeCall(state, pair, id)),
  native: () => undefined,
}

function encodeText(state: ChatState, part: TextPart): AssistantPiece | undefined {
  const text = partText(state, part.text)
  const fields = readFields(state, part.providerOptions, ofText)
  if (text === '') return undefined
  if (fields.refusal === true) return { type: 'refusal', refusal: text }
  return fields.extra === undefined ? text : withExtra(state, { type: 'text', text }, fields)
}

/**
 * "One or more parts of the type text, or exactly one of the type refusal" (schema,
 * `ChatCompletionRequestAssistantMessage.content`): a refusal next to text becomes text. Null if there is no content.
 */
function contentOf(state: ChatState, texts: readonly AssistantPiece[]): OpenAIChatAssistantMessage['content'] {
  if (texts.length === 0) return null
  if (texts.length === 1) return joinPieces(texts)
  return joinPieces(
    texts.map((piece) => {
      if (typeof piece === 'string' || piece.type === 'text') return piece
      lose(state, 'refusal', 'A refusal next to other text is sent as text.')
      return piece.refusal
    }),
  )
}

/** Writes one call of an assistant message, under its assigned id. */
function encodeCall(state: ChatState, { call }: PairedCall, id: string): OpenAIChatToolCall {
  const fields = readFields(state, call.providerOptions, ofCall)
  const name = state.base.names.toWire(state, call.toolName)
  if (fields.custom === true && typeof call.input === 'string') {
    return withExtra(state, { id, type: 'custom', custom: { name, input: cleanText(state, call.input) } }, fields)
  }
  const text = argumentsText(state, call.input, fields.arguments, state.base.model)
  return withExtra(state, { id, type: 'function', function: { name, arguments: text } }, fields)
}

/** Writes one tool result as a separate message, under the assigned id of its call. */
function encodeResult(message: ChatState, { answer }: PairedCall, id: string): OpenAIChatToolMessage {
  const state = at(message, 'messages', answer.index, answer.part)
  const { output, providerOptions } = answer.result
  if (output.providerOptions !== undefined) readFields(state, output.providerOptions, [])
  const content = encodeToolOutput(state, output, title, encodePieces)
  const fields = withValidName(state, readFields(state, providerOptions, ofResult))
  return withExtra(state, { role: 'tool', tool_call_id: id, content }, fields)
}

function encodePieces(state: ChatState, items: readonly ToolOutputContent[]): OpenAIChatToolMessage['content'] {
  return joinPieces<OpenAIChatTextPart>(items.map((item) => encodeItem(state, item)).filter((text) => text !== ''))
}

/**
 * Images are allowed in user messages only (OC-IMAGE): the API accepts one in a tool message for newer models (200),
 * but they do not see it.
 */
function encodeItem(state: ChatState, item: ToolOutputContent): string {
  if (item.type === 'text') return partText(state, item.text)
  return leftOut(state, cleanText(state, nameOfPiece(item)), 'OpenAI Chat carries only text in tool results')
}
