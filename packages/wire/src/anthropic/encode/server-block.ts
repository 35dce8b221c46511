import type { ToolCallPart, ToolResultPart } from '@lamella/core'
import type { UnknownRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { mend } from '../../shared/ledger.ts'
import type { PairedCall, PlacedCall } from '../../shared/tool-pairs.ts'
import { askMark, controlOf } from '../cache/marks.ts'
import { type AnthropicFields, peekFields, readFields } from '../provider-fields.ts'
import { isRawBlock, isServerCall, isServerResult, rawBlock } from '../raw-block.ts'
import type { DraftBlock } from './drafts.ts'
import type { EncodeState } from './state.ts'
import { encodeInput } from './tool-call.ts'

const known: readonly (keyof AnthropicFields)[] = ['cacheControl', 'cache_control', 'block']

/** Whether a call or result of a tool that Anthropic ran is there as the block that it was. */
export function isServerPart(part: ToolCallPart | ToolResultPart): boolean {
  const { block } = peekFields(part.providerOptions)
  if (!isRawBlock(block)) return false
  return part.type === 'tool-call' ? isServerCall(block) : isServerResult(block)
}

/** A call that Anthropic ran, as it was, under an id that no other call has. An input that was changed since counts. */
export function encodeServerCall(state: EncodeState, { call, part }: PlacedCall): DraftBlock | undefined {
  state.part = part
  const fields = readFields(state, call.providerOptions, known)
  const raw = rawBlock(state, fields.block, isServerCall)
  if (raw === undefined) return undefined
  const asked = raw['id'] as string
  const [id = asked] = state.ids.take(state, [{ call: { ...call, toolCallId: asked }, part } as PairedCall])
  state.part = part
  state.serverIds.set(asked, id)
  const input = isSame(call.input, raw['input']) ? raw['input'] : encodeInput(state, call.input)
  return placed(state, { ...raw, id, input }, fields)
}

/** The result of a call that Anthropic ran, as it was, unless its call is not there: then it is left out. */
export function encodeServerResult(state: EncodeState, result: ToolResultPart): DraftBlock | undefined {
  const fields = readFields(state, result.providerOptions, known)
  const raw = rawBlock(state, fields.block, isServerResult)
  if (raw === undefined) return undefined
  const id = state.serverIds.get(raw['tool_use_id'] as string)
  if (id === undefined) {
    mend(state, 'tool-pair', 'A result of a tool of Anthropic without its call is left out.')
    return undefined
  }
  const { output } = result
  const isAsItWas = !('value' in output) || isSame(output.value, raw['content'])
  const content = isAsItWas ? raw['content'] : cleanJson(state, output.value)
  return placed(state, { ...raw, tool_use_id: id, content }, fields)
}

function placed(state: EncodeState, raw: UnknownRecord, fields: AnthropicFields): DraftBlock {
  const block = raw as unknown as DraftBlock
  state.origins.set(block, { index: state.index, part: state.part })
  askMark(state, block, controlOf(state, fields))
  return block
}

/** Whether a value still is the one of the block: what was redacted in a history, say, must stay so. */
function isSame(value: unknown, recorded: unknown): boolean {
  try {
    return JSON.stringify(value) === JSON.stringify(recorded)
  } catch {
    return false // No JSON: whoever writes it says so.
  }
}
