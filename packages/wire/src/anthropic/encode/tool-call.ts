import { objectInput } from '../../shared/call-input.ts'
import { isRecord } from '../../shared/guards.ts'
import type { PlacedCall } from '../../shared/tool-pairs.ts'
import type { AnthropicToolUseBlock } from '../block-types.ts'
import { askMark, controlOf } from '../cache/marks.ts'
import { type AnthropicFields, type AnthropicKeys, ofMark, readFields, withExtra } from '../provider-fields.ts'
import type { AnthropicState } from './state.ts'

const known: AnthropicKeys = [...ofMark, 'caller', 'extra']

/** Encodes one call of an assistant message, with its assigned id. */
export function encodeCall(state: AnthropicState, { call }: PlacedCall, id: string): AnthropicToolUseBlock {
  const name = state.base.names.toWire(state, call.toolName)
  // "Input should be a valid dictionary" (400, anthropics/anthropic-sdk-typescript#648).
  const input = state.base.fields.toWire(name, objectInput(state, call.input))
  const plain: AnthropicToolUseBlock = { type: 'tool_use', id, name, input }
  if (call.providerOptions === undefined) return plain
  const fields = readFields(state, call.providerOptions, known)
  const block = withExtra(state, { ...plain, ...callerOf(fields) }, fields.extra)
  askMark(state, block, controlOf(state, fields))
  return block
}

/** Returns the Anthropic tool that made this call. The AI SDK names its `tool_id` `toolId`. */
export function callerOf({ caller }: AnthropicFields): { readonly caller?: object } {
  if (!isRecord(caller) || typeof caller['type'] !== 'string') return {}
  const { type, toolId } = caller
  return { caller: typeof toolId === 'string' ? { type, tool_id: toolId } : { type } }
}
