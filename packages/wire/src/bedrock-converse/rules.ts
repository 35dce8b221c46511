import {
  base64Problem,
  isRecord,
  jsonRule,
  listOf,
  type Placed,
  type ReportViolation,
  type Rule,
  recordsOf,
  sniffImage,
  type UnknownRecord,
  unicodeRule,
  type Violation,
  validateBy,
} from '../kit/index.ts'
import { documentFormats, documentName, isBlank, maxCachePoints, toolName } from './fields.ts'

const reference = 'docs.aws.amazon.com/bedrock/latest/APIReference'

interface PlacedMessage extends Placed {
  readonly role: unknown
  readonly blocks: readonly Placed[]
}

function messagesOf(request: UnknownRecord): PlacedMessage[] {
  return recordsOf(request['messages'], 'messages').map(({ value, path }) => {
    return { value, path, role: value['role'], blocks: recordsOf(value['content'], `${path}.content`) }
  })
}

/** The blocks of one kind in a list: what they hold, with their paths. */
function kindOf(blocks: readonly Placed[], kind: string): Placed[] {
  return blocks.flatMap(({ value, path }) => {
    const held = value[kind]
    return isRecord(held) ? [{ value: held, path: `${path}.${kind}` }] : []
  })
}

function resultBlocks({ value, path }: Placed): Placed[] {
  return recordsOf(value['content'], `${path}.content`)
}

function toolsOf({ toolConfig }: UnknownRecord): Placed[] {
  return isRecord(toolConfig) ? recordsOf(toolConfig['tools'], 'toolConfig.tools') : []
}

function rule(code: string, what: string, source: string, check: Rule['check']): Rule {
  return { code, what, source, check }
}

/** A rule about each message. */
function ofMessage(
  code: string,
  what: string,
  source: string,
  check: (message: PlacedMessage, report: ReportViolation, index: number, all: readonly PlacedMessage[]) => void,
): Rule {
  return rule(code, what, source, (request, report) => {
    const all = messagesOf(request)
    for (const [index, message] of all.entries()) check(message, report, index, all)
  })
}

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
    'A block holds exactly one kind.',
    `S ${reference}/API_runtime_ContentBlock.html`,
    ({ blocks }, report) => {
      for (const { value, path } of blocks) {
        const held = Object.keys(value).filter((key) => blockKinds.includes(key))
        if (held.length !== 1) report('error', path, 'must hold exactly one kind of content')
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
        report('error', `${path}.role`, `follows another message of the ${String(role)}`)
    },
  ),
  rule(
    'BC-BLANK',
    'No text is blank.',
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
    'Only the user has images and documents.',
    `D ${reference}/API_runtime_Message.html`,
    ({ role, blocks }, report) => {
      if (role !== 'assistant') return
      for (const { value, path } of blocks)
        if ('image' in value || 'document' in value) report('error', path, 'is for users alone')
    },
  ),
  ofMessage(
    'BC-DOCUMENT-TEXT',
    'A document has a text beside it.',
    `D ${reference}/API_runtime_Message.html`,
    ({ blocks, path }, report) => {
      const has = (kind: string): boolean => blocks.some(({ value }) => kind in value)
      if (has('document') && !has('text')) report('error', `${path}.content`, 'has a document without a text')
    },
  ),
  rule(
    'BC-DOCUMENT',
    'A document has a known format, and a name of its own.',
    `D ${reference}/API_runtime_DocumentBlock.html; I aws-samples/sample-apj-sup-sa#137`,
    (request, report) => {
      const names = new Set<unknown>()
      for (const { value, path } of mediaOf(request, 'document')) {
        const { name, format } = value
        if (!Object.values(documentFormats).includes(format as never))
          report('error', `${path}.format`, 'is no format of a document')
        if (typeof name !== 'string' || !documentName.test(name))
          report('error', `${path}.name`, 'has characters that are refused')
        if (names.has(name)) report('error', `${path}.name`, 'is the name of another document, too')
        names.add(name)
      }
    },
  ),
  rule(
    'BC-IMAGE',
    'An image is png, jpeg, gif or webp, and says which.',
    `D ${reference}/API_runtime_ImageBlock.html`,
    (request, report) => {
      for (const { value, path } of mediaOf(request, 'image')) {
        const bytes: unknown = isRecord(value['source']) ? value['source']['bytes'] : undefined
        const isKnown = ['png', 'jpeg', 'gif', 'webp'].includes(String(value['format']))
        if (!isKnown) report('error', `${path}.format`, 'is no format of an image')
        else if (typeof bytes === 'string' && sniffImage(bytes) !== `image/${String(value['format'])}`) {
          report('error', `${path}.source.bytes`, `is no ${String(value['format'])}`)
        }
      }
    },
  ),
  rule(
    'BC-BYTES',
    'Bytes are base64, or a location in S3.',
    `S ${reference}/API_runtime_ImageSource.html`,
    (request, report) => {
      for (const { value, path } of [...mediaOf(request, 'image'), ...mediaOf(request, 'document')]) {
        const { bytes, s3Location, text, content } = isRecord(value['source']) ? value['source'] : {}
        if ([bytes, s3Location, text, content].filter((one) => one !== undefined).length !== 1)
          report('error', `${path}.source`, 'must hold exactly one source')
        const broken = typeof bytes === 'string' ? base64Problem(bytes) : undefined
        if (broken !== undefined) report(broken.level, `${path}.source.bytes`, broken.problem)
      }
    },
  ),
  ofMessage(
    'BC-TOOL-USE',
    'A call has an id, a name and an object as input.',
    `S ${reference}/API_runtime_ToolUseBlock.html`,
    ({ role, blocks }, report) => {
      const ids = new Set<unknown>()
      for (const { value, path } of kindOf(blocks, 'toolUse')) {
        const { toolUseId: id, name, input } = value
        if (role !== 'assistant') report('error', path, "must stand in the assistant's message")
        if (typeof id !== 'string' || !toolName.valid.test(id))
          report('error', `${path}.toolUseId`, 'must be 1 to 64 of [a-zA-Z0-9_-]')
        if (ids.has(id)) report('error', `${path}.toolUseId`, 'is the id of another call of the message')
        if (typeof name !== 'string' || !toolName.valid.test(name))
          report('error', `${path}.name`, 'must be 1 to 64 of [a-zA-Z0-9_-]')
        if (!isRecord(input)) report('error', `${path}.input`, 'must be an object')
        ids.add(id)
      }
    },
  ),
  ofMessage(
    'BC-TOOL-ANSWER',
    'All calls of a message are answered in the next one.',
    'I genkit-ai/aws-bedrock-js-plugin#664',
    ({ blocks }, report, index, all) => {
      const answers = kindOf(all[index + 1]?.blocks ?? [], 'toolResult').map(({ value }) => value['toolUseId'])
      for (const { value, path } of kindOf(blocks, 'toolUse')) {
        if (!answers.includes(value['toolUseId'])) report('error', path, 'has no result in the next message')
      }
    },
  ),
  ofMessage(
    'BC-TOOL-ORPHAN',
    'A result answers a call of the message before, once.',
    'I strands-agents/harness-sdk#1435, pydantic/pydantic-ai#2327',
    ({ blocks }, report, index, all) => {
      const open = kindOf(all[index - 1]?.blocks ?? [], 'toolUse').map(({ value }) => value['toolUseId'])
      for (const { value, path } of kindOf(blocks, 'toolResult')) {
        const found = open.indexOf(value['toolUseId'])
        if (found < 0) report('error', path, 'answers no call of the message before')
        else open.splice(found, 1)
      }
    },
  ),
  ofMessage(
    'BC-RESULT',
    'A result is a list; JSON in it is an object, and one that failed says something.',
    'I sigoden/aichat#1550, aws-samples/sample-multi-agent-orchestration-chat-on-agentcore#15',
    ({ blocks }, report) => {
      for (const { value, path } of kindOf(blocks, 'toolResult')) {
        const { content, status } = value
        if (!Array.isArray(content)) report('error', `${path}.content`, 'must be a list')
        else if (status === 'error' && content.length === 0)
          report('error', `${path}.content`, 'must not be empty where the tool failed')
        for (const item of resultBlocks({ value, path })) {
          if ('json' in item.value && !isRecord(item.value['json']))
            report('error', `${item.path}.json`, 'must be an object')
        }
      }
    },
  ),
  ofMessage(
    'BC-RESULT-ALONE',
    'Nothing stands beside results, for models of Meta and Mistral.',
    'I strands-agents/harness-sdk#1223, langchain-ai/langchain-aws#141',
    ({ blocks, path }, report) => {
      const results = kindOf(blocks, 'toolResult').length
      const others = blocks.filter(({ value }) => !('toolResult' in value || 'cachePoint' in value)).length
      if (results > 0 && others > 0) report('strict', `${path}.content`, 'has results and other blocks')
    },
  ),
  ofMessage(
    'BC-REASONING',
    'Reasoning is followed by what it led to.',
    'I tailcallhq/forgecode#2107 (the same models)',
    ({ blocks }, report) => {
      const last = blocks.findLast(({ value }) => !('cachePoint' in value))
      if (last !== undefined && 'reasoningContent' in last.value) report('error', last.path, 'ends its message')
    },
  ),
  rule(
    'BC-TOOL-CONFIG',
    'Calls and results need a toolConfig with at least one tool.',
    `I langgenius/dify#17545, vxcontrol/pentagi#196; S ${reference}/API_runtime_ToolConfiguration.html`,
    (request, report) => {
      const blocks = messagesOf(request).flatMap((message) => message.blocks)
      const uses = kindOf(blocks, 'toolUse').length + kindOf(blocks, 'toolResult').length
      const isMissing = uses > 0 && request['toolConfig'] === undefined
      if (isMissing || (request['toolConfig'] !== undefined && toolsOf(request).length === 0))
        report('error', 'toolConfig', 'must have at least one tool')
    },
  ),
  rule(
    'BC-TOOL',
    'A tool has a name of its own and a schema of an object.',
    `S ${reference}/API_runtime_ToolSpecification.html`,
    (request, report) => {
      const names = new Set<unknown>()
      for (const { value, path } of kindOf(toolsOf(request), 'toolSpec')) {
        const { name, inputSchema, description } = value
        if (typeof name !== 'string' || !toolName.valid.test(name))
          report('error', `${path}.name`, 'must be 1 to 64 of [a-zA-Z0-9_-]')
        if (names.has(name)) report('error', `${path}.name`, 'is the name of another tool')
        if (!isRecord(inputSchema) || !isRecord(inputSchema['json']))
          report('error', `${path}.inputSchema`, 'must be { json: schema }')
        if (description !== undefined && (typeof description !== 'string' || isBlank(description)))
          report('error', `${path}.description`, 'must not be blank')
        names.add(name)
      }
    },
  ),
  rule(
    'BC-CACHE-MAX',
    `There are at most ${maxCachePoints} cache points.`,
    'D docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html',
    (request, report) => {
      const all = [
        ...toolsOf(request),
        ...recordsOf(request['system'], 'system'),
        ...messagesOf(request).flatMap(({ blocks }) => blocks),
      ]
      const points = kindOf(all, 'cachePoint')
      if (points.length > maxCachePoints) report('error', points.at(-1)?.path ?? '', 'is one cache point too many')
    },
  ),
  rule(
    'BC-PARAM',
    'Parameters are in their ranges.',
    `S ${reference}/API_runtime_InferenceConfiguration.html`,
    ({ inferenceConfig }, report) => {
      const { temperature, topP, maxTokens } = isRecord(inferenceConfig) ? inferenceConfig : {}
      const isShare = (value: unknown): boolean =>
        value === undefined || (typeof value === 'number' && value >= 0 && value <= 1)
      if (!isShare(temperature)) report('error', 'inferenceConfig.temperature', 'must be from 0 to 1')
      if (!isShare(topP)) report('error', 'inferenceConfig.topP', 'must be from 0 to 1')
      if (maxTokens !== undefined && !(Number.isSafeInteger(maxTokens) && (maxTokens as number) > 0))
        report('error', 'inferenceConfig.maxTokens', 'must be 1 or more')
    },
  ),
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
 * The rules of Bedrock Converse that a request breaks; none for one that is accepted everywhere. What depends on the model,
 * such as whether it sees, it cannot know.
 *
 * @example
 * validateBedrockConverse({ messages: [] })
 * // [{ code: 'BC-MESSAGES', level: 'error', path: 'messages', message: 'must have at least one message' }]
 */
export function validateBedrockConverse(request: unknown): readonly Violation[] {
  return validateBy(bedrockConverseRules, 'BC-JSON', request)
}
