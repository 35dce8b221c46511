import { imageProblem } from '../../openai/image-problem.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { listOf, type Placed } from '../../shared/rules/read.ts'
import type { Rule } from '../../shared/rules/rule.ts'
import type { ReportViolation } from '../../shared/violation.ts'
import { messagesOf, partsOf } from './read.ts'

/** The parts that each role may have. */
const types: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'image_url', 'input_audio', 'file'],
  assistant: ['text', 'refusal'],
  system: ['text'],
  developer: ['text'],
  tool: ['text'],
}

export const partRule: Rule = {
  code: 'OC-PART',
  what: 'Each part is complete and of a type that its role allows.',
  source: 'S; R 400 "Content blocks are expected to be either text or image_url type" (audio, models without it)',
  check: (request, report) => {
    for (const message of messagesOf(request)) {
      for (const [index, part] of listOf(message.value['content']).entries()) {
        if (!isRecord(part)) report('error', `${message.path}.content[${index}]`, 'must be an object')
      }
      for (const part of partsOf(message)) checkPart(message.value['role'], part, report)
    }
  },
}

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

export const imageRule: Rule = {
  code: 'OC-IMAGE',
  what: 'Images are png, jpeg, gif or webp, in user messages.',
  source: 'R 400 "unsupported image"; I openai/openai-node#1030, OpenHands/OpenHands#7700, openai/openai-openapi#523',
  check: (request, report) => {
    for (const message of messagesOf(request)) {
      for (const part of partsOf(message)) {
        if (part.value['type'] !== 'image_url') continue
        const role = message.value['role']
        if (role === 'user') checkImage(part, report)
        // The API accepts an image of a tool for newer models (200), but they do not see it.
        else report(role === 'tool' ? 'model' : 'error', part.path, 'is an image outside a user message')
      }
    }
  },
}

function checkImage({ value, path }: Placed, report: ReportViolation): void {
  const image = value['image_url']
  const url = isRecord(image) ? image['url'] : undefined
  if (typeof url !== 'string') return
  const found = imageProblem(url)
  if (found !== undefined) report(found.level, `${path}.image_url.url`, found.problem)
}
