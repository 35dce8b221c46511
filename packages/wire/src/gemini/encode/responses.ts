import { at } from '../../shared/ledger.ts'
import type { PairedCall } from '../../shared/tool-pairs.ts'
import { type GeminiFields, peekFields, readFields, withExtra } from '../provider-fields.ts'
import type { GeminiFunctionResponse, GeminiFunctionResponsePart, GeminiPart } from '../types.ts'
import { addContent } from './contents.ts'
import { encodeOutput } from './output.ts'
import type { GeminiState } from './state.ts'

// The AI SDK copies the signature of a call to its result.
const known: readonly (keyof GeminiFields)[] = ['bare', 'extra', 'thoughtSignature']

/**
 * The results of a message's calls: one content with a response a call, in their order, and nothing else ("the number of
 * function response parts is equal to the number of function call parts", google-gemini/gemini-cli#4217; parts beside them
 * were refused now and then, #16137). Media that no response takes follow in a content of the user.
 */
export function encodeResponses(state: GeminiState, pairs: readonly PairedCall[], ids: readonly string[]): void {
  const responses: GeminiPart[] = []
  const behind: GeminiPart[] = []
  for (let at = 0; at < pairs.length; at++)
    responses.push(encodeResponse(state, pairs[at] as PairedCall, ids[at] ?? '', behind))
  const place = at(state, 'messages', pairs.at(-1)?.answer.index ?? state.index)
  addContent(place, state.run.contents, responses, 'responses')
  addContent(place, state.run.contents, behind, 'media')
}

function encodeResponse(
  message: GeminiState,
  { call, answer }: PairedCall,
  id: string,
  behind: GeminiPart[],
): GeminiPart {
  const state = at(message, 'messages', answer.index, answer.part)
  const { output, providerOptions } = answer.result
  const fields = readFields(state, providerOptions, known)
  if (output.providerOptions !== undefined) readFields(state, output.providerOptions, [])
  const nested: GeminiFunctionResponsePart[] = []
  const response = encodeOutput(state, output, { id, isBare: fields.bare === true, nested, behind })
  const name = state.base.names.toWire(state, call.toolName)
  const hasId = state.run.writesIds && peekFields(call.providerOptions).anonymous !== true
  const functionResponse: GeminiFunctionResponse = hasId ? { id, name, response } : { name, response }
  const whole = nested.length > 0 ? { ...functionResponse, parts: nested } : functionResponse
  return withExtra(state, { functionResponse: whole }, fields)
}
