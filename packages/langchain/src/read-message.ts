import type {
  AssistantPart,
  FilePart,
  ImagePart,
  JsonValue,
  Message,
  TextPart,
  ToolOutput,
  ToolOutputContent,
} from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import { type HostForm, namesSystemRole } from '@lamella/host'

/**
 * Reads the fields of a message. Sources: `MessageContent`, `ContentBlock` and the fields of each class in
 * @langchain/core 1.4.0, read on 2026-11-23.
 */
export function readMessage(form: HostForm): Message {
  const { type, content } = form
  const text = typeof content === 'string' ? content : undefined
  const blocks = Array.isArray(content) ? (content as HostForm[]) : []
  switch (type === 'generic' ? namedType(form) : type) {
    case 'system':
      return { role: 'system', content: text ?? blocks.map((block) => String(block['text'] ?? '')).join('\n') }
    case 'ai':
      return { role: 'assistant', content: readAnswer(form, text === undefined ? blocks : [{ type: 'text', text }]) }
    case 'tool': {
      const { tool_call_id: id, name, status } = form
      const isError = status === 'error' && text !== undefined
      const output: ToolOutput =
        text === undefined
          ? { type: 'content', value: blocks.map(outputPiece) }
          : { type: isError ? 'error-text' : 'text', value: text }
      return {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: String(id ?? ''), toolName: String(name ?? ''), output }],
      }
    }
    default:
      return { role: 'user', content: text ?? blocks.map(userPart) }
  }
}

/** Returns the role of a message, or of what its model takes it for; `undefined` for a form of no known class. */
export function roleOf(form: HostForm): Message['role'] | undefined {
  switch (form['type'] === 'generic' ? namedType(form) : form['type']) {
    case 'system':
      return 'system'
    case 'ai':
      return 'assistant'
    case 'tool':
    case 'result':
      return 'tool'
    case 'human':
      return 'user'
    default:
      return undefined
  }
}

/** Returns the type of message that the role of a `ChatMessage` names; it may name any. */
function namedType({ role }: HostForm): string | undefined {
  if (typeof role !== 'string') return undefined
  const name = role.trim().toLowerCase()
  if (namesSystemRole({ role: name })) return 'system'
  if (/^(assistant|ai|model)$/.test(name)) return 'ai'
  return /^(tool|function)$/.test(name) ? 'result' : 'human'
}

function readAnswer(form: HostForm, blocks: readonly HostForm[]): AssistantPart[] {
  const parts = blocks.flatMap((block): readonly AssistantPart[] => {
    const { type, text, reasoning, thinking, signature, data, id, summary } = block
    if (isCall(block) || type === 'input_json_delta') return []
    if (type === 'text' || type === 'text_delta') return text === '' ? [] : [{ type: 'text', text: String(text ?? '') }]
    if (type === 'thinking' || type === 'reasoning' || type === 'redacted_thinking') {
      const said =
        thinking ??
        reasoning ??
        (Array.isArray(summary) ? summary.map((one) => String((one as HostForm)['text'] ?? '')).join('\n') : '')
      const anthropic = {
        ...(signature !== undefined && { signature }),
        ...(type === 'redacted_thinking' && { redactedData: data }),
      }
      const openai = { ...(type === 'reasoning' && typeof id === 'string' && { itemId: id }) }
      const options = { ...filled('anthropic', anthropic), ...filled('openai', openai) }
      return [
        { type: 'reasoning', text: String(said), ...(Object.keys(options).length > 0 && { providerOptions: options }) },
      ]
    }
    // Searches, images and whatever else the provider made: it is counted, and comes back as it is.
    const toolCallId = String(id ?? block['tool_use_id'] ?? type)
    return [
      { type: 'tool-call', toolCallId, toolName: String(block['name'] ?? type), input: block, providerExecuted: true },
    ]
  })
  const asked = callsOf(form, blocks).map(({ id, name, args, input = args }): AssistantPart => {
    return { type: 'tool-call', toolCallId: String(id ?? ''), toolName: String(name), input: input ?? {} }
  })
  return [...parts, ...asked]
}

/**
 * Returns the calls that a model is sent. Those whose arguments could not be read are not among the calls of the message, but stand
 * in its blocks or, with OpenAI, in its raw form.
 *
 * Source: `convertMessagesToCompletionsMessageParams` of @langchain/openai, which sends the raw form of a message without calls;
 * bytedance/deer-flow#2890, LibreChat-AI/agents#366. Read on 2026-11-30.
 */
function callsOf({ tool_calls: calls, additional_kwargs: more }: HostForm, blocks: readonly HostForm[]): HostForm[] {
  const list = Array.isArray(calls) ? (calls as HostForm[]) : []
  const raw = isObject(more) && Array.isArray(more['tool_calls']) && list.length === 0 ? more['tool_calls'] : []
  const others = [...raw.map(rawCall), ...blocks.filter(isCall).map(callOf)]
  const known = new Set(list.map(({ id }) => id))
  return [...list, ...others.filter(({ id }) => typeof id === 'string' && !known.has(id) && known.add(id))]
}

function rawCall(call: unknown): HostForm {
  const { id, function: called } = Object(call) as HostForm
  const { name, arguments: args } = Object(called) as HostForm
  return { id, name, args }
}

/** Returns the call of a block. One of OpenAI has its own id beside that of the call. */
function callOf(block: HostForm): HostForm {
  const { call_id: callId, arguments: args } = block
  return { args, ...block, id: callId ?? block['id'] }
}

/** Whether a block is a call. It usually repeats one of the message (langchain-ai/langchainjs#10421). */
function isCall({ type }: HostForm): boolean {
  return /^(?:tool_use|tool_call(?:_chunk)?|function_call|functionCall)$/.test(String(type))
}

function filled(provider: string, options: Record<string, JsonValue | undefined>): Record<string, typeof options> {
  return Object.keys(options).length > 0 ? { [provider]: options } : {}
}

function userPart(block: HostForm): TextPart | ImagePart | FilePart {
  const { type, text } = block
  if (type === 'text' || typeof text === 'string') return { type: 'text', text: String(text) }
  const { data, mediaType } = mediaOf(block)
  if (mediaType.startsWith('image/')) return { type: 'image', image: data, mediaType }
  return data === '' ? { type: 'text', text: JSON.stringify(block) } : { type: 'file', data, mediaType }
}

function outputPiece(block: HostForm): ToolOutputContent {
  const part = userPart(block)
  if (part.type === 'text') return part
  const { data, mediaType } = mediaOf(block)
  const kind = part.type
  return /^https?:/.test(data) ? { type: `${kind}-url`, url: data } : { type: `${kind}-data`, data, mediaType }
}

/** Reads the data or URL of a block, in the standard form and in those of OpenAI and Anthropic. */
function mediaOf(block: HostForm): { readonly data: string; readonly mediaType: string } {
  const { type, image_url: image, source } = block
  const from = { ...block, ...(isObject(source) ? source : {}), ...(isObject(image) ? image : {}) } as HostForm
  const given =
    typeof image === 'string' ? image : (from['data'] ?? from['url'] ?? from['fileId'] ?? from['file_id'] ?? '')
  const [, inUrl, bytes] = /^data:([^;,]+);base64,(.*)$/s.exec(String(given)) ?? []
  const named = inUrl ?? from['mimeType'] ?? from['mime_type'] ?? from['media_type']
  const isImage = type === 'image' || type === 'image_url'
  return {
    data: bytes ?? String(given),
    mediaType: String(named ?? (isImage ? 'image/png' : 'application/octet-stream')),
  }
}
