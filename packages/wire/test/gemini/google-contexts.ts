import type { Message, ProviderOptions, ToolDefinition } from '@lamella/core'
import type { WireContext } from '@lamella/wire/gemini'
import fc from 'fast-check'
import { context } from '../histories.ts'
import { schema } from './schemas.ts'

type Fields = { [field: string]: unknown }

const signature = fc.constantFrom(
  'c2ln',
  'c2ln_-9',
  'not base64',
  '',
  'abcde',
  5,
  null,
  'skip_thought_signature_validator',
)

/** Google-specific content of a history, valid and invalid. */
const fields: fc.Arbitrary<Fields | undefined> = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  signature.map((thoughtSignature) => ({ thoughtSignature })),
  fc.tuple(signature, fc.boolean()).map(([thoughtSignature, thought]) => ({ thoughtSignature, thought })),
  fc.constantFrom<Fields[]>(
    { thought: true },
    { serverToolCallId: 's1', serverToolType: 'GOOGLE_SEARCH_WEB' },
    { serverToolCallId: '\uD800', serverToolType: '' },
    { kind: 'executableCode' },
    { kind: 'codeExecutionResult', thoughtSignature: 'c2ln' },
    { kind: 'newThing' },
    { kind: 'text' },
    { kind: 'functionCall' },
    { kind: '__proto__' },
    { part: { newThing: { a: 1 } } },
    { part: { newThing: {}, videoMetadata: { fps: 1 } } },
    { part: { text: 'x' } },
    { part: { function_call: { name: 'f' } } },
    { part: {} },
    { anonymous: true },
    { bare: true },
    { extra: { videoMetadata: { fps: 1 }, text: 'y', functionCall: { id: 'z', willContinue: false }, parts: [] } },
    { extra: { inlineData: { displayName: 'a.png', data: 'b' }, function_response: {}, thoughtSignature: 'bad one' } },
    { extra: { functionResponse: { willContinue: true, parts: [], response: 1 }, role: 'x', '\uD800': '\uDC00' } },
    { extra: 'no record' },
    { unknown: 1 },
  ),
)

const namespace = fc.constantFrom('google', 'google', 'vertex', 'googleVertex')

const googleTool: fc.Arbitrary<Partial<ToolDefinition>> = fc.constantFrom<Partial<ToolDefinition>[]>(
  {},
  {},
  { providerOptions: { google: { tool: { googleSearch: {} } } } },
  { providerOptions: { google: { tool: { codeExecution: {} } } } },
  { providerOptions: { google: { tool: { functionDeclarations: [{ name: 'x y' }] } } } },
  { providerOptions: { google: { tool: {} } } },
  { providerOptions: { google: { extra: { behavior: 'BLOCKING', name: 'x' } } } },
)

const requestOptions: fc.Arbitrary<Fields> = fc.record(
  {
    thinkingConfig: fc.constant({ includeThoughts: true }),
    safetySettings: fc.constant([{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' }]),
    cachedContent: fc.constant('cachedContents/a'),
    generationConfig: fc.constantFrom({ topK: 3 }, { temperature: 1, response_modalities: ['TEXT'] }),
    toolConfig: fc.constantFrom(
      { functionCallingConfig: { mode: 'VALIDATED' } },
      { function_calling_config: { mode: 'ANY', allowedFunctionNames: ['a_b', 'gone'] } },
      { functionCallingConfig: { mode: 'SOMETIMES' } },
      { retrievalConfig: { languageCode: 'en' } },
    ),
    extra: fc.constantFrom<Fields>(
      { labels: { a: 'b' } },
      { contents: [], system_instruction: 'x', cached_content: 'y' },
    ),
    unknown: fc.constant(1),
  },
  { requiredKeys: [] },
)

/** Contexts with all of Google's own content, and with schemas of every kind. */
export const googleContext: fc.Arbitrary<WireContext> = fc
  .tuple(
    context,
    fc.array(fc.tuple(fields, namespace), { minLength: 1, maxLength: 7 }),
    fc.array(fc.tuple(googleTool, schema), { minLength: 1, maxLength: 4 }),
    fc.oneof(fc.constant(undefined), requestOptions),
  )
  .map(([value, all, tools, google]) => {
    let next = 0
    const optionsOf = (given: ProviderOptions | undefined): object => {
      const [more, name] = all[next++ % all.length] ?? [undefined, 'google']
      if (more === undefined) return given === undefined ? {} : { providerOptions: given }
      return { providerOptions: { ...given, [name]: more } }
    }
    const parameters = { ...value.parameters, ...(google !== undefined && { providerOptions: { google } }) }
    return {
      ...value,
      messages: value.messages.map((message) => decorated(message, optionsOf)),
      tools: (value.tools ?? []).map((tool, index) => {
        const [more, inputSchema] = tools[index % tools.length] ?? [{}, {}]
        return { ...tool, inputSchema, ...more }
      }),
      parameters: parameters as NonNullable<WireContext['parameters']>,
    }
  })

function decorated(message: Message, optionsOf: (given: ProviderOptions | undefined) => object): Message {
  if (typeof message.content === 'string') return message
  const content = (message.content as readonly { readonly providerOptions?: ProviderOptions }[]).map((part) => {
    const { providerOptions, ...others } = part
    return { ...others, ...optionsOf(providerOptions) }
  })
  return { ...message, content } as Message
}
