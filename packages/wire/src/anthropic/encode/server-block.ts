import type { ToolCallPart, ToolResultPart } from '@lamella/core'
import { objectInput } from '../../shared/call-input.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { mend } from '../../shared/ledger.ts'
import type { PairedCall, PlacedCall } from '../../shared/tool-pairs.ts'
import { askMark, controlOf } from '../cache/marks.ts'
import { type AnthropicFields, type AnthropicKeys, ofMark, peekFields, readFields } from '../provider-fields.ts'
import { isRawBlock, isServerCall, isServerResult, type RawBlock, rawBlock } from '../raw-block.ts'
import { aiSdkCall, aiSdkResult, isMcp } from './ai-sdk-block.ts'
import type { DraftBlock } from './drafts.ts'
import type { AnthropicState } from './state.ts'

const ofServer: AnthropicKeys = [...ofMark, 'block', 'caller']
const ofMcp: AnthropicKeys = [...ofServer, 'type', 'serverName']

function readOwn(state: AnthropicState, { providerOptions }: ToolCallPart | ToolResultPart): AnthropicFields {
  return readFields(state, providerOptions, isMcp(peekFields(providerOptions)) ? ofMcp : ofServer)
}

/** Whether a server tool call or result can be sent as its original block. */
export function isServerPart(state: AnthropicState, part: ToolCallPart | ToolResultPart): boolean {
  const { block } = peekFields(part.providerOptions)
  if (part.type === 'tool-call') {
    const own = isRawBlock(block) ? block : aiSdkCall(state, part)
    return own !== undefined && isServerCall(own)
  }
  const own = isRawBlock(block) ? block : aiSdkResult(state, part)
  return own !== undefined && isServerResult(own)
}

/** Encodes a server tool call unchanged, with a unique id. An input that was changed since takes precedence. */
export function encodeServerCall(state: AnthropicState, { call, part }: PlacedCall): DraftBlock | undefined {
  const fields = readOwn(state, call)
  const raw = rawBlock(state, fields.block ?? aiSdkCall(state, call), isServerCall)
  if (raw === undefined) return undefined
  const asked = raw['id'] as string
  const [id = asked] = state.base.ids.take(state, [{ call: { ...call, toolCallId: asked }, part } as PairedCall])
  state.run.serverIds.set(asked, id)
  return placed(state, { ...raw, id, input: inputOf(state, call, raw, fields) }, fields)
}

/** Returns the input to send: the block's, unless the call's was changed later. */
function inputOf(state: AnthropicState, call: ToolCallPart, raw: RawBlock, { block }: AnthropicFields): unknown {
  return block === undefined || isSame(call.input, raw['input']) ? raw['input'] : objectInput(state, call.input)
}

/** Encodes the result of a server tool call unchanged; drops it if its call is missing. */
export function encodeServerResult(state: AnthropicState, result: ToolResultPart): DraftBlock | undefined {
  const fields = readOwn(state, result)
  const raw = rawBlock(state, fields.block ?? aiSdkResult(state, result), isServerResult)
  if (raw === undefined) return undefined
  const id = state.run.serverIds.get(raw['tool_use_id'] as string)
  if (id === undefined) return void mend(state, 'tool-pair', 'A server tool result without its call is dropped.')
  const { output } = result
  const isUnchanged = fields.block === undefined || !('value' in output) || isSame(output.value, raw['content'])
  const content = isUnchanged ? raw['content'] : cleanJson(state, output.value)
  return placed(state, { ...raw, tool_use_id: id, content }, fields)
}

function placed(state: AnthropicState, raw: UnknownRecord, fields: AnthropicFields): DraftBlock {
  const block = raw as unknown as DraftBlock
  state.run.origins.set(block, { index: state.index, part: state.part })
  askMark(state, block, controlOf(state, fields))
  return block
}

/** Whether a value still equals the block's: content redacted in a history, for example, must stay redacted. */
function isSame(value: unknown, recorded: unknown): boolean {
  try {
    return JSON.stringify(value) === JSON.stringify(recorded)
  } catch {
    return false // Not JSON: the encoder of the value reports it.
  }
}
