import { isObject } from '../options.ts'

/** What is wrong with a message. */
export interface MessageProblem {
  /** Where, from the message on, such as `.content[1].toolName`; '' for the message as a whole. */
  readonly path: string
  /** The end of a sentence, such as `must be text`. */
  readonly problem: string
}

type Check = (value: unknown) => MessageProblem | undefined
type Fields = Readonly<Record<string, unknown>>

/** How deep JSON may nest: as deep as stores keep, and far from where the functions that read it run out of stack. */
const deepestJson = 500

/** Values of one JSON that are looked at: 20 MB of text at least. An object that stands in it twice counts twice. */
const mostJson = 10_000_000

const is = (problem: string): MessageProblem => ({ path: '', problem })
const notText = is('must be text')
const missing = is('is missing')
const noInput: MessageProblem = { path: '.input', problem: 'is missing' }
const tooDeep = is(`nests deeper than ${deepestJson} levels, holds itself, or has more than ${mostJson} values`)

const text: Check = (value) => (typeof value === 'string' ? undefined : value === undefined ? missing : notText)
const there: Check = (value) => (value === undefined || value === null ? missing : undefined)
const json: Check = (value) => (looksLeft(value, 0, mostJson) < 0 ? tooDeep : undefined)
const flag: Check = (value) => (typeof value === 'boolean' ? undefined : is('must be true or false'))
const id: Check = (value) =>
  typeof value === 'string' || isObject(value) ? undefined : is('must be text or an object')
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined ? undefined : check(value)
const maybeText = maybe(text)
const maybeFlag = maybe(flag)

// What each provider reads of its own is looked at where it is read.
const options: Check = (value) =>
  value === undefined || isObject(value) ? undefined : is('must be an object, or left out')

const providerOptions: readonly [string, Check] = ['providerOptions', options]

/** An object with these fields, and `providerOptions` if it has any. */
function fields(own: Readonly<Record<string, Check>>): Check {
  const checks = [...Object.entries(own), providerOptions]
  return (value) => {
    for (const [key, check] of checks) {
      const found = check((value as Fields)[key])
      if (found) return below(`.${key}`, found)
    }
    return undefined
  }
}

/** An object of one of these types. */
function oneOf(types: Readonly<Record<string, Check>>): Check {
  const checks = new Map(Object.entries(types))
  const known = Object.keys(types).join(', ')
  return (value) => {
    if (!isObject(value)) return is('must be an object')
    const check = checks.get(value['type'] as string)
    return check ? check(value) : below('.type', is(`must be ${known}`))
  }
}

function list(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return is('must be a list')
    for (let index = 0; index < value.length; index++) {
      const found = check(value[index])
      if (found) return below(`[${index}]`, found)
    }
    return undefined
  }
}

function below(path: string, found: MessageProblem): MessageProblem {
  return { path: path + found.path, problem: found.problem }
}

const media = fields({ data: text, mediaType: text })
const piece = oneOf({
  text: fields({ text }),
  media,
  'image-data': media,
  'file-data': media,
  'image-url': fields({ url: text }),
  'file-url': fields({ url: text }),
  'image-file-id': fields({ fileId: id }),
  'file-id': fields({ fileId: id }),
  custom: fields({}),
})
const output = oneOf({
  text: fields({ value: text }),
  json: fields({ value: json }),
  'error-text': fields({ value: text }),
  'error-json': fields({ value: json }),
  'execution-denied': fields({ reason: maybeText }),
  content: fields({ value: list(piece) }),
})

const textPart = fields({ text })
const image = fields({ image: there, mediaType: maybeText })
const file = fields({ data: there, mediaType: text, filename: maybeText })
const callFields = fields({ toolCallId: text, toolName: text, input: json, providerExecuted: maybeFlag })
// The arguments of AI SDK 4 would be lost.
const call: Check = (value) =>
  callFields(value) ?? ((value as Fields)['input'] === undefined && (value as Fields)['args'] ? noInput : undefined)
const result = fields({ toolCallId: text, toolName: text, output })
const approvalRequest = fields({ approvalId: text, toolCallId: text, inputSchemaInput: json })
const approvalResponse = fields({ approvalId: text, approved: flag, reason: maybeText, providerExecuted: maybeFlag })

const partsOf: ReadonlyMap<unknown, Check | undefined> = new Map([
  ['system', undefined],
  ['user', list(oneOf({ text: textPart, image, file }))],
  [
    'assistant',
    list(
      oneOf({
        text: textPart,
        file,
        reasoning: textPart,
        'tool-call': call,
        'tool-result': result,
        'tool-approval-request': approvalRequest,
      }),
    ),
  ],
  ['tool', list(oneOf({ 'tool-result': result, 'tool-approval-response': approvalResponse }))],
])

/**
 * What is wrong with the first part of a value that is not as in a message, `undefined` for a message. It asks for what
 * everything behind a build relies on, and no more.
 */
export function messageProblem(value: unknown): MessageProblem | undefined {
  if (!isObject(value)) return is('is not a message')
  const { role, content } = value
  if (!partsOf.has(role)) return below('.role', is('must be system, user, assistant or tool'))
  const found = options(value['providerOptions'])
  if (found) return below('.providerOptions', found)
  if (typeof content === 'string' && role !== 'tool') return holdsCalls(value) ? unread : undefined
  const parts = partsOf.get(role)
  if (parts && Array.isArray(content)) {
    const wrong = parts(content)
    return wrong && below('.content', wrong)
  }
  return below('.content', is(contents[role as keyof typeof contents]))
}

const contents = {
  system: 'must be text',
  user: 'must be text or a list of parts',
  assistant: 'must be text or a list of parts',
  tool: 'must be a list of parts',
}
/** Calls beside the text would be lost. */
const unread: MessageProblem = { path: '.tool_calls', problem: 'is not a field of a message' }

function holdsCalls({ tool_calls: calls }: Fields): boolean {
  return Array.isArray(calls) && calls.length > 0
}

/** Goes through a value, and gives how many more values may be looked at; -1 if it is too deep or too large. */
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
