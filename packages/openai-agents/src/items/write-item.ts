import type {
  AssistantPart,
  DataContent,
  JsonValue,
  ToolOutput,
  ToolOutputContent,
  ToolResultPart,
  UserPart,
} from '@lamella/core'
import type { PlainItem } from './plain-item.ts'
import { answerTypeOf } from './read-item.ts'

/** Returns the item of a user's message that came from elsewhere. */
export function writeUser(content: string | readonly UserPart[]): PlainItem {
  if (typeof content === 'string') return { type: 'message', role: 'user', content }
  return { type: 'message', role: 'user', content: content.map(writeUserPart) }
}

function writeUserPart(part: UserPart): PlainItem & Record<string, JsonValue | undefined> {
  const { fileId, imageDetail } = part.providerOptions?.['openai'] ?? {}
  switch (part.type) {
    case 'text':
      return { type: 'input_text', text: part.text }
    case 'image':
      return {
        type: 'input_image',
        image: typeof fileId === 'string' ? { id: fileId } : media(part.image, part.mediaType ?? 'image/png'),
        ...(imageDetail !== undefined && { detail: imageDetail }),
      }
    case 'file':
      return {
        type: 'input_file',
        file: typeof fileId === 'string' ? { id: fileId } : media(part.data, part.mediaType),
        ...(part.filename !== undefined && { filename: part.filename }),
      }
    default:
      return part satisfies never
  }
}

function media(data: DataContent | URL, mediaType: string): string {
  if (data instanceof URL) return data.href
  if (typeof data === 'string') return /^(?:data|https?):/i.test(data) ? data : `data:${mediaType};base64,${data}`
  const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : data
  return `data:${mediaType};base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
}

/**
 * Returns the item of a part of an answer that came from elsewhere. None for what the SDK has no item for: thoughts and
 * hosted calls of other providers, files, approvals, empty texts.
 */
export function writeAnswerPart(part: AssistantPart): readonly PlainItem[] {
  const { itemId, ...openai } = ('providerOptions' in part && part.providerOptions?.['openai']) || {}
  const id = typeof itemId === 'string' ? { id: itemId } : {}
  switch (part.type) {
    case 'text': {
      const { text } = part
      const content = openai['refusal'] === true ? { type: 'refusal', refusal: text } : { type: 'output_text', text }
      const phase = openai['phase'] === undefined ? {} : { phase: openai['phase'] }
      if (text === '') return []
      return [{ type: 'message', ...id, role: 'assistant', status: 'completed', content: [content], ...phase }]
    }
    case 'reasoning': {
      const encrypted = openai['reasoningEncryptedContent']
      const data = typeof encrypted === 'string' ? { providerData: { encrypted_content: encrypted } } : {}
      if (typeof itemId !== 'string') return []
      const content = part.text === '' ? [] : [{ type: 'input_text', text: part.text }]
      return [{ type: 'reasoning', id: itemId, content, ...data }]
    }
    case 'tool-call': {
      if (part.providerExecuted) return []
      const text = typeof openai['arguments'] === 'string' ? openai['arguments'] : JSON.stringify(part.input ?? {})
      const { toolCallId: callId, toolName: name } = part
      return [{ type: 'function_call', ...id, callId, name, status: 'completed', arguments: text }]
    }
    case 'file':
    case 'tool-result':
    case 'tool-approval-request':
      return []
    default:
      return part satisfies never
  }
}

/**
 * Returns the item of a result, as the item of its call wants it.
 *
 * @param kept The item that it was, before its output changed.
 */
export function writeResult(part: ToolResultPart, callType: string, kept: PlainItem | undefined): PlainItem {
  const { toolCallId: callId, toolName: name, output } = part
  const type = kept?.['type'] ?? answerTypeOf(callType) ?? 'function_call_result'
  switch (type) {
    case 'shell_call_output':
      return {
        ...(kept ?? { type, callId }),
        output: [{ stdout: plainOutput(output), stderr: '', outcome: { type: 'exit', exitCode: kept ? 0 : 1 } }],
      }
    case 'apply_patch_call_output':
      return { ...(kept ?? { type, callId, status: 'failed' }), output: plainOutput(output) }
    case 'computer_call_result':
      // A screenshot has no shorter form that the API accepts.
      return kept ?? { type, callId, output: { type: 'computer_screenshot', data: noScreen } }
    default:
      return {
        ...(kept ?? { type: 'function_call_result', name, callId, status: 'completed' }),
        output: writeOutput(output),
      }
  }
}

/** One transparent pixel. */
const noScreen =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

function writeOutput(output: ToolOutput): JsonValue {
  return output.type === 'content' ? output.value.map((piece) => writePiece(piece) as JsonValue) : plainOutput(output)
}

function plainOutput(output: ToolOutput): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value
    case 'json':
    case 'error-json':
      return JSON.stringify(output.value)
    case 'execution-denied':
      return output.reason ?? 'The call was denied.'
    case 'content':
      return output.value.map((piece) => (piece.type === 'text' ? piece.text : `[${piece.type}]`)).join('\n')
    default:
      return output satisfies never
  }
}

function writePiece(piece: ToolOutputContent): PlainItem {
  switch (piece.type) {
    case 'text':
      return { type: 'input_text', text: piece.text }
    case 'image-data':
      return { type: 'input_image', image: `data:${piece.mediaType};base64,${piece.data}` }
    case 'image-url':
      return { type: 'input_image', image: piece.url }
    case 'image-file-id':
      return { type: 'input_image', image: { id: fileIdOf(piece.fileId) } }
    case 'media':
    case 'file-data': {
      const data = `data:${piece.mediaType};base64,${piece.data}`
      if (piece.mediaType.startsWith('image/')) return { type: 'input_image', image: data }
      const filename = piece.type === 'file-data' ? piece.filename : undefined
      return { type: 'input_file', file: data, ...(filename !== undefined && { filename }) }
    }
    case 'file-url':
      return { type: 'input_file', file: { url: piece.url } }
    case 'file-id':
      return { type: 'input_file', file: { id: fileIdOf(piece.fileId) } }
    case 'custom':
      return { type: 'input_text', text: '[custom]' }
    default:
      return piece satisfies never
  }
}

function fileIdOf(fileId: string | Readonly<Record<string, string>>): string {
  return typeof fileId === 'string' ? fileId : (fileId['openai'] ?? '')
}
