import type { JsonValue, Part, ReasoningPart, Role, ToolCallPart, ToolOutput, ToolResultPart } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import type { MemoryChunk, ToolCallChunk, ToolResultChunk } from '../contract/chunk.ts'
import { contentText, holdsParts } from '../render/content-text.ts'
import { renderChunk, roleOfChunk } from '../render/render-chunk.ts'
import { naturalOutput } from './part-chunks.ts'

export type ChunkPart = Part

/** What a chunk is in a canonical message, and in messages of which roles it may stand, its own first. */
export interface PartsOfChunk {
  readonly parts: readonly ChunkPart[]
  readonly roles: readonly Role[]
}

/** @throws LamellaError `CHUNK_INVALID` for a content that cannot be written */
export function chunkParts(chunk: MemoryChunk): PartsOfChunk {
  switch (chunk.type) {
    case 'SYSTEM':
      return said(contentText(chunk), ['system'])
    case 'AGENT': {
      const roles = [chunk.metadata.role]
      return holdsParts(chunk) ? { parts: chunk.content as unknown as Part[], roles } : said(contentText(chunk), roles)
    }
    case 'WORKFLOW':
      if (chunk.subType === 'TOOL_CALL') return { parts: [callPart(chunk)], roles: ['assistant'] }
      break
    case 'ENVIRONMENT':
      if (chunk.subType === 'TOOL_RESULT') return { parts: [resultPart(chunk)], roles: ['tool', 'assistant'] }
      break
    case 'WORKING_FLOW':
      if (chunk.subType === 'USER') return said(contentText(chunk), ['user'])
      if (chunk.subType === 'THINKING') return { parts: [thought(chunk)], roles: ['assistant'] }
      break
    case 'CUSTOM':
      if (chunk.metadata.source?.empty) return { parts: [], roles: ['tool'] }
      if (isApproval(chunk.content)) {
        const { content } = chunk
        return { parts: [content], roles: [content.type === 'tool-approval-request' ? 'assistant' : 'tool'] }
      }
      break
    case 'DELEGATION':
    case 'OUTPUT':
      break
    default:
      chunk satisfies never
  }
  return said(renderChunk(chunk), [roleOfChunk(chunk)])
}

function said(text: string, roles: readonly Role[]): PartsOfChunk {
  return { parts: [{ type: 'text', text }], roles }
}

function thought(chunk: MemoryChunk): ReasoningPart {
  return { type: 'reasoning', text: contentText(chunk), ...optionsOf(chunk) }
}

function callPart(chunk: ToolCallChunk): ToolCallPart {
  const { tool: toolName, callId: toolCallId, providerExecuted, source } = chunk.metadata
  // A text that nobody says is the input itself is its JSON, as in the examples of this package.
  const input = source === undefined && typeof chunk.content === 'string' ? parsed(chunk.content) : chunk.content
  const ran = providerExecuted === undefined ? {} : { providerExecuted }
  return { type: 'tool-call', toolCallId, toolName, input, ...ran, ...optionsOf(chunk) }
}

function resultPart(chunk: ToolResultChunk): ToolResultPart {
  const { tool: toolName, callId: toolCallId } = chunk.metadata
  return { type: 'tool-result', toolCallId, toolName, output: outputOf(chunk), ...optionsOf(chunk) }
}

function outputOf({ content, metadata }: ToolResultChunk): ToolOutput {
  const { output, success = true } = metadata
  const { type = naturalOutput(content, success), providerOptions } = output ?? {}
  const more = providerOptions === undefined ? {} : { providerOptions }
  if (type === 'execution-denied') return { type, ...(typeof content === 'string' ? { reason: content } : {}), ...more }
  // A chunk that was changed since may hold a content that is none of its type any more: then the content decides.
  const fits = type.endsWith('text') ? typeof content === 'string' : type !== 'content' || Array.isArray(content)
  const value = content === undefined ? null : content
  return { type: fits ? type : naturalOutput(content, success), value: value as JsonValue, ...more } as ToolOutput
}

function isApproval(value: unknown): value is Extract<Part, { readonly approvalId: string }> {
  if (!isObject(value) || typeof value['approvalId'] !== 'string') return false
  return value['type'] === 'tool-approval-request'
    ? typeof value['toolCallId'] === 'string'
    : value['type'] === 'tool-approval-response' && typeof value['approved'] === 'boolean'
}

function optionsOf({ metadata }: MemoryChunk): Pick<ReasoningPart, 'providerOptions'> {
  const { providerOptions } = metadata
  return providerOptions === undefined ? {} : { providerOptions }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
