import { isRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { lose } from '../../shared/ledger.ts'
import type { PlacedCall } from '../../shared/tool-pairs.ts'
import { type GeminiFields, readFields, withExtra } from '../provider-fields.ts'
import type { GeminiFunctionCall, GeminiPart } from '../types.ts'
import { signatureOf } from './signed.ts'
import type { GeminiState } from './state.ts'

const known: readonly (keyof GeminiFields)[] = ['thoughtSignature', 'anonymous', 'extra']

/** One call of a model, under the id that was chosen for it. */
export function encodeCall(state: GeminiState, { call }: PlacedCall, id: string): GeminiPart {
  const fields = readFields(state, call.providerOptions, known)
  const thoughtSignature = signatureOf(state, fields.thoughtSignature)
  const name = state.base.names.toWire(state, call.toolName)
  const args = argsOf(state, call.input)
  const functionCall: GeminiFunctionCall =
    state.run.writesIds && fields.anonymous !== true ? { id, name, args } : { name, args }
  const part = thoughtSignature === undefined ? { functionCall } : { functionCall, thoughtSignature }
  return withExtra(state, part, fields)
}

/**
 * Arguments are an object ("Struct"). What a model has written instead stands under the name that the AI SDK gives it; no
 * arguments at all are none.
 */
function argsOf(state: GeminiState, input: unknown): GeminiFunctionCall['args'] {
  if (input === undefined) return {}
  const clean = cleanJson(state, input)
  if (isRecord(clean)) return clean
  lose(state, 'value', 'The input of a call must be an object, so this one is sent inside of { rawInvalidInput }.')
  return { rawInvalidInput: clean ?? null }
}
