import type { FilePart, ReasoningPart, TextPart } from '@lamella/core'
import { loseAside } from '../../shared/aside.ts'
import { lose, mend, partText } from '../../shared/ledger.ts'
import { type PlacedPart, type Segment, segmentsOf } from '../../shared/segments.ts'
import type { AssistantTurn } from '../../shared/turns.ts'
import { type GeminiFields, readFields, withExtra } from '../provider-fields.ts'
import { skipSignature } from '../signature.ts'
import type { GeminiPart } from '../types.ts'
import { addContent } from './contents.ts'
import { carry, noteName } from './media.ts'
import { encodeNative, isNative } from './opaque.ts'
import { encodeResponses } from './responses.ts'
import { signatureOf, withSignature } from './signed.ts'
import type { EncodeState } from './state.ts'
import { encodeCall } from './tool-call.ts'

const signed: readonly (keyof GeminiFields)[] = ['thoughtSignature', 'extra']
const thoughtful: readonly (keyof GeminiFields)[] = ['thoughtSignature', 'thought', 'extra']

/**
 * Writes an assistant message as a content of the model, and the results of its calls as the content behind it. A call that
 * another provider ran becomes an ordinary call with a result; what the assistant said after it becomes a second content.
 */
export function encodeAssistant(state: EncodeState, turn: AssistantTurn): void {
  const { contents } = state
  let isEmpty = true
  const fields = readFields(state, turn.message.providerOptions, ['extra'])
  const segments = segmentsOf(state, turn, isNative)
  for (const [number, segment] of segments.entries()) {
    state.index = turn.index
    const ids = state.ids.take(state, segment.pairs)
    const parts = encodeParts(state, segment, ids)
    state.part = -1
    if (parts.length === 0) continue
    isEmpty = false
    // Fields of the message stand once, on what it ends with.
    addContent(state, contents, parts, 'assistant', number === segments.length - 1 ? fields : {})
    if (segment.pairs.length > 0) encodeResponses(state, segment.pairs, ids)
  }
  loseAside(state, turn, (options) => void readFields(state, options, []))
  if (!isEmpty) return
  state.index = turn.index
  state.part = -1
  mend(state, 'empty-message', 'The assistant message is empty and is left out.')
}

function encodeParts(state: EncodeState, segment: Segment, ids: readonly string[]): GeminiPart[] {
  const parts: GeminiPart[] = []
  let call = 0
  for (const placed of segment.parts) {
    state.part = placed.index
    const part = placed.pair === undefined ? encodePart(state, placed) : encodeCall(state, placed.pair, ids[call] ?? '')
    if (part === undefined) continue
    parts.push(placed.pair !== undefined && call === 0 ? signedCall(state, part) : part)
    if (placed.pair !== undefined) call++
  }
  return parts
}

/**
 * The first call of a step needs a signature, those beside it do not. In all of the history and not only in the turn at
 * hand, where alone it is looked at: what was sent once must not change when the conversation goes on.
 */
function signedCall(state: EncodeState, part: GeminiPart): GeminiPart {
  if (!state.wantsSignatures || part.thoughtSignature !== undefined) return part
  lose(state, 'reasoning', 'The call has no thought signature of Gemini: it is sent with a mark that asks for none.')
  return { ...part, thoughtSignature: skipSignature }
}

function encodePart(state: EncodeState, { part }: PlacedPart): GeminiPart | undefined {
  switch (part.type) {
    case 'text':
      return encodeText(state, part)
    case 'reasoning':
      return encodeReasoning(state, part)
    case 'file':
      return encodeFile(state, part)
    case 'tool-call':
    case 'tool-result':
      return encodeNative(state, part)
    case 'tool-approval-request':
      return undefined
    default:
      lose(state, 'part', `Gemini has no assistant part of the type ${(part as { type: string }).type}.`)
      return undefined
  }
}

/** A signature may come with a text without anything in it, and goes back so. */
function encodeText(state: EncodeState, part: TextPart): GeminiPart | undefined {
  if (part.providerOptions === undefined) {
    const text = partText(state, part.text)
    return text === '' ? undefined : { text }
  }
  const fields = readFields(state, part.providerOptions, signed)
  const thoughtSignature = signatureOf(state, fields.thoughtSignature)
  if (part.text === '' && thoughtSignature !== undefined)
    return withExtra(state, { text: '', thoughtSignature }, fields)
  const text = partText(state, part.text)
  if (text === '') return undefined
  return withExtra(state, thoughtSignature === undefined ? { text } : { text, thoughtSignature }, fields)
}

function encodeReasoning(state: EncodeState, part: ReasoningPart): GeminiPart | undefined {
  const fields = readFields(state, part.providerOptions, thoughtful)
  const thoughtSignature = signatureOf(state, fields.thoughtSignature)
  if (thoughtSignature === undefined && fields.thought !== true) {
    lose(state, 'reasoning', 'Gemini takes back only thoughts of its own.')
    return undefined
  }
  if (part.text === '' && thoughtSignature === undefined) {
    partText(state, '')
    return undefined
  }
  const text = part.text === '' ? '' : partText(state, part.text)
  const wire = { text, thought: true }
  return withExtra(state, thoughtSignature === undefined ? wire : { ...wire, thoughtSignature }, fields)
}

/** No marker for what cannot be carried: the model would take it for something it has said, and say it again. */
function encodeFile(state: EncodeState, part: FilePart): GeminiPart | undefined {
  const fields = readFields(state, part.providerOptions, thoughtful)
  const carried = carry(state, part.data, part.mediaType, false)
  if ('why' in carried) {
    lose(state, 'media', `The file is left out: ${carried.why}.`)
    return undefined
  }
  const wire = fields.thought === true ? { ...carried.part, thought: true } : carried.part
  const file = withExtra(state, withSignature(state, wire, fields), fields)
  noteName(state, part.filename, file)
  return file
}
