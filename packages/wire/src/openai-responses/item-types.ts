import type { JsonValue, ToolOutput, ToolOutputContent } from '@lamella/core'
import { dataUrlHead } from '../shared/base64.ts'
import { isRecord, type UnknownRecord } from '../shared/guards.ts'

/** Items that the client answers, by type, and the type of their answers. Both hold the same `call_id`. */
const answerTypes: Readonly<Record<string, string>> = {
  function_call: 'function_call_output',
  custom_tool_call: 'custom_tool_call_output',
  computer_call: 'computer_call_output',
  local_shell_call: 'local_shell_call_output',
  shell_call: 'shell_call_output',
  apply_patch_call: 'apply_patch_call_output',
  tool_search_call: 'tool_search_output',
}

const callTypes: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(answerTypes).map(([call, output]) => [output, call]),
)

/** Returns the type of an item's answer, or `undefined` if no client answers it. */
export function answerTypeOf(type: unknown): string | undefined {
  return typeof type === 'string' && Object.hasOwn(answerTypes, type) ? answerTypes[type] : undefined
}

/** Returns the type of the call that an item answers, or `undefined` if it is not an answer. */
export function callTypeOf(type: unknown): string | undefined {
  return typeof type === 'string' && Object.hasOwn(callTypes, type) ? callTypes[type] : undefined
}

/** All item types. Source: schemas `InputItem` and `Item`. */
export const itemTypes: readonly string[] = [
  'message',
  'reasoning',
  ...Object.keys(answerTypes),
  ...Object.values(answerTypes),
  'file_search_call',
  'web_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_call',
  'mcp_list_tools',
  'mcp_approval_request',
  'mcp_approval_response',
  'additional_tools',
  'compaction',
  'compaction_trigger',
  'configuration_update',
  'item_reference',
  'program',
  'program_output',
]

/** Client items, which no reasoning leads to. All others come from the model or from provider-executed tools. */
export const clientItems: readonly string[] = [
  'mcp_approval_response',
  'additional_tools',
  'compaction_trigger',
  'configuration_update',
  ...Object.values(answerTypes),
]

/** Id prefixes by item type. Source: OR-ID (the API's own errors). */
export const idPrefixes: Readonly<Record<string, string>> = {
  message: 'msg',
  reasoning: 'rs',
  function_call: 'fc',
  custom_tool_call: 'ctc',
}

const idCharacters = /^[a-zA-Z0-9_-]{1,64}$/

/** Whether an item of the given type can have this id. */
export function isItemId(id: unknown, type: string): id is string {
  if (typeof id !== 'string' || !idCharacters.test(id)) return false
  return !Object.hasOwn(idPrefixes, type) || id.startsWith(idPrefixes[type] as string)
}

/** An item that is kept whole: one of a provider-executed tool, or of a tool with a type-specific answer. */
export type RecordedItem = UnknownRecord & { readonly [field: string]: JsonValue }

const outside: readonly string[] = ['type', 'id', 'call_id', 'status', 'encrypted_content']

/**
 * Returns the input of the tool call that an item becomes: all its content, so that it is counted and can be sent to
 * other providers. Excludes what no model reads as text: encrypted content and image bytes.
 */
export function inputOf(item: UnknownRecord): UnknownRecord {
  const isImage = item['type'] === 'image_generation_call'
  return Object.fromEntries(
    Object.entries(item).filter(
      ([key, value]) => value !== null && !outside.includes(key) && !(isImage && key === 'result'),
    ),
  )
}

/** Returns the output that a client's answer becomes: a screenshot, shell output, tools found. */
export function outputOf(item: UnknownRecord): ToolOutput {
  const { type, output, tools, status } = item
  if (type === 'computer_call_output' && isRecord(output)) {
    const image = outputImage(output['image_url'], output['file_id'])
    if (image !== undefined) return { type: 'content', value: [image] }
  }
  if (type === 'tool_search_output') return { type: 'json', value: (tools ?? null) as JsonValue }
  if (type === 'apply_patch_call_output') return { type: 'json', value: { status, output } as JsonValue }
  return typeof output === 'string'
    ? { type: 'text', value: output }
    : { type: 'json', value: (output ?? null) as JsonValue }
}

/** Whether a client answers this item with a type-specific item. The API runs some tool searches itself. */
export function isClientCall(item: UnknownRecord): boolean {
  if (answerTypeOf(item['type']) === undefined || typeof item['call_id'] !== 'string') return false
  return item['type'] !== 'tool_search_call' || item['execution'] === 'client'
}

/** Reads an image of a tool's output from its URL or id: data URLs become their base64 text. */
export function outputImage(url: unknown, fileId: unknown): ToolOutputContent | undefined {
  if (typeof url !== 'string') return typeof fileId === 'string' ? { type: 'image-file-id', fileId } : undefined
  const head = dataUrlHead(url)
  if (!head?.isBase64 || head.mediaType === '') return { type: 'image-url', url }
  return { type: 'image-data', data: url.slice(head.start), mediaType: head.mediaType.toLowerCase() }
}
