import type { FilePart, ReasoningPart, TextPart } from '@lamella/core'
import type { Answer } from '../../kit/format.ts'
import { type AssistantWriters, writeParts } from '../../kit/write-parts.ts'
import { objectInput } from '../../shared/call-input.ts'
import { lose, partText } from '../../shared/ledger.ts'
import type { PlacedCall } from '../../shared/tool-pairs.ts'
import { type GeminiFields, type GeminiKeys, readFields, withExtra } from '../provider-fields.ts'
import { signatureOf, skipSignature, withSignature } from '../signature.ts'
import type { GeminiFunctionCall, GeminiPart } from '../types.ts'
import { addContent } from './contents.ts'
import { carry, noteName } from './media.ts'
import { encodeNative } from './native.ts'
import { encodeResponses } from './responses.ts'
import type { GeminiState } from './state.ts'

const signed: GeminiKeys = ['thoughtSignature', 'extra']
const reasoningFields: GeminiKeys = ['thoughtSignature', 'thought', 'extra']

const writers: AssistantWriters<GeminiState['run'], GeminiState['base'], undefined, GeminiPart> = {
  text: encodeText,
  reasoning: encodeReasoning,
  file: encodeFile,
  call: (state, pair, id, _, number) => {
    const part = encodeCall(state, pair, id)
    return number === 0 ? signedCall(state, part) : part
  },
  native: encodeNative,
}

/** Writes an assistant message as model content, followed by the results of its calls. */
export function encodeAnswer(state: GeminiState, answer: Answer, fields: GeminiFields): boolean {
  const { pairs, ids, isLast } = answer
  const parts = writeParts(state, answer, 'Gemini', writers, undefined)
  if (parts.length === 0) return false
  // The fields of the message appear once, on its last part.
  addContent(state, state.run.contents, parts, 'assistant', isLast ? fields : {})
  if (pairs.length > 0) encodeResponses(state, pairs, ids)
  return true
}

/**
 * The first call of a step needs a signature, parallel calls do not. This applies to the whole history, although the
 * API checks only the current turn: content already sent must not change as the conversation continues.
 */
function signedCall(state: GeminiState, part: GeminiPart): GeminiPart {
  if (!state.run.needsSignatures || part.thoughtSignature !== undefined) return part
  lose(
    state,
    'reasoning',
    'The call has no Gemini thought signature: it is sent with a placeholder that skips validation.',
  )
  return { ...part, thoughtSignature: skipSignature }
}

/** A signature may come with an empty text, and is sent back the same way. */
function encodeText(state: GeminiState, part: TextPart): GeminiPart | undefined {
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

function encodeReasoning(state: GeminiState, part: ReasoningPart): GeminiPart | undefined {
  const fields = readFields(state, part.providerOptions, reasoningFields)
  const thoughtSignature = signatureOf(state, fields.thoughtSignature)
  if (thoughtSignature === undefined && fields.thought !== true)
    return void lose(state, 'reasoning', 'Gemini accepts only its own thoughts.')
  if (part.text === '' && thoughtSignature === undefined) {
    partText(state, '')
    return undefined
  }
  const text = part.text === '' ? '' : partText(state, part.text)
  const wire = { text, thought: true }
  return withExtra(state, thoughtSignature === undefined ? wire : { ...wire, thoughtSignature }, fields)
}

/** No marker for content that cannot be sent: the model would take it for its own words and repeat it. */
function encodeFile(state: GeminiState, part: FilePart): GeminiPart | undefined {
  const fields = readFields(state, part.providerOptions, reasoningFields)
  const carried = carry(state, part.data, part.mediaType, false)
  if ('why' in carried) return void lose(state, 'media', `The file is left out: ${carried.why}.`)
  const wire = fields.thought === true ? { ...carried.part, thought: true } : carried.part
  const file = withExtra(state, withSignature(state, wire, fields), fields)
  noteName(state, part.filename, file)
  return file
}

const ofCall: GeminiKeys = ['thoughtSignature', 'anonymous', 'extra']

/** Writes one call of a model, under its assigned id. */
function encodeCall(state: GeminiState, { call }: PlacedCall, id: string): GeminiPart {
  const fields = readFields(state, call.providerOptions, ofCall)
  const thoughtSignature = signatureOf(state, fields.thoughtSignature)
  const name = state.base.names.toWire(state, call.toolName)
  // Arguments must be an object ("Struct").
  const args = objectInput(state, call.input)
  const functionCall: GeminiFunctionCall =
    state.run.writesIds && fields.anonymous !== true ? { id, name, args } : { name, args }
  const part = thoughtSignature === undefined ? { functionCall } : { functionCall, thoughtSignature }
  return withExtra(state, part, fields)
}
