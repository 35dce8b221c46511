import type { AssistantPart, ToolOutput, ToolOutputContent, ToolPart, UserPart } from '../contract/message.ts'
import { isObject } from '../options.ts'
import { deepestJson } from './json.ts'

/** A problem of a message. */
export interface MessageProblem {
  /** The path from the message on, such as `.content[1].toolName`; '' for the message as a whole. */
  readonly path: string
  /** The end of a sentence, such as `must be text`. */
  readonly problem: string
}

type Check = (value: unknown) => MessageProblem | undefined
type Fields = Readonly<Record<string, unknown>>

/**
 * The maximum number of values to visit in one JSON: at least 20 MB of text. An object that occurs twice counts twice.
 */
const mostJson = 10_000_000

const is = (problem: string): MessageProblem => ({ path: '', problem })
const notText = is('must be text')
const missing = is('is missing')
const tooDeep = is(`nests deeper than ${deepestJson} levels, contains itself, or has over ${mostJson} values`)

const text: Check = (value) => (typeof value === 'string' ? undefined : value === undefined ? missing : notText)
const there: Check = (value) => (value === undefined || value === null ? missing : undefined)
const json: Check = (value) => (looksLeft(value, 0, mostJson) < 0 ? tooDeep : undefined)
const flag: Check = (value) => (typeof value === 'boolean' ? undefined : is('must be true or false'))
const id: Check = (value) =>
  typeof value === 'string' || (isObject(value) && Object.values(value).every((one) => typeof one === 'string'))
    ? undefined
    : is('must be text, or an object of texts by provider')
const maybeText: Check = (value) => (value === undefined ? undefined : text(value))
const maybeFlag: Check = (value) => (value === undefined ? undefined : flag(value))
// Provider-specific data is checked where it is read.
const options: Check = (value) =>
  value === undefined || isObject(value) ? undefined : is('must be an object, or omitted')

function at(path: string, found: MessageProblem | undefined): MessageProblem | undefined {
  return found && { path: path + found.path, problem: found.problem }
}

/** Returns the problem of a field's value. */
function inField(fields: Fields, key: string, check: Check): MessageProblem | undefined {
  const found = check(fields[key])
  return found && at(`.${key}`, found)
}

// The fields are listed one by one, since every build checks every message, and iterating over a table is slower.
type Look = (part: Fields) => MessageProblem | undefined

/** Checks an object of one of these types, with `providerOptions` if it has any. */
function oneOf<Type extends string>(types: Readonly<Record<Type, Look>>): Check {
  const looks = new Map<string, Look>(Object.entries(types))
  const known = Object.keys(types).join(', ')
  return (value) => {
    if (!isObject(value)) return is('must be an object')
    const look = looks.get(value['type'] as string)
    if (!look) return at('.type', is(`must be ${known}`))
    return look(value) ?? inField(value, 'providerOptions', options) ?? otherFields(value)
  }
}

/** Fields whose content has its own check. */
const looked: readonly string[] = ['content', 'input', 'output', 'value']

/** Checks that the other fields can be read as JSON: provider options, media, and fields that are not known. */
function otherFields(value: Fields): MessageProblem | undefined {
  for (const key in value) {
    const held = value[key]
    if (typeof held !== 'object' || held === null || looked.includes(key)) continue
    const found = json(held)
    if (found) return at(`.${key}`, found)
  }
  return undefined
}

function list(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return is('must be a list')
    for (let index = 0; index < value.length; index++) {
      const found = check(value[index])
      if (found) return at(`[${index}]`, found)
    }
    return undefined
  }
}

const inText: Look = (part) => inField(part, 'text', text)
const inTextValue: Look = (part) => inField(part, 'value', text)
const inJsonValue: Look = (part) => inField(part, 'value', json)
const inUrl: Look = (part) => inField(part, 'url', text) ?? inField(part, 'mediaType', maybeText)
const inFileId: Look = (part) => inField(part, 'fileId', id)
const inNamed: Look = (part) => inField(part, 'mediaType', text) ?? inField(part, 'filename', maybeText)
const inMedia: Look = (part) => inField(part, 'data', text) ?? inNamed(part)

const pieces = list(
  oneOf<ToolOutputContent['type']>({
    text: inText,
    media: inMedia,
    'image-data': inMedia,
    'file-data': inMedia,
    'image-url': inUrl,
    'file-url': inUrl,
    'image-file-id': inFileId,
    'file-id': inFileId,
    custom: () => undefined,
  }),
)
const output = oneOf<ToolOutput['type']>({
  text: inTextValue,
  json: inJsonValue,
  'error-text': inTextValue,
  'error-json': inJsonValue,
  'execution-denied': (value) => inField(value, 'reason', maybeText),
  content: (value) => inField(value, 'value', pieces),
})

const inImage: Look = (part) => inField(part, 'image', there) ?? inField(part, 'mediaType', maybeText)
const inFile: Look = (part) => inField(part, 'data', there) ?? inNamed(part)
const inCall: Look = (part) =>
  inField(part, 'toolCallId', text) ??
  inField(part, 'toolName', text) ??
  inField(part, 'providerExecuted', maybeFlag) ??
  // The arguments of AI SDK 4 would be lost.
  at('.input', part['input'] === undefined && part['args'] !== undefined ? missing : json(part['input']))
const inResult: Look = (part) =>
  inField(part, 'toolCallId', text) ?? inField(part, 'toolName', text) ?? inField(part, 'output', output)
const inRequest: Look = (part) =>
  inField(part, 'approvalId', text) ?? inField(part, 'toolCallId', text) ?? inField(part, 'inputSchemaInput', json)
const inResponse: Look = (part) =>
  inField(part, 'approvalId', text) ??
  inField(part, 'approved', flag) ??
  inField(part, 'reason', maybeText) ??
  inField(part, 'providerExecuted', maybeFlag)

const ofUser = list(oneOf<UserPart['type']>({ text: inText, image: inImage, file: inFile }))
const ofTool = list(oneOf<ToolPart['type']>({ 'tool-result': inResult, 'tool-approval-response': inResponse }))
const ofAssistant = list(
  oneOf<AssistantPart['type']>({
    text: inText,
    file: inFile,
    reasoning: inText,
    'tool-call': inCall,
    'tool-result': inResult,
    'tool-approval-request': inRequest,
  }),
)

/**
 * Returns the first problem of a value that is not a valid message, `undefined` for a message. It checks only what the
 * rest of a build relies on.
 */
export function messageProblem(value: unknown): MessageProblem | undefined {
  if (!isObject(value)) return is('is not a message')
  return shapeProblem(value) ?? otherFields(value)
}

function shapeProblem(value: Fields): MessageProblem | undefined {
  const { role, content } = value
  const wrong = inField(value, 'providerOptions', options)
  if (wrong) return wrong
  switch (role) {
    case 'system':
      return typeof content === 'string' ? undefined : at('.content', is('must be text'))
    case 'tool':
      return at('.content', ofTool(content))
    case 'user':
    case 'assistant':
      if (typeof content === 'string') return lostCalls(value)
      if (!Array.isArray(content)) return at('.content', is('must be text or a list of parts'))
      return at('.content', role === 'user' ? ofUser(content) : ofAssistant(content))
    default:
      return at('.role', is('must be system, user, assistant or tool'))
  }
}

/** Calls next to the text, as OpenAI has them, would be lost. */
function lostCalls({ tool_calls: calls }: Fields): MessageProblem | undefined {
  return Array.isArray(calls) && calls.length > 0
    ? { path: '.tool_calls', problem: 'is not a field of a message' }
    : undefined
}

/** Visits a value and returns how many more values may be visited; -1 if it is too deep or too large. */
function looksLeft(value: unknown, depth: number, looks: number): number {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return looks
  if (depth > deepestJson) return -1
  let left = looks
  for (const item of Array.isArray(value) ? (value as readonly unknown[]) : Object.values(value)) {
    left = looksLeft(item, depth + 1, left - 1)
    if (left < 0) return -1
  }
  return left
}
