import type { Message } from '../contract/message.ts'

type Fields = Readonly<Record<string, unknown>>

const partTypes: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'image', 'file'],
  assistant: ['text', 'file', 'reasoning', 'tool-call', 'tool-result', 'tool-approval-request'],
  tool: ['tool-result', 'tool-approval-response'],
}

/** Whether a value has the shape of a message: what everything behind `load` relies on, and no more. */
export function isMessage(value: unknown): value is Message {
  const { role, content } = (value ?? {}) as { readonly role?: unknown; readonly content?: unknown }
  if (typeof content === 'string') return role === 'user' || role === 'assistant' || role === 'system'
  if (typeof role !== 'string' || !Object.hasOwn(partTypes, role) || !Array.isArray(content)) return false
  return content.every((part) => partTypes[role]?.includes(part?.type) && isPart(part))
}

function isPart(part: Fields): boolean {
  switch (part['type']) {
    case 'text':
    case 'reasoning':
      return typeof part['text'] === 'string'
    case 'tool-call':
      return typeof part['toolCallId'] === 'string' && typeof part['toolName'] === 'string'
    case 'tool-result':
      return typeof part['toolCallId'] === 'string' && isOutput(part['output'])
    case 'tool-approval-request':
      return typeof part['approvalId'] === 'string' && typeof part['toolCallId'] === 'string'
    case 'tool-approval-response':
      return typeof part['approvalId'] === 'string' && typeof part['approved'] === 'boolean' && isReason(part['reason'])
    case 'image':
      return part['image'] !== undefined
    default:
      return part['data'] !== undefined && typeof part['mediaType'] === 'string'
  }
}

function isOutput(value: unknown): boolean {
  const { type, value: output, reason } = (value ?? {}) as Fields
  switch (type) {
    case 'text':
    case 'error-text':
      return typeof output === 'string'
    case 'content':
      return Array.isArray(output) && output.every(isPiece)
    case 'execution-denied':
      return isReason(reason)
    default:
      return type === 'json' || type === 'error-json'
  }
}

function isPiece(value: unknown): boolean {
  const { type, text, data, mediaType, url, fileId } = (value ?? {}) as Fields
  switch (type) {
    case 'text':
      return typeof text === 'string'
    case 'media':
    case 'image-data':
    case 'file-data':
      return typeof data === 'string' && typeof mediaType === 'string'
    case 'image-url':
    case 'file-url':
      return typeof url === 'string'
    case 'image-file-id':
    case 'file-id':
      return typeof fileId === 'string' || (typeof fileId === 'object' && fileId !== null)
    default:
      return type === 'custom'
  }
}

function isReason(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}
