import type { BuiltContext, Message, Part, ToolOutput } from '@lamella/core'
import type { Attributes } from '@opentelemetry/api'
import { genAi } from './conventions.ts'

/**
 * Returns the texts of a request as attributes: JSON by the schemas of the conventions (`gen-ai-input-messages.json` of
 * semantic-conventions-genai, read on 2026-11-23). Bytes of images and files are left out.
 */
export function contentOf({ system, messages, tools }: BuiltContext): Attributes {
  const instructions = system.map(({ content }) => ({ type: 'text', content }))
  return {
    [genAi.systemInstructions]: JSON.stringify(instructions),
    [genAi.inputMessages]: JSON.stringify(messages.map(({ role, content }) => ({ role, parts: partsOf(content) }))),
    [genAi.toolDefinitions]: JSON.stringify(tools.map(({ name }) => ({ type: 'function', name }))),
  }
}

function partsOf(content: Message['content']): readonly object[] {
  return typeof content === 'string' ? [{ type: 'text', content }] : content.map(partOf)
}

function partOf(part: Part): object {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, content: part.text }
    case 'tool-call':
      return { type: 'tool_call', id: part.toolCallId, name: part.toolName, arguments: part.input }
    case 'tool-result':
      return { type: 'tool_call_response', id: part.toolCallId, response: responseOf(part.output) }
    case 'image':
    case 'file':
      return { type: 'generic', generic_type: part.type, media_type: part.mediaType }
    case 'tool-approval-request':
      return { type: 'generic', generic_type: part.type, id: part.toolCallId }
    case 'tool-approval-response':
      return { type: 'generic', generic_type: part.type, id: part.approvalId, approved: part.approved }
    default:
      part satisfies never
      return { type: 'generic' }
  }
}

function responseOf(output: ToolOutput): unknown {
  switch (output.type) {
    case 'execution-denied':
      return output.reason ?? 'execution denied'
    case 'content':
      return output.value.map((piece) =>
        piece.type === 'text' ? { type: 'text', content: piece.text } : { type: 'generic', generic_type: piece.type },
      )
    case 'text':
    case 'json':
    case 'error-text':
    case 'error-json':
      return output.value
    default:
      output satisfies never
      return undefined
  }
}
