import type { ToolCallPart, ToolResultPart } from '@lamella/core'
import { objectInput } from '../../shared/call-input.ts'
import { isRecord, parsedJson, type UnknownRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { mend } from '../../shared/ledger.ts'
import { sameJson } from '../../shared/same-json.ts'
import type { PairedCall, PlacedCall } from '../../shared/tool-pairs.ts'
import { askMark, controlOf } from '../cache/marks.ts'
import { validServerCallId } from '../limits.ts'
import { type AnthropicFields, type AnthropicKeys, ofMark, peekFields, readFields } from '../provider-fields.ts'
import { isRawBlock, isServerCall, isServerResult, type RawBlock, rawBlock } from '../raw-block.ts'
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
  return block === undefined || sameJson(call.input, raw['input']) ? raw['input'] : objectInput(state, call.input)
}

/**
 * Encodes the result of a server tool call unchanged, unless its value was changed later: what is redacted in a history must stay
 * redacted. Drops it if its call is missing.
 */
export function encodeServerResult(state: AnthropicState, result: ToolResultPart): DraftBlock | undefined {
  const fields = readOwn(state, result)
  const raw = rawBlock(state, fields.block ?? aiSdkResult(state, result), isServerResult)
  if (raw === undefined) return undefined
  const id = state.run.serverIds.get(raw['tool_use_id'] as string)
  if (id === undefined) return void mend(state, 'tool-pair', 'A server tool result without its call is dropped.')
  const { output } = result
  const isUnchanged = fields.block === undefined || !('value' in output) || sameJson(output.value, raw['content'])
  const content = isUnchanged ? raw['content'] : cleanJson(state, output.value)
  return placed(state, { ...raw, tool_use_id: id, content }, fields)
}

function placed(state: AnthropicState, raw: UnknownRecord, fields: AnthropicFields): DraftBlock {
  const block = raw as unknown as DraftBlock
  state.run.origins.set(block, { index: state.index, part: state.part })
  askMark(state, block, controlOf(state, fields))
  return block
}

/**
 * Returns the block that the AI SDK decoded as a server tool call; `undefined` for calls of other providers.
 * Anthropic's calls are recognized by their ids, since other providers' tools have the same names.
 *
 * Source: vercel/ai, packages/anthropic, convert-to-anthropic-prompt.ts.
 */
function aiSdkCall(
  state: AnthropicState,
  { toolCallId: id, toolName, input, ...part }: ToolCallPart,
): RawBlock | undefined {
  if (!isRecord(input)) return undefined
  const fields = peekFields(part.providerOptions)
  const { serverName } = fields
  if (isMcp(fields)) {
    const isWhole = typeof serverName === 'string'
    return isWhole ? { type: 'mcp_tool_use', id, name: toolName, input, server_name: serverName } : undefined
  }
  if (!validServerCallId.test(id)) return undefined
  const name = state.base.names.toWire(state, toolName)
  if (!results.has(name)) return undefined
  const { type, ...rest } = input
  const isPart = name === 'code_execution' && typeof type === 'string'
  // The AI SDK names the code execution tool in the input.
  const own = isPart && type !== 'programmatic-tool-call' ? type : name
  return { type: 'server_tool_use', id, name: own, input: isPart ? rest : input, ...callerOf(fields) }
}

/** Returns the block that the AI SDK decoded as the result of a server tool call. */
function aiSdkResult(
  state: AnthropicState,
  { toolCallId: id, toolName, output, ...part }: ToolResultPart,
): RawBlock | undefined {
  if (output.type !== 'json' && output.type !== 'error-json') return undefined
  const isError = output.type === 'error-json'
  const value = isError ? parsed(output.value) : output.value
  const fields = peekFields(part.providerOptions)
  if (isMcp(fields)) {
    const isWhole = typeof value === 'string' || Array.isArray(value)
    return isWhole ? { type: 'mcp_tool_result', tool_use_id: id, is_error: isError, content: value } : undefined
  }
  if (!validServerCallId.test(id)) return undefined
  const content = results.get(state.base.names.toWire(state, toolName))?.(value, isError)
  if (content === undefined) return undefined
  const type = `${content.of}_tool_result`
  return { type, tool_use_id: id, content: content.value, ...callerOf(fields) }
}

/** Returns the Anthropic tool that made this call. The AI SDK names its `tool_id` `toolId`. */
export function callerOf({ caller }: AnthropicFields): { readonly caller?: object } {
  if (!isRecord(caller) || typeof caller['type'] !== 'string') return {}
  const { type, toolId } = caller
  return { caller: typeof toolId === 'string' ? { type, tool_id: toolId } : { type } }
}

function isMcp({ type }: AnthropicFields): boolean {
  return type === 'mcp-tool-use'
}

/** The content of a result in the API's format, and its tool. */
interface ResultContent {
  readonly of: string
  readonly value: unknown
}

type ReadResult = (value: unknown, isError: boolean) => ResultContent | undefined

const results: ReadonlyMap<string, ReadResult> = new Map<string, ReadResult>([
  ['web_search', (value, isError) => (isError ? errorOf('web_search', value) : searchOf(value))],
  ['web_fetch', (value, isError) => (isError ? errorOf('web_fetch', value) : fetchOf(value))],
  ['code_execution', codeOf],
  ['tool_search_tool_regex', toolsOf],
  ['tool_search_tool_bm25', toolsOf],
])

function errorOf(of: string, value: unknown): ResultContent {
  const code = isRecord(value) ? value['errorCode'] : undefined
  return { of, value: { type: `${of}_tool_result_error`, error_code: typeof code === 'string' ? code : 'unavailable' } }
}

function searchOf(value: unknown): ResultContent | undefined {
  const isWhole =
    Array.isArray(value) && value.every((item) => isRecord(item) && typeof item['encryptedContent'] === 'string')
  return isWhole ? { of: 'web_search', value: inApiFormat(value) } : undefined
}

function fetchOf(value: unknown): ResultContent | undefined {
  const isWhole = isRecord(value) && isRecord(value['content']) && isRecord(value['content']['source'])
  return isWhole ? { of: 'web_fetch', value: inApiFormat(value) } : undefined
}

/** Reads code execution results, which keep their field names and state which of its tools they come from. */
function codeOf(value: unknown): ResultContent | undefined {
  const type = isRecord(value) ? value['type'] : undefined
  if (typeof type !== 'string') return undefined
  const of = /^(bash_|text_editor_)?code_execution/.exec(type)?.[0] ?? 'code_execution'
  const isKnown = type.includes('code_execution')
  return isKnown ? { of, value: type.endsWith('_error') ? inApiFormat(value) : value } : undefined
}

function toolsOf(value: unknown, isError: boolean): ResultContent | undefined {
  if (isError) return errorOf('tool_search', value)
  if (!Array.isArray(value)) return undefined
  return { of: 'tool_search', value: { type: 'tool_search_tool_search_result', tool_references: inApiFormat(value) } }
}

/** Parses a value that is JSON text, as errors can be. */
function parsed(value: unknown): unknown {
  const found = typeof value === 'string' ? parsedJson(value) : undefined
  return found === undefined ? value : found
}

const apiNames: ReadonlyMap<string, string> = new Map([
  ['pageAge', 'page_age'],
  ['encryptedContent', 'encrypted_content'],
  ['retrievedAt', 'retrieved_at'],
  ['mediaType', 'media_type'],
  ['toolName', 'tool_name'],
  ['errorCode', 'error_code'],
])

/** Returns the value with the API's field names instead of the AI SDK's. */
function inApiFormat(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inApiFormat)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [apiNames.get(key) ?? key, inApiFormat(item)]))
}
