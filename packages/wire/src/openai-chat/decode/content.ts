import type { TextPart, UserPart } from '@lamella/core'
import { readList, readRecord, readText, refuse } from '../../shared/decode/read.ts'
import { isRecord, listOf } from '../../shared/guards.ts'
import type { OpenAIChatFields } from '../fields.ts'
import { partFields } from '../wire-fields.ts'
import { optionsOf, restOf } from './options-of.ts'

export function decodeUserPart(value: unknown, path: string): UserPart {
  const part = readRecord(value, path)
  switch (part['type']) {
    case 'text':
      return decodeTextPart(value, path)
    case 'image_url': {
      const image = readRecord(part['image_url'], `${path}.image_url`)
      const options = optionsOf({
        imageDetail: detailOf(image['detail']),
        ...restOf(part, ['type', 'image_url'], partFields),
      })
      return { type: 'image', image: readText(image['url'], `${path}.image_url.url`), ...options }
    }
    case 'input_audio': {
      const audio = readRecord(part['input_audio'], `${path}.input_audio`)
      const data = readText(audio['data'], `${path}.input_audio.data`)
      const mediaType =
        audio['format'] === 'mp3' ? 'audio/mpeg' : `audio/${readText(audio['format'], `${path}.input_audio.format`)}`
      return { type: 'file', data, mediaType, ...optionsOf(restOf(part, ['type', 'input_audio'], partFields)) }
    }
    case 'file':
      return decodeFile(readRecord(part['file'], `${path}.file`), path, restOf(part, ['type', 'file'], partFields))
    default:
      return refuse(`${path}.type`, 'must be text, image_url, input_audio or file')
  }
}

export function decodeTextPart(value: unknown, path: string): TextPart {
  const part = readRecord(value, path)
  if (part['type'] !== 'text') refuse(`${path}.type`, 'must be text here')
  const text = readText(part['text'], `${path}.text`)
  return { type: 'text', text, ...optionsOf(restOf(part, ['type', 'text'], partFields)) }
}

/** Reads text-only content as one string. Parts become lines, because a canonical system message is one string. */
export function decodeText(value: unknown, path: string): string {
  if (typeof value === 'string') return value
  return readList(value, path)
    .map((part, index) => decodeTextPart(part, `${path}[${index}]`).text)
    .join('\n')
}

/**
 * Returns the text of thinking in a content: text, or a list of texts. Source: Mistral, "Reasoning" (`ThinkChunk`);
 * symfony/ai#2422, crmne/ruby_llm#420. Read on 2026-11-30.
 */
export function thinkingText(thinking: unknown): string {
  if (typeof thinking === 'string') return thinking
  return listOf(thinking)
    .map((part) => (isRecord(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('')
}

function decodeFile(file: ReturnType<typeof readRecord>, path: string, rest: ReturnType<typeof restOf>): UserPart {
  const filename = typeof file['filename'] === 'string' ? { filename: file['filename'] } : {}
  if (typeof file['file_id'] === 'string') {
    const fileId = file['file_id']
    const options = optionsOf({ fileId, ...rest })
    return { type: 'file', data: fileId, mediaType: 'application/octet-stream', ...filename, ...options }
  }
  const data = readText(file['file_data'], `${path}.file.file_data`)
  const mediaType = /^data:([^;,]+)/i.exec(data)?.[1] ?? 'application/octet-stream'
  return { type: 'file', data, mediaType, ...filename, ...optionsOf(rest) }
}

function detailOf(value: unknown): OpenAIChatFields['imageDetail'] {
  return value === 'auto' || value === 'low' || value === 'high' ? value : undefined
}
