import type { ToolCallPart } from '@lamella/core'
import { argumentsText } from '../../openai/arguments.ts'
import { cleanText, lose } from '../../shared/ledger.ts'
import type { PairedCall } from '../../shared/tool-pairs.ts'
import type { OpenAIResponsesCustomCall, OpenAIResponsesFunctionCall, OpenAIResponsesItem } from '../items.ts'
import { type OpenAIResponsesFields, type ResponsesKeys, readFields, withExtra } from '../provider-fields.ts'
import { isCustom } from './next-item.ts'
import { encodeOutput } from './output-item.ts'
import type { ResponsesState } from './state.ts'

const customFields: ResponsesKeys = ['itemId', 'custom', 'namespace', 'itemExtra']
const callFields: ResponsesKeys = [...customFields, 'arguments', 'item']
// The AI SDK copies a call's fields to its result.
const resultFields: ResponsesKeys = [...customFields, 'item']

/** Writes a call of the model under its assigned id, with the id of its item if that is sent. */
export function encodeCall(
  state: ResponsesState,
  { call }: PairedCall,
  call_id: string,
  id: string | undefined,
): OpenAIResponsesItem {
  const name = state.base.names.toWire(state, call.toolName)
  if (isCustom(call)) return encodeCustomCall(state, call, name, call_id, id)
  const { input, providerOptions } = call
  if (providerOptions === undefined) {
    return { type: 'function_call', call_id, name, arguments: argumentsText(state, input, undefined, state.base.model) }
  }
  const fields = readFields(state, providerOptions, callFields)
  if (fields.item !== undefined) {
    lose(state, 'provider-options', 'The call is sent as a function call: it no longer matches its recorded item.')
  }
  const text = argumentsText(state, input, fields.arguments, state.base.model)
  const wire: OpenAIResponsesFunctionCall =
    id === undefined
      ? { type: 'function_call', call_id, name, arguments: text }
      : { type: 'function_call', call_id, name, arguments: text, id }
  return finished(state, wire, fields)
}

function encodeCustomCall(
  state: ResponsesState,
  call: ToolCallPart,
  name: string,
  call_id: string,
  id: string | undefined,
): OpenAIResponsesItem {
  const fields = readFields(state, call.providerOptions, customFields)
  const input = cleanText(state, call.input as string)
  const wire: OpenAIResponsesCustomCall = {
    type: 'custom_tool_call',
    call_id,
    name,
    input,
    ...(id !== undefined && { id }),
  }
  return finished(state, wire, fields)
}

/** Writes the result of a call, under the id assigned to the call. */
export function encodeResult(
  state: ResponsesState,
  { call, answer }: PairedCall,
  call_id: string,
): OpenAIResponsesItem {
  const { output, providerOptions } = answer.result
  const type = isCustom(call) ? 'custom_tool_call_output' : 'function_call_output'
  const wire = { type, call_id, output: encodeOutput(state, output) } as const
  if (providerOptions === undefined) return wire
  const fields = readFields(state, providerOptions, resultFields)
  return fields.itemExtra === undefined ? wire : withExtra(state, wire, fields.itemExtra)
}

function finished<const Call extends OpenAIResponsesItem>(
  state: ResponsesState,
  call: Call,
  { namespace, itemExtra }: OpenAIResponsesFields,
): Call {
  const extended = itemExtra === undefined ? call : withExtra(state, call, itemExtra)
  return typeof namespace === 'string' ? { ...extended, namespace: cleanText(state, namespace) } : extended
}
