import type { JsonValue, ToolOutput, ToolOutputContent } from '@lamella/core'
import { dataUrlHead } from '../shared/data-url.ts'
import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import { answerTypeOf } from './item-types.ts'

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
