import { checkFileId, checkImage } from '../../openai/rules.ts'
import { dataUrlHead } from '../../shared/data-url.ts'
import { isRecord, listOf, type UnknownRecord } from '../../shared/guards.ts'
import { each, checkBase64, has, type Placed, type ReportViolation, type Rule } from '../../shared/rules/rule.ts'
import { notAFile } from '../limits.ts'
import { ofType, partsOf } from './read.ts'

const inputTypes = ['input_text', 'input_image', 'input_file']
const outputTypes = ['output_text', 'refusal']

/** Returns messages and outputs with the parts that they may have. */
function contentsOf(request: UnknownRecord): { item: Placed; field: 'content' | 'output'; types: readonly string[] }[] {
  const messages = ofType(request, 'message').map((item) => {
    return { item, field: 'content', types: item.value['role'] === 'assistant' ? outputTypes : inputTypes } as const
  })
  const outputs = ofType(request, 'function_call_output', 'custom_tool_call_output')
  return [...messages, ...outputs.map((item) => ({ item, field: 'output', types: inputTypes }) as const)]
}

function partsOfType(request: UnknownRecord, type: string): Placed[] {
  const parts = contentsOf(request).flatMap(({ item, field }) => partsOf(item, field))
  return parts.filter(({ value }) => value['type'] === type)
}

/** The rules about parts of messages and outputs. */
export const partRules: readonly Rule[] = [
  {
    code: 'OR-PART',
    what: 'Each part is complete and of a type that its message allows.',
    source: "S; D error text \"Supported values are: 'output_text' and 'refusal'\"",
    check: each(contentsOf, ({ item, field, types }, report) => {
      for (const [index, part] of listOf(item.value[field]).entries()) {
        if (!isRecord(part)) report('error', `${item.path}.${field}[${index}]`, 'must be an object')
      }
      for (const part of partsOf(item, field)) checkPart(part, types, report)
    }),
  },
  {
    code: 'OR-IMAGE',
    what: 'Images are png, jpeg, gif or webp, and image_url is text.',
    source: 'S InputImageContent; R 400 "unsupported image" (OpenAI Chat)',
    check: (request, report) => {
      for (const { value, path } of partsOfType(request, 'input_image')) {
        const { image_url: url, detail, file_id: id } = value
        checkFileId(id, path, report)
        if (has(detail) && !details.includes(detail))
          report('error', `${path}.detail`, `must be one of ${details.join(', ')}`)
        if (has(url) && typeof url !== 'string') report('error', `${path}.image_url`, 'must be text, not an object')
        checkImage(url, `${path}.image_url`, report)
      }
    },
  },
  {
    code: 'OR-FILE',
    what: 'A file is a data URL, with a name, of a type that is neither audio, video nor an archive.',
    source:
      'R 400 "Expected a base64-encoded data URL with a valid file MIME type ... unsupported MIME type \'audio/mpeg\'"; D file-inputs (2026-11)',
    check: (request, report) => {
      for (const { value, path } of partsOfType(request, 'input_file')) checkFile(value, path, report)
    },
  },
]

function checkPart({ value, path }: Placed, types: readonly string[], report: ReportViolation): void {
  const { type } = value
  if (typeof type !== 'string' || !types.includes(type)) {
    report('error', `${path}.type`, `is not one of ${types.join(', ')}`)
  } else if (!shapes[type]?.(value)) report('error', path, `is not a complete ${type} part`)
}

const isText = (value: unknown): boolean => typeof value === 'string'

const shapes: Readonly<Record<string, (part: UnknownRecord) => boolean>> = {
  input_text: ({ text }) => isText(text),
  output_text: ({ text }) => isText(text),
  refusal: ({ refusal }) => isText(refusal),
  // A separate rule covers addresses that are not text.
  input_image: ({ image_url: url, file_id: id }) => has(url) || isText(id),
  input_file: ({ file_data: data, file_url: url, file_id: id }) => isText(data) || isText(url) || isText(id),
}

const details: readonly unknown[] = ['auto', 'low', 'high', 'original']

function checkFile(
  { file_data: data, file_url: url, file_id: id, filename }: UnknownRecord,
  path: string,
  report: ReportViolation,
): void {
  // The API fetches the URL to find its type; only known extensions can be checked here.
  if (typeof url === 'string' && /\.(?:mp3|wav|ogg|m4a|flac|mp4|mov|webm|avi)(?:[?#]|$)/i.test(url)) {
    report('model', `${path}.file_url`, 'points to an audio or video file')
  }
  checkFileId(id, path, report)
  if (typeof data !== 'string') return
  const head = dataUrlHead(data)
  if (!head?.isBase64) report('error', `${path}.file_data`, 'must be a base64 data URL')
  else {
    checkBase64(data.slice(head.start), `${path}.file_data`, report)
    if (!/^[^/]+\/[^/]+$/.test(head.mediaType)) report('error', `${path}.file_data`, 'has no media type')
    else if (notAFile.test(head.mediaType)) report('error', `${path}.file_data`, `is of the type ${head.mediaType}`)
  }
  if (!has(filename)) report('server', `${path}.filename`, 'is missing')
}
