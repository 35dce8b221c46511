import type { AssistantPart, JsonValue, ToolOutput, ToolOutputContent, ToolPart, UserPart } from '@lamella/core'
import { formerItem } from './kept.ts'
import { type PlainItem, plainItem } from './plain-item.ts'
import { answerTypes } from './read-item.ts'

type Piece = PlainItem & Record<string, JsonValue | undefined>

/** Returns the item of a message that came from elsewhere. */
export function writeMessage(role: string, content: string | readonly UserPart[]): PlainItem {
  return { type: 'message', role, content: typeof content === 'string' ? content : content.map(writePart) }
}

function writePart(part: UserPart): Piece {
  const { fileId, imageDetail: detail } = part.providerOptions?.['openai'] ?? {}
  if (part.type === 'text') return { type: 'input_text', text: part.text }
  const { mediaType = 'image/png' } = part
  const given = part.type === 'image' ? part.image : part.data
  const held = given instanceof ArrayBuffer ? new Uint8Array(given) : given
  const text = String(plainItem({ held, mediaType })['held'])
  const data = /^(data|https?):/i.test(text) ? text : `data:${mediaType};base64,${text}`
  const media = typeof fileId === 'string' ? { id: fileId } : data
  if (part.type === 'image') return { type: 'input_image', image: media, ...(detail !== undefined && { detail }) }
  return { type: 'input_file', file: media, ...(part.filename !== undefined && { filename: part.filename }) }
}

/** Returns the item of a part of an answer that came from elsewhere; none if the SDK has none for it. */
export function writeAnswerPart(part: AssistantPart): readonly PlainItem[] {
  const { itemId, ...openai } = ('providerOptions' in part && part.providerOptions?.['openai']) || {}
  const id = typeof itemId === 'string' ? { id: itemId } : {}
  if (part.type === 'tool-call' && !part.providerExecuted) {
    const { toolCallId: callId, toolName: name, input = {} } = part
    const text = typeof openai['arguments'] === 'string' ? openai['arguments'] : JSON.stringify(input)
    return [{ type: 'function_call', ...id, callId, name, status: 'completed', arguments: text }]
  }
  if (part.type === 'reasoning' && typeof itemId === 'string') {
    const data = { encrypted_content: openai['reasoningEncryptedContent'] ?? null }
    return [{ type: 'reasoning', id: itemId, content: [{ type: 'input_text', text: part.text }], providerData: data }]
  }
  if (part.type !== 'text' || part.text === '') return []
  const { text } = part
  const content = openai['refusal'] === true ? { type: 'refusal', refusal: text } : { type: 'output_text', text }
  return [{ type: 'message', ...id, role: 'assistant', status: 'completed', content: [content] }]
}

/** Returns the item of a result that came from elsewhere or has changed, as the item of its call wants it. */
export function writeResult(part: ToolPart, callType: string): readonly PlainItem[] {
  if (part.type !== 'tool-result') return []
  const { toolCallId: callId, toolName: name, output } = part
  const kept = formerItem(part)
  const type = kept?.['type'] ?? answerTypes[callType]
  if (type === 'shell_call_output') {
    const outcome = { type: 'exit', exitCode: kept ? 0 : 1 }
    return [{ type, callId, ...kept, output: [{ stdout: plainOutput(output), stderr: '', outcome }] }]
  }
  if (type === 'apply_patch_call_output')
    return [{ type, callId, status: 'failed', ...kept, output: plainOutput(output) }]
  // The API accepts only an image.
  if (type === 'computer_call_result')
    return [{ type, callId, ...kept, output: { type: 'computer_screenshot', data: pixel } }]
  const written = output.type === 'content' ? output.value.map(writePiece) : plainOutput(output)
  return [{ type: 'function_call_result', name, callId, status: 'completed', ...kept, output: written }]
}

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

function plainOutput(output: ToolOutput): string {
  if (output.type === 'execution-denied') return output.reason ?? 'The call was denied.'
  if (output.type === 'content')
    return output.value.map((one) => (one.type === 'text' ? one.text : `[${one.type}]`)).join('\n')
  return typeof output.value === 'string' && output.type !== 'json' ? output.value : JSON.stringify(output.value)
}

function writePiece(piece: ToolOutputContent): Piece {
  const { type } = piece
  if (type === 'text' || type === 'custom')
    return { type: 'input_text', text: type === 'text' ? piece.text : '[custom]' }
  if ('data' in piece) {
    const { data, mediaType } = piece
    const isImage = mediaType.startsWith('image/')
    return writePart(isImage ? { type: 'image', image: data, mediaType } : { ...piece, type: 'file' })
  }
  const named = 'url' in piece ? undefined : piece.fileId
  const id = typeof named === 'string' ? named : (named?.['openai'] ?? '')
  const held = 'url' in piece ? { url: piece.url } : { id }
  if (type === 'file-url' || type === 'file-id') return { type: 'input_file', file: held }
  return { type: 'input_image', image: 'url' in piece ? piece.url : held }
}
