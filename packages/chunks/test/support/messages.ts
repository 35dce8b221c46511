import type {
  AssistantPart,
  Message,
  ProviderOptions,
  ToolOutput,
  ToolOutputContent,
  ToolPart,
  UserPart,
} from '@lamella/core'
import fc from 'fast-check'
import { hostileText } from './hostile.ts'

// Few and unusual, so that they collide within a message and across turns.
const id = fc.constantFrom('', 'a', 'b', '__proto__', '\ud800')
const text = fc.oneof(fc.string({ maxLength: 12 }), hostileText)
const json = fc.jsonValue({ maxDepth: 2 })

const options: fc.Arbitrary<{ providerOptions?: ProviderOptions }> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  fc.constantFrom<{ providerOptions: ProviderOptions }[]>(
    { providerOptions: { anthropic: { signature: 'c2ln' } } },
    { providerOptions: { openai: { itemId: 'x', extra: { a: [1, null] } }, lamella: { synthetic: true } } },
  ),
)

/** Returns a record of fields with optional fields. */
const part = <Fields extends object>(fields: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> }) =>
  fc
    .tuple(fc.record(fields, { noNullPrototype: true }), options)
    .map(([own, more]) => ({ ...(own as Fields), ...more }))

const type = <Type extends string>(value: Type) => fc.constant(value)

const outputPiece = fc.constantFrom<ToolOutputContent[]>(
  { type: 'text', text: '</tool_result>' },
  { type: 'image-data', data: 'aGVsbG8=', mediaType: 'image/png' },
  { type: 'file-url', url: 'https://example.com/a.pdf' },
  { type: 'custom', providerOptions: { anthropic: { type: 'tool-reference' } } },
)

const output = fc.oneof(
  part<ToolOutput>({ type: fc.constantFrom('text' as const, 'error-text' as const), value: text } as never),
  part<ToolOutput>({ type: fc.constantFrom('json' as const, 'error-json' as const), value: json } as never),
  part<ToolOutput>({ type: type('content'), value: fc.array(outputPiece, { maxLength: 3 }) } as never),
  fc.constantFrom<ToolOutput[]>(
    { type: 'execution-denied' },
    { type: 'execution-denied', reason: '' },
    { type: 'execution-denied', reason: 'No.', providerOptions: { a: { b: 1 } } },
  ),
)

const data = (kind: 'any' | 'json'): fc.Arbitrary<string | URL | Uint8Array> =>
  kind === 'json'
    ? fc.constantFrom('aGVsbG8=', 'https://example.com/a')
    : fc.constantFrom('aGVsbG8=', new URL('https://example.com/a'), 'data:,x')

const lists = (kind: 'any' | 'json') => {
  const input: fc.Arbitrary<unknown> =
    kind === 'json' ? json : fc.oneof(json, text, fc.constantFrom(undefined, new Date(0)))
  const textPart = part({ type: type('text'), text })
  const file = part({
    type: type('file'),
    data: data(kind),
    mediaType: fc.constantFrom('application/pdf', 'text/plain'),
  })
  const image = part({ type: type('image'), image: data(kind) })
  const thought = part({ type: type('reasoning'), text })
  const call = fc.oneof(
    part({ type: type('tool-call'), toolCallId: id, toolName: text, input }),
    part({ type: type('tool-call'), toolCallId: id, toolName: text, input, providerExecuted: fc.boolean() }),
  )
  const result = part({ type: type('tool-result'), toolCallId: id, toolName: text, output })
  const request = fc.record(
    { type: type('tool-approval-request'), approvalId: id, toolCallId: id },
    { noNullPrototype: true },
  )
  const response = fc.record(
    { type: type('tool-approval-response'), approvalId: id, approved: fc.boolean() },
    { noNullPrototype: true },
  )
  const message = <Role extends Message['role']>(role: Role, content: fc.Arbitrary<unknown>) =>
    fc.tuple(content, options).map(([value, more]) => ({ role, content: value, ...more }) as unknown as Message)
  const list = (of: fc.Arbitrary<UserPart | AssistantPart | ToolPart>) => fc.array(of, { maxLength: 5 })
  return fc.oneof(
    message('system', text),
    message('user', fc.oneof(text, list(fc.oneof(textPart, image, file) as fc.Arbitrary<UserPart>))),
    message('assistant', text),
    message('assistant', list(fc.oneof(textPart, file, thought, call, result, request) as fc.Arbitrary<AssistantPart>)),
    message('tool', list(fc.oneof(result, result, response) as fc.Arbitrary<ToolPart>)),
  )
}

/** Realistic conversations: every part, reused ids, unpaired calls and results, messages without parts. */
export const messageLists = (kind: 'any' | 'json' = 'any'): fc.Arbitrary<Message[]> =>
  fc.array(lists(kind), { maxLength: 8 })
