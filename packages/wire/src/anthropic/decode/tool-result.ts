import type { ToolOutput, ToolOutputContent, ToolResultPart } from '@lamella/core'
import type { OpenCalls } from '../../shared/decode/open-calls.ts'
import { readList, readRecord, readText, refuse } from '../../shared/decode/read.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { notesOf, readSource } from './media.ts'
import { optionsOf, restOf } from './options-of.ts'

/** Decodes a result of a tool that the caller ran. `open`: the calls that it may answer. */
export function decodeResult(block: UnknownRecord, path: string, open: OpenCalls): ToolResultPart {
  const toolCallId = readText(block['tool_use_id'], `${path}.tool_use_id`)
  const isError = block['is_error'] === true
  const output = decodeOutput(block['content'] ?? '', `${path}.content`, isError)
  const rest = restOf(block, ['type', 'tool_use_id', 'content', 'is_error'])
  return {
    type: 'tool-result',
    toolCallId,
    toolName: open.answer(toolCallId) ?? '',
    output,
    // Content lists have no canonical error flag.
    ...optionsOf({ ...rest, isError: isError && output.type === 'content' ? true : undefined }),
  }
}

function decodeOutput(content: unknown, path: string, isError: boolean): ToolOutput {
  if (typeof content === 'string') return { type: isError ? 'error-text' : 'text', value: content }
  const value = readList(content, path).map((item, index) => decodePiece(item, `${path}[${index}]`))
  return { type: 'content', value }
}

const ofText = ['type', 'text']
const ofImage = ['type', 'source']
const ofDocument = ['type', 'source', 'title', 'context', 'citations']

function decodePiece(value: unknown, path: string): ToolOutputContent {
  const block = readRecord(value, path)
  switch (block['type']) {
    case 'text':
      return { type: 'text', text: readText(block['text'], `${path}.text`), ...optionsOf(restOf(block, ofText)) }
    case 'image':
      return decodeImagePiece(block, path)
    case 'document':
      return decodeDocumentPiece(block, path)
    case 'tool_reference': {
      const { tool_name: toolName } = block
      const isWhole = Object.keys(block).length === 2 && typeof toolName === 'string'
      return isWhole ? { type: 'custom', ...optionsOf({ type: 'tool-reference', toolName }) } : rawPiece(block)
    }
    default:
      return typeof block['type'] === 'string' ? rawPiece(block) : refuse(`${path}.type`, 'must be text')
  }
}

function decodeImagePiece(block: UnknownRecord, path: string): ToolOutputContent {
  const source = readSource(block, path)
  const options = optionsOf(restOf(block, ofImage))
  if (source.kind === 'other') return rawPiece(block)
  const { kind, value, mediaType } = source
  if (kind === 'data') return { type: 'image-data', data: value, mediaType, ...options }
  if (kind === 'url') return { type: 'image-url', url: value, ...options }
  return { type: 'image-file-id', fileId: { anthropic: value }, ...options }
}

function decodeDocumentPiece(block: UnknownRecord, path: string): ToolOutputContent {
  const source = readSource(block, path)
  const options = optionsOf({ ...notesOf(block), ...restOf(block, ofDocument) })
  if (source.kind === 'other') return rawPiece(block)
  const { kind, value, mediaType } = source
  if (kind === 'data') return { type: 'file-data', data: value, mediaType, ...options }
  if (kind === 'url') return { type: 'file-url', url: value, mediaType: 'application/pdf', ...options }
  return { type: 'file-id', fileId: { anthropic: value }, ...options }
}

function rawPiece(block: UnknownRecord): ToolOutputContent {
  const { cache_control: control, ...raw } = block
  return { type: 'custom', ...optionsOf({ block: raw, cacheControl: control ?? undefined }) }
}
