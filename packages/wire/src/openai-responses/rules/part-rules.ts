import { imageProblem } from '../../openai/image-problem.ts'
import { base64Problem } from '../../shared/base64.ts'
import { dataUrlHead } from '../../shared/data-url.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { has, listOf, type Placed } from '../../shared/rules/read.ts'
import type { Rule } from '../../shared/rules/rule.ts'
import type { ReportViolation } from '../../shared/violation.ts'
import { isItemId } from '../item-types.ts'
import { notAFile } from '../limits.ts'
import { ofType, partsOf } from './read.ts'

const inputTypes = ['input_text', 'input_image', 'input_file']
const outputTypes = ['output_text', 'refusal']

/** Returns messages and outputs with the parts that they may have. */
function contentsOf(request: UnknownRecord): { item: Placed; field: 'content' | 'output'; types: readonly string[] }[] {
  return [
    ...ofType(request, 'message').map((item) => {
      const types = item.value['role'] === 'assistant' ? outputTypes : inputTypes
      return { item, field: 'content' as const, types }
    }),
    ...ofType(request, 'function_call_output', 'custom_tool_call_output').map((item) => {
      return { item, field: 'output' as const, types: inputTypes }
    }),
  ]
}

export const partRule: Rule = {
  code: 'OR-PART',
  what: 'Each part is complete and of a type that its message allows.',
  source: "S; D error text \"Supported values are: 'output_text' and 'refusal'\"",
  check: (request, report) => {
    for (const { item, field, types } of contentsOf(request)) {
      for (const [index, part] of listOf(item.value[field]).entries()) {
        if (!isRecord(part)) report('error', `${item.path}.${field}[${index}]`, 'must be an object')
      }
      for (const part of partsOf(item, field)) checkPart(part, types, report)
    }
  },
}

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

export const imageRule: Rule = {
  code: 'OR-IMAGE',
  what: 'Images are png, jpeg, gif or webp, and image_url is text.',
  source: 'S InputImageContent; R 400 "unsupported image" (OpenAI Chat)',
  check: (request, report) => {
    for (const { item, field } of contentsOf(request)) {
      for (const { value, path } of partsOf(item, field)) {
        if (value['type'] !== 'input_image') continue
        const { image_url: url, detail, file_id: id } = value
        if (has(id) && (typeof id !== 'string' || id.trim() === '')) report('error', `${path}.file_id`, 'names no file')
        if (has(detail) && !details.includes(detail))
          report('error', `${path}.detail`, `must be one of ${details.join(', ')}`)
        if (!has(url)) continue
        if (typeof url !== 'string') report('error', `${path}.image_url`, 'must be text, not an object')
        else {
          const found = imageProblem(url)
          if (found !== undefined) report(found.level, `${path}.image_url`, found.problem)
        }
      }
    }
  },
}

export const fileRule: Rule = {
  code: 'OR-FILE',
  what: 'A file is a data URL, with a name, of a type that is neither audio nor video.',
  source:
    'R 400 "Expected a base64-encoded data URL with a valid file MIME type ... unsupported MIME type \'audio/mpeg\'"',
  check: (request, report) => {
    for (const { item, field } of contentsOf(request)) {
      for (const { value, path } of partsOf(item, field)) {
        if (value['type'] === 'input_file') checkFile(value, path, report)
      }
    }
  },
}

function checkFile(
  { file_data: data, file_url: url, file_id: id, filename }: UnknownRecord,
  path: string,
  report: ReportViolation,
): void {
  // The API fetches the URL to find its type; only known extensions can be checked here.
  if (typeof url === 'string' && /\.(?:mp3|wav|ogg|m4a|flac|mp4|mov|webm|avi)(?:[?#]|$)/i.test(url)) {
    report('model', `${path}.file_url`, 'points to an audio or video file')
  }
  if (has(id) && (typeof id !== 'string' || id.trim() === '')) report('error', `${path}.file_id`, 'names no file')
  if (typeof data !== 'string') return
  const head = dataUrlHead(data)
  if (!head?.isBase64) report('error', `${path}.file_data`, 'must be a base64 data URL')
  else {
    const found = base64Problem(data.slice(head.start))
    if (found !== undefined) report(found.level, `${path}.file_data`, found.problem)
    if (!/^[^/]+\/[^/]+$/.test(head.mediaType)) report('error', `${path}.file_data`, 'has no media type')
    else if (notAFile.test(head.mediaType)) report('error', `${path}.file_data`, `is of the type ${head.mediaType}`)
  }
  if (!has(filename)) report('server', `${path}.filename`, 'is missing')
}

export const approvalRule: Rule = {
  code: 'OR-APPROVAL',
  what: 'An approval response names its request and says whether it is approved.',
  source: 'S MCPApprovalResponse',
  check: (request, report) => {
    for (const { value, path } of ofType(request, 'mcp_approval_response')) {
      if (!isItemId(value['approval_request_id'], '')) report('error', `${path}.approval_request_id`, 'is missing')
      if (typeof value['approve'] !== 'boolean') report('error', `${path}.approve`, 'must be true or false')
    }
  },
}
