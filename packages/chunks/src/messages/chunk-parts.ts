import type { JsonValue, Part, ReasoningPart, ToolCallPart, ToolOutput, ToolResultPart } from '@lamella/core'
import { isObject, type Role } from '@lamella/core/plugin'
import type { MemoryChunk, ToolCallChunk, ToolResultChunk } from '../contract/chunk.ts'
import { contentText, holdsParts } from '../render/content-text.ts'
import { renderChunk, roleOfChunk } from '../render/render-chunk.ts'
import { naturalOutput } from './part-chunks.ts'

export type ChunkPart = Part

/** The parts of a chunk in a canonical message, and the roles a message with them may have, preferred role first. */
export interface PartsOfChunk {
  readonly parts: readonly ChunkPart[]
  readonly roles: readonly Role[]
}

/** @throws LamellaError `CHUNK_INVALID` if the content cannot be written */
export function chunkParts(chunk: MemoryChunk): PartsOfChunk {
  switch (chunk.type) {
    case 'SYSTEM':
      return textOnly(contentText(chunk), ['system'])
    case 'AGENT': {
      const roles = [chunk.metadata.role]
      return holdsParts(chunk)
        ? { parts: chunk.content as unknown as Part[], roles }
        : textOnly(contentText(chunk), roles)
    }
    case 'WORKFLOW':
      if (chunk.subType === 'TOOL_CALL') return { parts: [callPart(chunk)], roles: ['assistant'] }
      break
    case 'ENVIRONMENT':
      if (chunk.subType === 'TOOL_RESULT') return { parts: [resultPart(chunk)], roles: ['tool', 'assistant'] }
      break
    case 'WORKING_FLOW':
      if (chunk.subType === 'USER') return textOnly(contentText(chunk), ['user'])
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
  return textOnly(renderChunk(chunk), [roleOfChunk(chunk)])
}

function textOnly(text: string, roles: readonly Role[]): PartsOfChunk {
  return { parts: [{ type: 'text', text }], roles }
}

function thought(chunk: MemoryChunk): ReasoningPart {
  return { type: 'reasoning', text: contentText(chunk), ...optionsOf(chunk) }
}

function callPart(chunk: ToolCallChunk): ToolCallPart {
  const { tool: toolName, callId: toolCallId, providerExecuted, source } = chunk.metadata
  // Without a source, text input is parsed as JSON, as in this package's examples.
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
  // If a chunk was changed and its content no longer matches its type, the content decides.
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
