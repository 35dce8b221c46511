import { fileTypes } from '../../openai/files.ts'
import { checkFileId, checkImage } from '../../openai/rules.ts'
import { dataUrlHead } from '../../shared/base64.ts'
import { isRecord, listOf, type UnknownRecord } from '../../shared/guards.ts'
import { checkBase64, each, has, type Placed, type ReportViolation, type Rule } from '../../shared/rules/rule.ts'
import { messagesOf, partsOf } from './read.ts'

const roles: readonly unknown[] = ['system', 'developer', 'user', 'assistant', 'tool', 'function']

export const messageRules: readonly Rule[] = [
  {
    code: 'OC-MESSAGES',
    what: 'There is at least one message.',
    source: 'S; I danny-avila/LibreChat#10408 (empty array)',
    check: ({ messages }, report) => {
      if (!Array.isArray(messages) || messages.length === 0)
        report('error', 'messages', 'must have at least one message')
    },
  },
  {
    code: 'OC-ROLE',
    what: 'Each message has one of the six roles.',
    source: 'S ChatCompletionRequestMessage',
    check: ({ messages }, report) => {
      for (const [index, message] of listOf(messages).entries()) {
        if (isRecord(message) && roles.includes(message['role'])) continue
        report('error', `messages[${index}].role`, `must be one of ${roles.join(', ')}`)
      }
    },
  },
  {
    code: 'OC-CONTENT',
    what: 'Content is text or a non-empty list of parts; only an assistant message with calls may omit it.',
    source: 'S; I docker/docker-agent#63, run-llama/llama_index#17555 (null content)',
    check: each(messagesOf, (message, report) => {
      const { content } = message.value
      const path = `${message.path}.content`
      if (Array.isArray(content) && content.length === 0) report('error', path, 'must have at least one part')
      if (typeof content === 'string' || Array.isArray(content)) return
      if (has(content)) report('error', path, 'must be text or a list of parts')
      else if (message.value['role'] === 'assistant' && has(message.value['refusal'])) {
        report('server', path, 'should hold the refusal as a part')
      } else if (!mayLackContent(message)) report('error', path, 'is missing')
    }),
  },
]

function mayLackContent({ value }: Placed): boolean {
  if (value['role'] === 'function') return true
  return (
    value['role'] === 'assistant' && (has(value['tool_calls']) || has(value['function_call']) || has(value['audio']))
  )
}

const types: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'image_url', 'input_audio', 'file'],
  assistant: ['text', 'refusal'],
  system: ['text'],
  developer: ['text'],
  tool: ['text'],
}

export const partRules: readonly Rule[] = [
  {
    code: 'OC-PART',
    what: 'Each part is complete and of a type that its role allows.',
    source: 'S; R 400 "Content blocks are expected to be either text or image_url type" (audio, models without it)',
    check: each(messagesOf, (message, report) => {
      for (const [index, part] of listOf(message.value['content']).entries()) {
        if (!isRecord(part)) report('error', `${message.path}.content[${index}]`, 'must be an object')
      }
      for (const part of partsOf(message)) checkPart(message.value['role'], part, report)
    }),
  },
  {
    code: 'OC-IMAGE',
    what: 'Images are png, jpeg, gif or webp, in user messages.',
    source: 'R 400 "unsupported image"; I openai/openai-node#1030, OpenHands/OpenHands#7700, openai/openai-openapi#523',
    check: (request, report) => {
      for (const message of messagesOf(request)) {
        for (const part of partsOf(message)) {
          if (part.value['type'] !== 'image_url') continue
          const role = message.value['role']
          if (role === 'user') checkImage(Object(part.value['image_url'])['url'], `${part.path}.image_url.url`, report)
          // The API accepts an image of a tool for newer models (200), but they do not see it.
          else report(role === 'tool' ? 'model' : 'error', part.path, 'is an image outside a user message')
        }
      }
    },
  },
  {
    code: 'OC-FILE',
    what: 'A file is a PDF as a data URL with its media type, or the id of an uploaded file; file and audio data is base64.',
    source:
      'S ChatCompletionRequestMessageContentPartFile; R 400 "Expected a base64-encoded data URL with a valid file MIME type" (Responses); I trpc-group/trpc-agent-go#1816, pydantic/pydantic-ai#4445 ("unsupported MIME type")',
    check: each(messagesOf, (message, report) => {
      for (const { value, path } of partsOf(message)) {
        const { type, file, input_audio: audio } = value
        if (type === 'file' && isRecord(file)) checkFile(file, `${path}.file`, report)
        if (type === 'input_audio' && isRecord(audio)) checkBase64(audio['data'], `${path}.input_audio.data`, report)
      }
    }),
  },
]

function checkPart(role: unknown, part: Placed, report: ReportViolation): void {
  const type = part.value['type']
  const allowed = typeof role === 'string' && Object.hasOwn(types, role) ? (types[role] ?? []) : []
  if (typeof type !== 'string' || !allowed.includes(type)) {
    // Another rule covers images outside user messages.
    if (type !== 'image_url') report('error', `${part.path}.type`, `is not one of ${allowed.join(', ')}`)
    return
  }
  if (!shapes[type]?.(part.value)) report('error', part.path, `is not a complete ${type} part`)
  if (type === 'input_audio') report('model', `${part.path}.type`, 'is accepted only by audio models')
}

const shapes: Readonly<Record<string, (part: UnknownRecord) => boolean>> = {
  text: (part) => typeof part['text'] === 'string',
  refusal: (part) => typeof part['refusal'] === 'string',
  image_url: ({ image_url: image }) => isRecord(image) && typeof image['url'] === 'string',
  input_audio: ({ input_audio: audio }) =>
    isRecord(audio) && typeof audio['data'] === 'string' && ['wav', 'mp3'].includes(String(audio['format'])),
  file: ({ file }) => isRecord(file) && (typeof file['file_data'] === 'string' || typeof file['file_id'] === 'string'),
}

function checkFile({ file_data: data, file_id: id }: UnknownRecord, path: string, report: ReportViolation): void {
  checkFileId(id, path, report)
  if (typeof data !== 'string') return
  const head = dataUrlHead(data)
  if (!head?.isBase64) report('error', `${path}.file_data`, 'must be a base64 data URL')
  else {
    if (!/^[^/]+\/[^/]+$/.test(head.mediaType)) report('error', `${path}.file_data`, 'has no media type')
    else if (!fileTypes.includes(head.mediaType.toLowerCase()))
      report('error', `${path}.file_data`, `is ${head.mediaType}, not a PDF`)
    checkBase64(data.slice(head.start), `${path}.file_data`, report)
  }
}
