import { jsonText } from '../../shared/json.ts'
import { cleanText, lose } from '../../shared/loss.ts'
import type { PlacedCall } from '../../shared/tool-pairs.ts'
import { type OpenAIChatFields, readFields, withExtra } from '../provider-fields.ts'
import type { OpenAIChatToolCall } from '../types.ts'
import type { EncodeState } from './state.ts'

const known: readonly (keyof OpenAIChatFields)[] = ['arguments', 'custom', 'extra']

/** One call of an assistant message, under the id that was chosen for it. */
export function encodeCall(state: EncodeState, { call, part }: PlacedCall, id: string): OpenAIChatToolCall {
  state.part = part
  const fields = readFields(state, call.providerOptions, known)
  if (id !== call.toolCallId) {
    lose(state, 'call-id', `The call id ${JSON.stringify(call.toolCallId)} is sent as ${id}.`)
  }
  const name = state.names.toWire(call.toolName)
  if (fields.custom === true && typeof call.input === 'string') {
    const custom = { name, input: cleanText(state, call.input) }
    return withExtra(state, { id, type: 'custom', custom }, fields)
  }
  const text = argumentsOf(state, call.input, fields.arguments)
  return withExtra(state, { id, type: 'function', function: { name, arguments: text } }, fields)
}

function argumentsOf(state: EncodeState, input: unknown, recorded: unknown): string {
  if (typeof recorded === 'string' && saysTheSame(recorded, input)) return cleanText(state, recorded)
  return jsonText(state, input) ?? '{}'
}

/** Whether recorded arguments still are those of the call: an input that was changed since (redacted, say) must win. */
function saysTheSame(recorded: string, input: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(recorded)) === JSON.stringify(input)
  } catch {
    return recorded === input
  }
}
