import type { AssistantPart, JsonValue, ToolOutput, ToolOutputContent, ToolPart, UserPart } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import type { PlainItem } from './plain-item.ts'

/** What an item says. The content of a user or system message may be one text. */
export type ReadItem =
  | { readonly role: 'system' | 'user'; readonly content: string | readonly UserPart[] }
  | { readonly role: 'assistant'; readonly content: readonly AssistantPart[] }
  | { readonly role: 'tool'; readonly content: readonly ToolPart[] }

/** The item with which the program answers a call. All other calls are answered by the API. */
export const answerTypes: Readonly<Record<string, string | undefined>> = {
  function_call: 'function_call_result',
  computer_call: 'computer_call_result',
  shell_call: 'shell_call_output',
  apply_patch_call: 'apply_patch_call_output',
}

/** Reads one item. Source: `ModelItem` of @openai/agents-core 0.20.0, read on 2026-11-23. */
export function readItem(item: PlainItem): ReadItem {
  const { type = 'message', role, id, callId, name, content, providerData } = item
  const openai = { ...text('itemId', id), ...text('phase', item['phase']), ...text('namespace', item['namespace']) }
  // The SDK's types have only lists for an answer; its model of Chat Completions takes a text, too.
  const said = role === 'assistant' && typeof content === 'string' ? [{ type: 'output_text', text: content }] : content
  const pieces = Array.isArray(said) ? (said as PlainItem[]) : []
  if (type === 'message') {
    const parts = pieces.map((piece) => contentPart(piece, role === 'assistant' ? openai : undefined))
    if (role === 'assistant') return { role, content: parts as AssistantPart[] }
    const speaker = role === 'developer' ? 'system' : (role as 'user')
    return { role: speaker, content: typeof content === 'string' ? content : parts }
  }
  if (type === 'reasoning') {
    const { encrypted_content: encrypted = null, encryptedContent = encrypted } = (providerData ?? {}) as PlainItem
    const own = { ...openai, ...text('reasoningEncryptedContent', encryptedContent) }
    const thoughts = pieces.length === 0 ? [''] : pieces.map((piece) => String(piece['text']))
    const content = thoughts.map(
      (one, at) => ({ type: 'reasoning', text: one, ...options(at > 0 ? openai : own) }) as const,
    )
    return { role: 'assistant', content }
  }
  const toolCallId = String(callId ?? '')
  if (type === 'function_call') {
    const { input, exact } = parse(String(item['arguments']))
    const own = exact ? openai : { ...openai, ...text('arguments', item['arguments']) }
    const call = { type: 'tool-call', toolCallId, toolName: String(name), input, ...options(own) } as const
    return { role: 'assistant', content: [call] }
  }
  if (Object.values(answerTypes).includes(String(type))) {
    const toolName = typeof name === 'string' ? name : String(type).replace(/_(result|output)$/, '')
    return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output: outputOf(item) }] }
  }
  const { type: _, id: __, callId: ___, status, providerData: more, output, encrypted_content, ...rest } = item
  const { result, ...data } = isObject(more) ? more : {}
  // The bytes of an image are not text that the model reads.
  const input = { ...rest, ...(name !== 'image_generation_call' && { output }), ...data }
  const isOwn = answerTypes[String(type)] === undefined
  const call = { type: 'tool-call', toolCallId: isOwn ? String(id ?? callId ?? type) : toolCallId, input } as const
  const toolName = isOwn && typeof name === 'string' ? name : String(type)
  return { role: 'assistant', content: [{ ...call, toolName, ...(isOwn && { providerExecuted: true }) }] }
}

/** Reads a piece of a message, or of an answer with its options: its text, or its media as a data URL, URL or id. */
function contentPart(piece: PlainItem, answer: PlainItem | undefined): UserPart {
  const { type, detail, promptCacheBreakpoint, format, filename } = piece
  const held = piece['image'] ?? piece['file'] ?? piece['audio']
  const { id, url } = (isObject(held) ? held : {}) as PlainItem
  const data = String(id ?? url ?? held ?? '')
  const openai = {
    ...answer,
    ...text('fileId', id),
    ...text('imageDetail', detail === 'auto' ? undefined : detail),
    ...(type === 'refusal' && { refusal: true }),
    ...(promptCacheBreakpoint !== undefined && { promptCacheBreakpoint }),
  }
  const isImage = type === 'input_image' || type === 'image'
  if (isImage && !answer) return { type: 'image', image: data, ...options(openai) }
  if (!isImage && type !== 'input_file' && type !== 'audio') {
    return { type: 'text', text: String(piece['text'] ?? piece['refusal'] ?? ''), ...options(openai) }
  }
  const usual = type === 'audio' ? `audio/${format ?? 'wav'}` : isImage ? 'image/png' : 'application/octet-stream'
  const mediaType = /^data:([^;,]+)/.exec(data)?.[1] ?? usual
  return { type: 'file', data, mediaType, ...text('filename', filename), ...options(openai) }
}

function outputOf({ output, status }: PlainItem): ToolOutput {
  if (typeof output === 'string') return { type: 'text', value: output }
  const list = (Array.isArray(output) ? output : [output]) as readonly PlainItem[]
  const isContent = list.every((piece) => /^(input_)?(text|image|file)$|_screenshot$/.test(String(piece?.['type'])))
  return isContent ? { type: 'content', value: list.map(outputPiece) } : { type: 'json', value: output ?? { status } }
}

function outputPiece({ type, text: said, image, file, data: screen }: PlainItem): ToolOutputContent {
  const held = image ?? file ?? screen
  const { id, fileId = id, url, data = url, mediaType } = (isObject(held) ? held : {}) as PlainItem
  const kind = file === undefined ? 'image' : 'file'
  if (type === 'text' || type === 'input_text') return { type: 'text', text: String(said) }
  if (typeof fileId === 'string') return { type: `${kind}-${kind === 'image' ? 'file-' : ''}id` as 'file-id', fileId }
  const content = String(data ?? held ?? '')
  if (/^https?:/.test(content)) return { type: `${kind}-url`, url: content }
  const { 1: media = mediaType, 2: data64 = content } = /^data:([^;,]+);base64,(.*)$/s.exec(content) ?? []
  const usual = kind === 'image' ? 'image/png' : 'application/octet-stream'
  return { type: `${kind}-data`, mediaType: String(media ?? usual), data: data64 }
}

/** `exact`: the text is what `JSON.stringify` writes. */
function parse(given: string): { readonly input: unknown; readonly exact: boolean } {
  try {
    const input: unknown = given.trim() === '' ? {} : JSON.parse(given)
    return { input, exact: JSON.stringify(input) === given }
  } catch {
    return { input: given, exact: false }
  }
}

function text<Key extends string>(key: Key, value: JsonValue | undefined): { readonly [K in Key]?: string } {
  return typeof value === 'string' ? ({ [key]: value } as { readonly [K in Key]: string }) : {}
}

function options(openai: PlainItem): { readonly providerOptions?: { openai: Record<string, JsonValue | undefined> } } {
  return Object.keys(openai).length > 0 ? { providerOptions: { openai } } : {}
}
