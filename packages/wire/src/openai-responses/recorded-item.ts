import type { JsonValue, ToolOutput } from '@lamella/core'
import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import { answerTypeOf } from './item-types.ts'
import { outputImage } from './output-image.ts'

/** An item that is kept whole: of a tool that the provider runs, or of one that is answered in a way of its own. */
export type RecordedItem = UnknownRecord & { readonly [field: string]: JsonValue }

const outside: readonly string[] = ['type', 'id', 'call_id', 'status', 'encrypted_content']

/**
 * What stands as the input of the tool call that an item becomes: all that it says, so that it is counted, and can be sent
 * to other providers. Not what no model reads as text: encrypted content, and the bytes of an image.
 */
export function inputOf(item: UnknownRecord): UnknownRecord {
  const isImage = item['type'] === 'image_generation_call'
  return Object.fromEntries(
    Object.entries(item).filter(
      ([key, value]) => value !== null && !outside.includes(key) && !(isImage && key === 'result'),
    ),
  )
}

/** The output that the answer of a client becomes: a screenshot, what a shell wrote, tools that were found. */
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

/** Whether a client answers this item in the way of its type. Some searches for tools are run by the API. */
export function isClientCall(item: UnknownRecord): boolean {
  if (answerTypeOf(item['type']) === undefined || typeof item['call_id'] !== 'string') return false
  return item['type'] !== 'tool_search_call' || item['execution'] === 'client'
}
