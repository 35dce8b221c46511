import type { TextPart, ToolOutput, ToolOutputContent, UserPart } from '@lamella/core'
import { dataUrlHead } from '../../shared/base64.ts'
import { readList, readRecord, readText, refuse } from '../../shared/decode/read.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { outputImage } from '../item-types.ts'
import type { OpenAIResponsesFields } from '../provider-fields.ts'
import { optionsOf, partFields, restOf, textOr } from './options-of.ts'

const unknownType = 'application/octet-stream'

export function decodeUserPart(value: unknown, path: string): UserPart {
  const part = readRecord(value, path)
  switch (part['type']) {
    case 'input_text':
      return decodeTextPart(part, path)
    case 'input_image': {
      const fileId = textOr(part['file_id'])
      const image = textOr(part['image_url']) ?? fileId ?? refuse(`${path}.image_url`, 'must be text')
      const id = image === fileId ? fileId : undefined
      return { type: 'image', image, ...optionsOf({ ...imageFields(part, id), ...imageExtra(part) }) }
    }
    case 'input_file':
      return decodeFile(part, path)
    default:
      return refuse(`${path}.type`, 'must be input_text, input_image or input_file')
  }
}

function decodeTextPart(part: UnknownRecord, path: string): TextPart {
  const text = readText(part['text'], `${path}.text`)
  return { type: 'text', text, ...optionsOf({ ...breakpoint(part), ...partExtra(part, ['text']) }) }
}

/** Reads text-only content as one string. Parts become lines, because a canonical system message is one string. */
export function decodeText(value: unknown, path: string): string {
  if (typeof value === 'string') return value
  return readList(value, path)
    .map((item, index) => {
      const part = readRecord(item, `${path}[${index}]`)
      if (part['type'] !== 'input_text') refuse(`${path}[${index}].type`, 'must be input_text here')
      return readText(part['text'], `${path}[${index}].text`)
    })
    .join('\n')
}

/** Reads a function's output: a text, or a list with images and files. */
export function decodeOutput(output: unknown, path: string): ToolOutput {
  if (typeof output === 'string') return { type: 'text', value: output }
  const pieces = readList(output, path).map((part, index) => decodePiece(part, `${path}[${index}]`))
  return { type: 'content', value: pieces }
}

function decodePiece(value: unknown, path: string): ToolOutputContent {
  const part = readRecord(value, path)
  switch (part['type']) {
    case 'input_text':
      return decodeTextPart(part, path)
    case 'input_image': {
      const image = outputImage(part['image_url'], part['file_id']) ?? refuse(`${path}.image_url`, 'must be text')
      return { ...image, ...optionsOf({ ...imageFields(part, undefined), ...imageExtra(part) }) }
    }
    case 'input_file':
      return decodeOutputFile(part, path)
    default:
      return refuse(`${path}.type`, 'must be input_text, input_image or input_file')
  }
}

function decodeFile(part: UnknownRecord, path: string): UserPart {
  const { data, mediaType, filename, fileId } = readFile(part, path)
  const options = optionsOf({ ...breakpoint(part), fileId, ...fileExtra(part) })
  return { type: 'file', data, mediaType, ...(filename !== undefined && { filename }), ...options }
}

function decodeOutputFile(part: UnknownRecord, path: string): ToolOutputContent {
  const { data, mediaType, filename, fileId } = readFile(part, path)
  const options = optionsOf({ ...breakpoint(part), ...fileExtra(part) })
  if (fileId !== undefined) return { type: 'file-id', fileId, ...options }
  const head = dataUrlHead(data)
  if (head === undefined) return { type: 'file-url', url: data, ...options }
  return {
    type: 'file-data',
    data: data.slice(head.start),
    mediaType,
    ...(filename !== undefined && { filename }),
    ...options,
  }
}

interface ReadFile {
  readonly data: string
  readonly mediaType: string
  readonly filename: string | undefined
  readonly fileId: string | undefined
}

function readFile(part: UnknownRecord, path: string): ReadFile {
  const data = textOr(part['file_data']) ?? textOr(part['file_url'])
  const fileId = data === undefined ? readText(part['file_id'], `${path}.file_id`) : undefined
  const content = data ?? (fileId as string)
  const mediaType = dataUrlHead(content)?.mediaType.toLowerCase() || unknownType
  return { data: content, mediaType, filename: textOr(part['filename']), fileId }
}

function imageFields(part: UnknownRecord, fileId: string | undefined): Parameters<typeof optionsOf>[0] {
  const { detail } = part
  // The encoder writes `auto` if no detail is given.
  const isChosen = detail === 'low' || detail === 'high' || detail === 'original'
  return { ...breakpoint(part), imageDetail: isChosen ? detail : undefined, fileId }
}

function breakpoint(part: UnknownRecord): Pick<OpenAIResponsesFields, 'promptCacheBreakpoint'> {
  const found = part['prompt_cache_breakpoint']
  return isRecord(found) && found['mode'] === 'explicit' ? { promptCacheBreakpoint: { mode: 'explicit' } } : {}
}

function partExtra(part: UnknownRecord, known: readonly string[]): ReturnType<typeof restOf> {
  return restOf(part, ['type', 'prompt_cache_breakpoint', ...known], partFields)
}

function imageExtra(part: UnknownRecord): ReturnType<typeof restOf> {
  return partExtra(part, ['image_url', 'file_id', 'detail'])
}

/** The API ignores the name of a file given by URL or id; it is kept unchanged. */
function fileExtra(part: UnknownRecord): ReturnType<typeof restOf> {
  return partExtra(part, ['file_data', 'file_url', 'file_id', ...(part['file_data'] === undefined ? [] : ['filename'])])
}
