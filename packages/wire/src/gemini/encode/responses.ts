import { at } from '../../shared/ledger.ts'
import type { PairedCall } from '../../shared/tool-pairs.ts'
import { type GeminiKeys, peekFields, readFields, withExtra } from '../provider-fields.ts'
import type { GeminiFunctionResponse, GeminiFunctionResponsePart, GeminiPart } from '../types.ts'
import { addContent } from './contents.ts'
import { encodeOutput } from './output.ts'
import type { GeminiState } from './state.ts'

// The AI SDK copies a call's signature to its result.
const known: GeminiKeys = ['bare', 'extra', 'thoughtSignature']

/**
 * Writes the results of a message's calls: one content with one response per call, in call order, and nothing else
 * ("the number of function response parts is equal to the number of function call parts",
 * google-gemini/gemini-cli#4217; additional parts were sometimes rejected, #16137). Media that no response accepts
 * follow in user content.
 */
export function encodeResponses(state: GeminiState, pairs: readonly PairedCall[], ids: readonly string[]): void {
  const responses: GeminiPart[] = []
  const mediaParts: GeminiPart[] = []
  for (let at = 0; at < pairs.length; at++)
    responses.push(encodeResponse(state, pairs[at] as PairedCall, ids[at] ?? '', mediaParts))
  const place = at(state, 'messages', pairs.at(-1)?.answer.index ?? state.index)
  addContent(place, state.run.contents, responses, 'responses')
  addContent(place, state.run.contents, mediaParts, 'media')
}

function encodeResponse(
  message: GeminiState,
  { call, answer }: PairedCall,
  id: string,
  mediaParts: GeminiPart[],
): GeminiPart {
  const state = at(message, 'messages', answer.index, answer.part)
  const { output, providerOptions } = answer.result
  const fields = readFields(state, providerOptions, known)
  if (output.providerOptions !== undefined) readFields(state, output.providerOptions, [])
  const nested: GeminiFunctionResponsePart[] = []
  const response = encodeOutput(state, output, { id, isBare: fields.bare === true, nested, mediaParts })
  const name = state.base.names.toWire(state, call.toolName)
  const hasId = state.run.writesIds && peekFields(call.providerOptions).anonymous !== true
  const functionResponse: GeminiFunctionResponse = hasId ? { id, name, response } : { name, response }
  const whole = nested.length > 0 ? { ...functionResponse, parts: nested } : functionResponse
  return withExtra(state, { functionResponse: whole }, fields)
}
