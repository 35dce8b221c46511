import type { FilePart, ImagePart, JsonValue, Part, ToolOutput, ToolOutputContent } from '@lamella/core'
import type { Collector } from './collect.ts'
import { type Fields, fields, list, text } from './fields.ts'

/** Reads the content of a message in the form of Anthropic: a text, or blocks. Blocks of unknown types are counted. */
export function anthropicParts(content: unknown, collector: Collector): readonly Part[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return list(content).flatMap((block) => partOf(fields(block), collector))
}

/** Returns the ids of the calls that the blocks answer. */
export function answeredCalls(parts: readonly Part[]): readonly string[] {
  return parts.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : []))
}

function partOf(block: Fields, collector: Collector): readonly Part[] {
  const { type } = block
  switch (type) {
    case 'text':
      return [{ type, text: String(block['text'] ?? '') }]
    case 'thinking':
      return [{ type: 'reasoning', text: String(block['thinking'] ?? '') }]
    case 'redacted_thinking':
      return [{ type: 'reasoning', text: '' }]
    case 'image':
    case 'document':
      return mediaOf(block)
    case 'file':
      return [
        { type: 'text', text: `<file path="${text(block['path']) ?? ''}">\n${text(block['content']) ?? ''}\n</file>` },
      ]
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use': {
      const call = {
        toolCallId: String(block['id'] ?? ''),
        toolName: String(block['name'] ?? ''),
        input: block['input'],
      }
      return [{ type: 'tool-call', ...call, ...(type !== 'tool_use' && { providerExecuted: true }) }]
    }
  }
  // Results of the provider's own tools have types of their own.
  if (typeof block['tool_use_id'] === 'string') {
    const own = type === 'tool_result'
    const output = own
      ? resultOutput(block, collector)
      : ({ type: 'json', value: block['content'] as JsonValue } as const)
    return [{ type: 'tool-result', toolCallId: block['tool_use_id'], toolName: '', output }]
  }
  collector.strange(`block ${String(type)}`)
  return []
}

function resultOutput({ content, is_error: isError }: Fields, collector: Collector): ToolOutput {
  if (typeof content === 'string' || content === undefined || content === null) {
    return { type: isError === true ? 'error-text' : 'text', value: content ?? '' }
  }
  const parts = anthropicParts(content, collector)
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  if (texts.length === parts.length && (isError === true || texts.length === 1)) {
    return { type: isError === true ? 'error-text' : 'text', value: texts.join('\n') }
  }
  return { type: 'content', value: parts.flatMap(pieceOf) }
}

/** Returns a part as a piece of a tool's output. */
export function pieceOf(part: Part): readonly ToolOutputContent[] {
  if (part.type === 'text') return [{ type: 'text', text: part.text }]
  if (part.type === 'image' && typeof part.image === 'string') {
    if (part.mediaType === undefined) return [{ type: 'image-url', url: part.image }]
    return [{ type: 'image-data', data: part.image, mediaType: part.mediaType }]
  }
  if (part.type === 'file' && typeof part.data === 'string') {
    return [{ type: 'file-data', data: part.data, mediaType: part.mediaType }]
  }
  return []
}

function mediaOf(block: Fields): readonly (ImagePart | FilePart | Part)[] {
  const source = fields(block['source'])
  const mediaType = text(source['media_type'])
  const data = text(source['data']) ?? text(source['url'])
  if (data === undefined) return []
  if (block['type'] === 'image') return [{ type: 'image', image: data, ...(mediaType && { mediaType }) }]
  if (source['type'] === 'text') return [{ type: 'text', text: data }]
  return [{ type: 'file', data, mediaType: mediaType ?? 'application/pdf' }]
}
