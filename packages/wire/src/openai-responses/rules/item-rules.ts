import { checkFileId, checkImage } from '../../openai/rules.ts'
import { dataUrlHead } from '../../shared/base64.ts'
import { isRecord, listOf, type UnknownRecord } from '../../shared/guards.ts'
import { checkBase64, each, has, type Placed, type ReportViolation, type Rule } from '../../shared/rules/rule.ts'
import { itemTypes } from '../item-types.ts'
import { notAFile } from '../limits.ts'
import { takesSettingItems } from '../models.ts'
import { holdsConversation } from '../request-fields.ts'
import { itemsOf, ofType, partsOf, typeOf } from './read.ts'

const roles: readonly unknown[] = ['user', 'assistant', 'system', 'developer']

export const itemRules: readonly Rule[] = [
  {
    code: 'OR-INPUT',
    what: 'The input is text or a non-empty list of items; it may be omitted if the API stores the conversation.',
    source: 'S InputParam; I pydantic/pydantic-ai#3470 (instructions alone are rejected)',
    check: (request, report) => {
      const { input, prompt } = request
      if (has(input) && typeof input !== 'string' && !Array.isArray(input)) {
        report('error', 'input', 'must be text or a list of items')
      } else if (
        !(typeof input === 'string' || listOf(input).length > 0) &&
        !has(prompt) &&
        !holdsConversation(request)
      ) {
        report('error', 'input', 'must have at least one item')
      }
    },
  },
  {
    code: 'OR-ITEM',
    what: 'Each item is of a known type.',
    source: 'S InputItem; server, because types are added',
    check: ({ input }, report) => {
      for (const [index, value] of listOf(input).entries()) {
        const path = `input[${index}]`
        if (!isRecord(value)) report('error', path, 'must be an object')
        else {
          const type = typeOf({ value, path })
          if (typeof type !== 'string') report('error', `${path}.type`, 'must be text')
          else if (!itemTypes.includes(type)) report('server', `${path}.type`, `is not a known item type: ${type}`)
        }
      }
    },
  },
  {
    code: 'OR-ROLE',
    what: 'Each message has one of the four roles.',
    source: 'S EasyInputMessage; R 400 "Invalid value: \'tool\'" (openai/openai-python#2677)',
    check: (request, report) => {
      for (const { value, path } of ofType(request, 'message')) {
        if (!roles.includes(value['role'])) report('error', `${path}.role`, `must be one of ${roles.join(', ')}`)
      }
    },
  },
  {
    code: 'OR-CONFIGURATION',
    what: 'Items that change settings are for GPT-6 and later, never two in a row, and not in requests that the API shortens itself.',
    source: 'S ResponseInputItem.ConfigurationUpdate (openai 7.59.0); D "Using GPT-6.2", read on 2026-11-27',
    check: (request, report) => {
      const { model, reasoning, truncation, context_management: management } = request
      const isShortened =
        truncation === 'auto' || (has(management) && !(Array.isArray(management) && management.length === 0))
      const isPro = isRecord(reasoning) && reasoning['mode'] === 'pro'
      let before: unknown
      for (const item of itemsOf(request)) {
        const type = typeOf(item)
        if (type === 'configuration_update') {
          if (before === type) report('error', item.path, 'follows another item that changes settings')
          else if (isShortened || isPro) report('error', item.path, 'does not go with the settings of the request')
          else if (has(model) && !takesSettingItems(String(model))) report('model', item.path, 'is for GPT-6 and later')
        }
        before = type
      }
    },
  },
  {
    code: 'OR-CONTENT',
    what: 'The content of a message is text or a non-empty list of parts.',
    source: 'S EasyInputMessage, OutputMessage',
    check: (request, report) => {
      for (const { value, path } of ofType(request, 'message')) {
        const { content } = value
        if (!has(content)) report('error', `${path}.content`, 'is missing')
        else if (typeof content !== 'string' && !Array.isArray(content)) {
          report('error', `${path}.content`, 'must be text or a list of parts')
        } else if (Array.isArray(content) && content.length === 0) {
          report('error', `${path}.content`, 'must have at least one part')
        }
      }
    },
  },
]

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
