import { sniffImage } from '../shared/base64.ts'
import { isBlank, isRecord, listOf, type UnknownRecord } from '../shared/guards.ts'
import { jsonRule, unicodeRule } from '../shared/rules/json-rules.ts'
import { base64Problem, type Placed, type Rule, recordsOf, type Violation, validateBy } from '../shared/rules/rule.ts'
import { callRules } from './call-rules.ts'
import { documentFormats, documentName } from './fields.ts'
import { kindOf, messagesOf, ofMessage, reference, resultBlocks, rule } from './read.ts'

const kinds = ['text', 'image', 'document', 'video', 'audio', 'toolUse', 'toolResult', 'guardContent', 'cachePoint']
const blockKinds: readonly string[] = [...kinds, 'reasoningContent', 'citationsContent', 'searchResult']

/** Every rule of the format, in the order in which violations are listed. All sources were read in November 2026. */
export const bedrockConverseRules: readonly Rule[] = [
  rule(
    'BC-MESSAGES',
    'There is at least one message.',
    `D ${reference}/API_runtime_Converse.html`,
    ({ messages }, report) => {
      if (listOf(messages).length === 0) report('error', 'messages', 'must have at least one message')
    },
  ),
  ofMessage(
    'BC-ROLE',
    'A role is user or assistant.',
    `D ${reference}/API_runtime_Message.html`,
    ({ role, path }, report) => {
      if (role !== 'user' && role !== 'assistant') report('error', `${path}.role`, 'must be user or assistant')
    },
  ),
  ofMessage(
    'BC-CONTENT',
    'A message has at least one block.',
    'I langchain-ai/langchain#26968',
    ({ value, path }, report) => {
      if (listOf(value['content']).length === 0) report('error', `${path}.content`, 'must have at least one block')
    },
  ),
  ofMessage(
    'BC-BLOCK',
    'A block has exactly one kind of content.',
    `S ${reference}/API_runtime_ContentBlock.html`,
    ({ blocks }, report) => {
      for (const { value, path } of blocks) {
        const held = Object.keys(value).filter((key) => blockKinds.includes(key))
        if (held.length !== 1) report('error', path, 'must have exactly one kind of content')
      }
    },
  ),
  ofMessage('BC-FIRST-USER', 'The user speaks first.', 'I langgenius/dify#12340', ({ role, path }, report, index) => {
    if (index === 0 && role === 'assistant') report('error', `${path}.role`, 'must be user at the start')
  }),
  ofMessage(
    'BC-ALTERNATE',
    'Roles alternate.',
    'I langchain-ai/langchain-aws#192, Portkey-AI/gateway#748',
    ({ role, path }, report, index, all) => {
      if (index > 0 && all[index - 1]?.role === role)
        report('error', `${path}.role`, `follows another ${String(role)} message`)
    },
  ),
  rule(
    'BC-BLANK',
    'Texts are not blank.',
    'I aws-samples/bedrock-engineer#8, NousResearch/hermes-agent#63983',
    (request, report) => {
      const results = messagesOf(request).flatMap(({ blocks }) => kindOf(blocks, 'toolResult').flatMap(resultBlocks))
      const all = [
        ...recordsOf(request['system'], 'system'),
        ...messagesOf(request).flatMap(({ blocks }) => blocks),
        ...results,
      ]
      for (const { value, path } of all) {
        if (typeof value['text'] === 'string' && isBlank(value['text'])) report('error', `${path}.text`, 'is blank')
      }
    },
  ),
  ofMessage(
    'BC-MEDIA-ROLE',
    'Only user messages contain images and documents.',
    `D ${reference}/API_runtime_Message.html`,
    ({ role, blocks }, report) => {
      if (role !== 'assistant') return
      for (const { value, path } of blocks)
        if ('image' in value || 'document' in value) report('error', path, 'is allowed only in user messages')
    },
  ),
  ofMessage(
    'BC-DOCUMENT-TEXT',
    'A message with a document also contains a text.',
    `D ${reference}/API_runtime_Message.html`,
    ({ blocks, path }, report) => {
      const has = (kind: string): boolean => blocks.some(({ value }) => kind in value)
      if (has('document') && !has('text')) report('error', `${path}.content`, 'has a document without a text')
    },
  ),
  rule(
    'BC-DOCUMENT',
    'A document has a known format and a unique name.',
    `D ${reference}/API_runtime_DocumentBlock.html; I aws-samples/sample-apj-sup-sa#137`,
    (request, report) => {
      const names = new Set<unknown>()
      for (const { value, path } of mediaOf(request, 'document')) {
        const { name, format } = value
        if (!Object.values(documentFormats).includes(format as never))
          report('error', `${path}.format`, 'is not a document format')
        if (typeof name !== 'string' || !documentName.test(name))
          report('error', `${path}.name`, 'has characters that are not allowed')
        if (names.has(name)) report('error', `${path}.name`, 'is also the name of another document')
        names.add(name)
      }
    },
  ),
  rule(
    'BC-IMAGE',
    'An image is png, jpeg, gif or webp, and states its format.',
    `D ${reference}/API_runtime_ImageBlock.html`,
    (request, report) => {
      for (const { value, path } of mediaOf(request, 'image')) {
        const bytes: unknown = isRecord(value['source']) ? value['source']['bytes'] : undefined
        const isKnown = ['png', 'jpeg', 'gif', 'webp'].includes(String(value['format']))
        if (!isKnown) report('error', `${path}.format`, 'is not an image format')
        else if (typeof bytes === 'string' && sniffImage(bytes) !== `image/${String(value['format'])}`) {
          report('error', `${path}.source.bytes`, `is not a ${String(value['format'])}`)
        }
      }
    },
  ),
  rule(
    'BC-BYTES',
    'Bytes are base64 or an S3 location.',
    `S ${reference}/API_runtime_ImageSource.html`,
    (request, report) => {
      for (const { value, path } of [...mediaOf(request, 'image'), ...mediaOf(request, 'document')]) {
        const { bytes, s3Location, text, content } = isRecord(value['source']) ? value['source'] : {}
        if ([bytes, s3Location, text, content].filter((one) => one !== undefined).length !== 1)
          report('error', `${path}.source`, 'must have exactly one source')
        const broken = typeof bytes === 'string' ? base64Problem(bytes) : undefined
        if (broken !== undefined) report(broken.level, `${path}.source.bytes`, broken.problem)
      }
    },
  ),
  ...callRules,
  unicodeRule('BC-UNICODE'),
  jsonRule('BC-JSON'),
]

function mediaOf(request: UnknownRecord, kind: 'image' | 'document'): Placed[] {
  return messagesOf(request).flatMap(({ blocks }) => [
    ...kindOf(blocks, kind),
    ...kindOf(blocks, 'toolResult').flatMap((result) => kindOf(resultBlocks(result), kind)),
  ])
}

/**
 * Returns the rules of Bedrock Converse that a request breaks; none for one that is accepted everywhere. It does not
 * check rules that depend on the model, such as support for images.
 *
 * @example
 * validateBedrockConverse({ messages: [] })
 * // [{ code: 'BC-MESSAGES', level: 'error', path: 'messages', message: 'must have at least one message' }]
 */
export function validateBedrockConverse(request: unknown): readonly Violation[] {
  return validateBy(bedrockConverseRules, 'BC-JSON', request)
}
