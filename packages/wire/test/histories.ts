import type {
  AssistantPart,
  Message,
  ProviderOptions,
  SystemMessage,
  ToolCallPart,
  ToolDefinition,
  ToolOutput,
  ToolOutputContent,
  ToolResultPart,
  UserPart,
} from '@lamella/core'
import type { WireContext } from '@lamella/wire/openai-chat'
import fc from 'fast-check'
import { codePoint } from '../../testkit/src/samples/code-point.ts'
import { broken } from './broken-histories.ts'
import { png, pngBytes } from './fixtures.ts'

/** Texts with everything that breaks requests: empty, spaces, lone surrogates, replacement patterns. */
const text: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', ' ', '\n', '\uD800', 'a\uDC00b', '😀', "$& $' $$", '\\ud800', '<|endoftext|>', '{"a":', '\u0000'),
  fc.string({ unit: codePoint }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 }).map((units) => String.fromCharCode(...units)),
)

// Few and unusual, so that they collide: in one message, across turns, and after truncation.
const id = fc.constantFrom(
  '',
  'a',
  'b',
  'call_1',
  'x'.repeat(40),
  'x'.repeat(41),
  `${'x'.repeat(41)}y`,
  'z'.repeat(70),
  '\uD800',
)
const name = fc.oneof(fc.constantFrom('a_b', 'a.b', 'a b', '', '日本', 'x'.repeat(64), 'x'.repeat(65)), text)

const json = fc.jsonValue({ maxDepth: 3 })
/** Inputs of tool calls, including some that JSON cannot represent. */
const input: fc.Arbitrary<unknown> = fc.oneof(
  json,
  text,
  fc.constantFrom<unknown>(undefined, Number.NaN, [undefined], new Date(0), new Map(), { f: Math.abs, u: undefined }),
  fc.dictionary(text, fc.oneof(text, json), { maxKeys: 3 }),
)

const options: fc.Arbitrary<{ providerOptions?: ProviderOptions }> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  fc.constantFrom<{ providerOptions: ProviderOptions }[]>(
    { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } },
    {
      providerOptions: {
        openai: { itemId: 'msg_1', refusal: true, imageDetail: 'low', strict: true, role: 'developer' },
      },
    },
    {
      providerOptions: {
        openai: { extra: { name: 'Ann', role: 'x', content: 1, type: 'y', text: 2, tool_calls: [] } },
      },
    },
    { providerOptions: { openai: { arguments: '{"broken', custom: true } } },
    { providerOptions: { anthropic: { signature: 'c2ln' }, google: { thoughtSignature: 'c2ln' } } },
    {
      providerOptions: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'c2ln' }, lamella: { synthetic: true } },
    },
    { providerOptions: { openai: { itemId: 'fc_1', itemExtra: { status: 'completed' } }, google: null as never } },
  ) as fc.Arbitrary<{ providerOptions: ProviderOptions }>,
)

const data = fc.constantFrom(
  png,
  `data:image/png;base64,${png}`,
  '',
  'aGVsbG8=',
  'https://example.com/a',
  'file:///a',
  'data:,x',
  'file-1',
  pngBytes,
  pngBytes.slice().buffer,
)
const mediaType = fc.constantFrom(
  'image/png',
  'image/tiff',
  'audio/wav',
  'audio/mpeg',
  'audio/ogg',
  'application/pdf',
  'text/plain',
)

const textPart = fc.tuple(text, options).map(([value, more]) => ({ type: 'text' as const, text: value, ...more }))
const filePart = fc
  .tuple(data, mediaType, options)
  .map(([value, type, more]) => ({ type: 'file' as const, data: value, mediaType: type, ...more }))
const imagePart = fc.tuple(data, options).map(([image, more]) => ({ type: 'image' as const, image, ...more }))
const reasoningPart = fc
  .tuple(text, options)
  .map(([value, more]) => ({ type: 'reasoning' as const, text: value, ...more }))

const outputPiece: fc.Arbitrary<ToolOutputContent> = fc.oneof(
  fc.tuple(text, options).map(([value, more]) => ({ type: 'text' as const, text: value, ...more })),
  fc.constantFrom<ToolOutputContent[]>(
    { type: 'media', data: png, mediaType: 'image/png' },
    { type: 'image-data', data: png, mediaType: 'image/tiff' },
    { type: 'image-data', data: '', mediaType: 'image/png' },
    { type: 'image-url', url: 'https://example.com/a.png' },
    { type: 'image-url', url: 'file:///a.png' },
    { type: 'image-file-id', fileId: { openai: 'file-1', anthropic: 'file_1' } },
    { type: 'file-data', data: 'aGVsbG8=', mediaType: 'application/pdf', filename: '\uD800.pdf' },
    { type: 'file-data', data: 'aGVsbG8=', mediaType: 'text/plain' },
    { type: 'file-url', url: 'https://example.com/a.pdf', mediaType: 'application/pdf' },
    { type: 'file-url', url: 'https://example.com/a' },
    { type: 'file-id', fileId: 'file-1' },
    { type: 'file-id', fileId: {} },
    { type: 'custom', providerOptions: { anthropic: { type: 'tool-reference', toolName: 'a' } } },
    { type: 'custom' },
  ),
)

const output: fc.Arbitrary<ToolOutput> = fc
  .tuple(
    fc.oneof(
      text.map((value) => ({ type: 'text' as const, value })),
      text.map((value) => ({ type: 'error-text' as const, value })),
      json.map((value) => ({ type: 'json' as const, value: value as null })),
      json.map((value) => ({ type: 'error-json' as const, value: value as null })),
      fc.constantFrom({ type: 'execution-denied' as const }, { type: 'execution-denied' as const, reason: '\uD800no' }),
      fc.array(outputPiece, { maxLength: 3 }).map((value) => ({ type: 'content' as const, value })),
    ),
    options,
  )
  .map(([value, more]) => ({ ...value, ...more }))

const userContent = fc.oneof(
  text,
  fc.array(fc.oneof(textPart, imagePart, filePart) as fc.Arbitrary<UserPart>, { maxLength: 4 }),
)
const user: fc.Arbitrary<Message[]> = fc
  .tuple(userContent, options)
  .map(([content, more]) => [{ role: 'user', content, ...more }])
const system: fc.Arbitrary<SystemMessage> = fc
  .tuple(text, options)
  .map(([content, more]) => ({ role: 'system', content, ...more }))

const callPart: fc.Arbitrary<ToolCallPart> = fc
  .tuple(id, name, input, options)
  .map(([toolCallId, toolName, value, more]) => ({ type: 'tool-call', toolCallId, toolName, input: value, ...more }))
const resultOf = (call: ToolCallPart): fc.Arbitrary<ToolResultPart> =>
  fc.tuple(output, options).map(([value, more]) => ({
    type: 'tool-result',
    toolCallId: call.toolCallId,
    toolName: call.toolName,
    output: value,
    ...more,
  }))

/**
 * An assistant message with provider-executed calls and calls for the client, and the results in any order and
 * grouping.
 */
const turn: fc.Arbitrary<Message[]> = fc
  .tuple(
    fc.array(callPart, { maxLength: 4 }),
    fc.array(callPart, { maxLength: 2 }),
    fc.array(fc.oneof(textPart, reasoningPart, filePart), { maxLength: 3 }),
    options,
  )
  .chain(([calls, ran, others, more]) =>
    fc
      .tuple(
        fc.tuple(...calls.map(resultOf)).chain((results) => shuffledById(results)),
        fc.tuple(...ran.map(resultOf)),
        fc.boolean(),
      )
      .map(([results, inline, split]): Message[] => {
        const inside: AssistantPart[] = [...ran.map((call) => ({ ...call, providerExecuted: true })), ...inline]
        const content: AssistantPart[] = [...others.slice(0, 1), ...inside, ...others.slice(1), ...calls]
        // A client call must not share an id with a provider-executed one: their results would be confused.
        const ids = new Set(ran.map((call) => call.toolCallId))
        const messages: Message[] = [
          {
            role: 'assistant',
            content: calls.some((call) => ids.has(call.toolCallId))
              ? content.filter((part) => !inside.includes(part))
              : content,
            ...more,
          },
        ]
        if (split) for (const result of results) messages.push({ role: 'tool', content: [result], ...more })
        else if (results.length > 0) messages.push({ role: 'tool', content: results })
        return messages
      }),
  )

function shuffledById(results: ToolResultPart[]): fc.Arbitrary<ToolResultPart[]> {
  return fc.shuffledSubarray(results, { minLength: results.length })
}

const tool: fc.Arbitrary<ToolDefinition> = fc
  .tuple(
    name,
    fc.option(text, { nil: undefined }),
    fc.oneof(fc.constant({}), fc.dictionary(fc.constantFrom('title', 'required', '\uD800'), fc.oneof(text, json))),
    options,
  )
  .map(([toolName, description, inputSchema, more]) => ({
    name: toolName,
    ...(description !== undefined && { description }),
    inputSchema,
    ...more,
  }))

/** A provider-defined tool. */
const foreignTool: ToolDefinition = {
  name: 'web_search',
  inputSchema: { type: 'object' },
  providerOptions: { elsewhere: { tool: { type: 'web_search' } } },
}

/** Calls that wait for approval, or have it. */
const approval: fc.Arbitrary<Message[]> = fc
  .tuple(callPart, fc.constantFrom(true, false, undefined), fc.boolean())
  .map(([call, approved, providerExecuted]) => {
    const request = { type: 'tool-approval-request' as const, approvalId: call.toolCallId, toolCallId: call.toolCallId }
    const asked: Message = { role: 'assistant', content: [call, request] }
    if (approved === undefined) return [asked]
    const word = { type: 'tool-approval-response' as const, approvalId: call.toolCallId, approved, providerExecuted }
    return [asked, { role: 'tool', content: [word] }]
  })

/**
 * Whole contexts: every kind of part, interleaved parallel calls, reused and invalid ids and names; half of them with
 * messages and parts cut, duplicated and moved.
 */
export const context: fc.Arbitrary<WireContext> = fc
  .tuple(
    fc.array(system, { maxLength: 3 }),
    fc
      .array(
        fc.oneof(
          user,
          turn,
          approval,
          system.map((message): Message[] => [message]),
        ),
        { maxLength: 8 },
      )
      .chain((groups) => broken(groups.flat())),
    fc.array(fc.oneof({ weight: 9, arbitrary: tool }, fc.constant(foreignTool)), { maxLength: 4 }),
    fc.constantFrom<WireContext['parameters'][]>(
      undefined,
      { temperature: 0, toolChoice: 'required' },
      { stopSequences: ['\uD800'] },
    ),
  )
  .map(([parts, messages, tools, parameters]) => ({
    system: [{ role: 'system', content: 'Be kind.' }, ...parts],
    messages,
    tools,
    ...(parameters !== undefined && { parameters }),
  }))
