import { objectInput } from '../../shared/call-input.ts'
import type { PlacedCall } from '../../shared/tool-pairs.ts'
import { type GeminiKeys, readFields, withExtra } from '../provider-fields.ts'
import type { GeminiFunctionCall, GeminiPart } from '../types.ts'
import { signatureOf } from './signed.ts'
import type { GeminiState } from './state.ts'

const known: GeminiKeys = ['thoughtSignature', 'anonymous', 'extra']

/** Writes one call of a model, under its assigned id. */
export function encodeCall(state: GeminiState, { call }: PlacedCall, id: string): GeminiPart {
  const fields = readFields(state, call.providerOptions, known)
  const thoughtSignature = signatureOf(state, fields.thoughtSignature)
  const name = state.base.names.toWire(state, call.toolName)
  // Arguments must be an object ("Struct").
  const args = objectInput(state, call.input)
  const functionCall: GeminiFunctionCall =
    state.run.writesIds && fields.anonymous !== true ? { id, name, args } : { name, args }
  const part = thoughtSignature === undefined ? { functionCall } : { functionCall, thoughtSignature }
  return withExtra(state, part, fields)
}
