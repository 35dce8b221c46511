import { isLamellaError, type JsonSchema, type ToolCallPart } from '@lamella/core'
import { decodeAnthropicResponse, encodeAnthropic } from '@lamella/wire/anthropic'
import { decodeBedrockConverseResponse, encodeBedrockConverse } from '@lamella/wire/bedrock-converse'
import { decodeGeminiResponse, encodeGemini } from '@lamella/wire/gemini'
import { decodeOpenAIChatResponse, encodeOpenAIChat } from '@lamella/wire/openai-chat'
import { decodeOpenAIResponsesResponse, encodeOpenAIResponses } from '@lamella/wire/openai-responses'
import { validate, type WireFormat } from '@lamella/wire/validate'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toolSchema } from './schemas-of-any-draft.ts'

type Names = Pick<ReturnType<typeof encodeAnthropic>, 'toolNames' | 'toolFields'>

/** A format: how it encodes, the schema in its request, and its answer with one call. */
interface Format {
  encode(context: Parameters<typeof encodeAnthropic>[0]): Names & { readonly request: object }
  answer(input: object, names: Names): readonly ToolCallPart[]
}

const model = { model: 'some-model' }
const id = 'call_1'
const name = 'f'

const formats: Readonly<Record<WireFormat, Format>> = {
  anthropic: {
    encode: (context) => encodeAnthropic(context, model),
    answer: (input, names) =>
      decodeAnthropicResponse({ content: [{ type: 'tool_use', id, name, input }], stop_reason: 'tool_use' }, names)
        .calls,
  },
  'bedrock-converse': {
    encode: (context) => encodeBedrockConverse(context, model),
    answer: (input, names) => {
      const message = { role: 'assistant', content: [{ toolUse: { toolUseId: id, name, input } }] }
      return decodeBedrockConverseResponse({ output: { message }, stopReason: 'tool_use' }, names).calls
    },
  },
  gemini: {
    encode: (context) => encodeGemini(context, model),
    answer: (args, names) => {
      const content = { role: 'model', parts: [{ functionCall: { id, name, args } }] }
      return decodeGeminiResponse({ candidates: [{ content, finishReason: 'STOP' }] }, names).calls
    },
  },
  'openai-chat': {
    encode: (context) => encodeOpenAIChat(context, model),
    answer: (input, names) => {
      const call = { id, type: 'function', function: { name, arguments: JSON.stringify(input) } }
      const message = { role: 'assistant', tool_calls: [call] }
      return decodeOpenAIChatResponse({ choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }, names).calls
    },
  },
  'openai-responses': {
    encode: (context) => encodeOpenAIResponses(context, model),
    answer: (input, names) => {
      const item = { type: 'function_call', call_id: id, name, arguments: JSON.stringify(input) }
      return decodeOpenAIResponsesResponse({ status: 'completed', output: [item] }, names).calls
    },
  },
}

/** Returns the schema in a request, as it is sent. */
function schemaIn(request: object): { readonly properties?: object } {
  const { tools = [], toolConfig } = JSON.parse(JSON.stringify(request)) as Record<string, never>
  const [tool] = ((toolConfig as { tools?: unknown[] } | undefined)?.tools ?? tools) as Record<string, never>[]
  const { input_schema, toolSpec, functionDeclarations, function: own, parameters } = Object(tool)
  const [declared] = functionDeclarations ?? []
  return (
    input_schema ??
    toolSpec?.inputSchema.json ??
    declared?.parametersJsonSchema ??
    declared?.parameters ??
    own?.parameters ??
    parameters ??
    {}
  )
}

/** An independent judge of JSON Schema 2020-12: its own meta-schema. Gemini has a dialect of OpenAPI. */
const isSchema = new Ajv2020({ strict: false, validateFormats: false }).getSchema(
  'https://json-schema.org/draft/2020-12/schema',
)

test.each(Object.keys(formats) as WireFormat[])(
  'no schema of any draft breaks a rule of %s, and arguments come back in its own names',
  (format) => {
    const { encode, answer } = formats[format]
    let sent = 0
    fc.assert(
      fc.property(toolSchema, (inputSchema) => {
        const tools = [{ name, inputSchema: inputSchema as JsonSchema }]
        try {
          const { request, toolNames, toolFields } = encode({ messages: [{ role: 'user', content: 'Hi' }], tools })
          sent++
          expect(validate(format, request).filter(({ level }) => level !== 'server')).toEqual([])
          const schema = schemaIn(request)
          if (format !== 'gemini') expect(isSchema?.(schema), JSON.stringify(isSchema?.errors)).toBe(true)
          const fields = Object.keys(schema.properties ?? {})
          const input = Object.fromEntries(fields.map((field, index) => [field, index]))
          const given = Object(answer(input, { toolNames, toolFields })[0]?.input) as object
          expect(Object.values(given)).toEqual(Object.values(input))
          const own = Object.keys((inputSchema as { properties?: object }).properties ?? {})
          expect(Object.keys(given)).toEqual(expect.arrayContaining(own))
        } catch (error) {
          // Nested too deep: named before anything is sent.
          if (!isLamellaError(error, 'WIRE_UNENCODABLE')) throw error
          expect(error.message).toContain('tools[0]')
        }
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 75) },
    )
    expect(sent).toBeGreaterThan(0)
  },
)
