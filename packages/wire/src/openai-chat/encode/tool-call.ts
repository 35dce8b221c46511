import { argumentsText } from '../../openai/arguments.ts'
import { cleanText } from '../../shared/ledger.ts'
import type { PlacedCall } from '../../shared/tool-pairs.ts'
import { type OpenAIChatFields, readFields, withExtra } from '../provider-fields.ts'
import type { OpenAIChatToolCall } from '../types.ts'
import type { EncodeState } from './state.ts'

const known: readonly (keyof OpenAIChatFields)[] = ['arguments', 'custom', 'extra']

/** One call of an assistant message, under the id that was chosen for it. */
export function encodeCall(state: EncodeState, { call, part }: PlacedCall, id: string): OpenAIChatToolCall {
  state.part = part
  const fields = readFields(state, call.providerOptions, known)
  const name = state.names.toWire(call.toolName)
  if (fields.custom === true && typeof call.input === 'string') {
    const custom = { name, input: cleanText(state, call.input) }
    return withExtra(state, { id, type: 'custom', custom }, fields)
  }
  const text = argumentsText(state, call.input, fields.arguments)
  return withExtra(state, { id, type: 'function', function: { name, arguments: text } }, fields)
}
