import type { JsonValue, Part, ToolOutput } from '@lamella/core'
import type { Collector } from './collect.ts'
import { type Fields, fields, list, text } from './fields.ts'
import { partsOutput, pieceOf, resultPart, textParts } from './parts.ts'

/** Reads the content of a message in the form of Anthropic: a text, or blocks. Blocks of unknown types are counted. */
export function anthropicParts(content: unknown, collector: Collector): readonly Part[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return list(content).flatMap((block) => partOf(fields(block), collector))
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
      return textParts(`<file path="${text(block['path']) ?? ''}">\n${text(block['content']) ?? ''}\n</file>`)
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use': {
      const [toolCallId, toolName] = [String(block['id'] ?? ''), String(block['name'] ?? '')]
      const own = type !== 'tool_use' && { providerExecuted: true }
      return [{ type: 'tool-call', toolCallId, toolName, input: block['input'], ...own }]
    }
  }
  // Results of the provider's own tools have types of their own.
  if (typeof block['tool_use_id'] === 'string') {
    const output: ToolOutput =
      type === 'tool_result' ? resultOutput(block, collector) : { type: 'json', value: block['content'] as JsonValue }
    return [resultPart(block['tool_use_id'], '', output)]
  }
  collector.strange(`block ${String(type)}`)
  return []
}

function resultOutput({ content, is_error: isError }: Fields, collector: Collector): ToolOutput {
  if (typeof content === 'string' || content === undefined || content === null) {
    return { type: isError === true ? 'error-text' : 'text', value: content ?? '' }
  }
  const parts = anthropicParts(content, collector)
  const isText = parts.every(({ type }) => type === 'text')
  return isText && (isError === true || parts.length === 1)
    ? partsOutput(parts, isError === true)
    : { type: 'content', value: parts.flatMap(pieceOf) }
}

function mediaOf(block: Fields): readonly Part[] {
  const source = fields(block['source'])
  const mediaType = text(source['media_type'])
  const data = text(source['data']) ?? text(source['url'])
  if (data === undefined) return []
  if (block['type'] === 'image') return [{ type: 'image', image: data, ...(mediaType && { mediaType }) }]
  if (source['type'] === 'text') return [{ type: 'text', text: data }]
  return [{ type: 'file', data, mediaType: mediaType ?? 'application/pdf' }]
}
