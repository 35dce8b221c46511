import type { JsonValue, Parameters, SystemMessage, ToolDefinition } from '@lamella/core'
import { parametersOf, providerOptionsOf, readRecord, readText } from '../../shared/decode/read.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import type { DecodedContext } from '../../shared/wire-context.ts'
import { camelOf } from '../part-kinds.ts'
import { fromOpenApi } from '../schema/from-openapi.ts'
import { withoutConfig } from '../to-genai.ts'
import { fromGemini } from './decode.ts'
import { extraFields, field, itemsOf, optionsOf, restOf, textOf } from './fields.ts'

/**
 * Reads a whole request as a context: the system prompt, the conversation, tools and parameters. Fields without a
 * canonical place are kept in `parameters.providerOptions.google`: those of `generationConfig` and `toolConfig` under
 * these names, all others (`safetySettings`, `cachedContent` ...) in `extra`. The model comes from the body, if it has
 * one. Also reads what `toGemini` returns.
 *
 * @throws LamellaError `WIRE_DECODE`, with the path, for input that does not match the format.
 * @example
 * const { system, messages, tools } = decodeGemini(JSON.parse(recorded))
 */
export function decodeGemini(request: unknown): DecodedContext {
  const body = readRecord(withoutConfig(request), 'request')
  return {
    system: decodeSystem(field(body, 'systemInstruction')),
    messages: fromGemini(body['contents']),
    tools: decodeTools(field(body, 'tools')),
    parameters: decodeParameters(body),
  }
}

function decodeSystem(value: unknown): SystemMessage[] {
  if (value === undefined) return []
  if (typeof value === 'string') return [{ role: 'system', content: value }]
  const parts = itemsOf(readRecord(value, 'systemInstruction')['parts'] ?? [], 'systemInstruction.parts')
  return parts.map((one, index) => {
    const path = `systemInstruction.parts[${index}]`
    const part = readRecord(one, path)
    const content = readText(part['text'], `${path}.text`)
    return { role: 'system', content, ...optionsOf(restOf(part, ['text'])) }
  })
}

const known: readonly string[] = ['contents', 'systemInstruction', 'tools', 'toolConfig', 'generationConfig']

function decodeParameters(body: UnknownRecord): Parameters {
  const model = textOf(body, 'model')
  const { parameters, rest } = decodeGeneration(recordOf(field(body, 'generationConfig')))
  const { toolChoice, toolConfig } = decodeToolConfig(recordOf(field(body, 'toolConfig')))
  const extra = extraFields(body, model === undefined ? known : [...known, 'model'])
  return {
    ...parametersOf({ model, ...parameters, toolChoice }),
    ...providerOptionsOf('google', { generationConfig: rest, toolConfig, extra }),
  }
}

function decodeGeneration(config: UnknownRecord): { parameters: Parameters; rest: object | undefined } {
  const stops = field(config, 'stopSequences')
  const parameters = parametersOf({
    temperature: field(config, 'temperature'),
    topP: field(config, 'topP'),
    maxOutputTokens: field(config, 'maxOutputTokens'),
    seed: field(config, 'seed'),
    stopSequences: Array.isArray(stops) && stops.every((stop) => typeof stop === 'string') ? stops : undefined,
  })
  return { parameters, rest: extraFields(config, Object.keys(parameters)) }
}

interface ReadToolConfig {
  readonly toolChoice: Parameters['toolChoice'] | undefined
  readonly toolConfig: { readonly [name: string]: JsonValue } | undefined
}

function decodeToolConfig(config: UnknownRecord): ReadToolConfig {
  const calling = recordOf(field(config, 'functionCallingConfig'))
  const toolChoice = choiceOf(calling)
  const rest = extraFields(config, ['functionCallingConfig'])
  if (toolChoice !== undefined || Object.keys(calling).length === 0) return { toolChoice, toolConfig: rest }
  return { toolChoice, toolConfig: { ...rest, functionCallingConfig: calling as JsonValue } }
}

/** The tool choice, if the canonical form expresses all of it. */
function choiceOf(calling: UnknownRecord): Parameters['toolChoice'] | undefined {
  const { mode } = calling
  const allowed = field(calling, 'allowedFunctionNames')
  if (extraFields(calling, ['mode', 'allowedFunctionNames']) !== undefined) return undefined
  if (allowed !== undefined) {
    const [toolName, ...others] = Array.isArray(allowed) ? allowed : []
    const isOne = mode === 'ANY' && typeof toolName === 'string' && others.length === 0
    return isOne ? { type: 'tool', toolName } : undefined
  }
  if (mode === 'AUTO') return 'auto'
  if (mode === 'NONE') return 'none'
  return mode === 'ANY' ? 'required' : undefined
}

function recordOf(value: unknown): UnknownRecord {
  return isRecord(value) ? value : {}
}

/** Reads the functions of a request, and keeps Google's tools unchanged. */
function decodeTools(value: unknown): ToolDefinition[] {
  if (value === undefined) return []
  return itemsOf(value, 'tools').flatMap((one, index) => {
    const path = `tools[${index}]`
    const tool = readRecord(one, path)
    const functions = field(tool, 'functionDeclarations')
    const own = extraFields(tool, ['functionDeclarations'])
    const place = `${path}.functionDeclarations`
    return [
      ...(own === undefined ? [] : [toolOfGoogle(own)]),
      ...(functions === undefined ? [] : itemsOf(functions, place)).map((item, number) =>
        decodeFunction(readRecord(item, `${place}[${number}]`), `${place}[${number}]`),
      ),
    ]
  })
}

/** The tool's name is that of its first field, such as `googleSearch`. */
function toolOfGoogle(tool: { readonly [field: string]: JsonValue }): ToolDefinition {
  const name = camelOf(Object.keys(tool)[0] ?? '')
  return { name, inputSchema: { type: 'object' }, providerOptions: { google: { tool: { ...tool } } } }
}

function decodeFunction(declaration: UnknownRecord, path: string): ToolDefinition {
  const description = textOf(declaration, 'description')
  const extra = extraFields(declaration, ['name', 'description', 'parameters', 'parametersJsonSchema'])
  return {
    name: readText(declaration['name'], `${path}.name`),
    ...(description !== undefined && { description }),
    inputSchema: schemaOf(declaration),
    ...optionsOf({ extra }),
  }
}

/** A function without a schema has no parameters. */
function schemaOf(declaration: UnknownRecord): UnknownRecord {
  const schema = field(declaration, 'parametersJsonSchema')
  if (isRecord(schema)) return schema
  const { parameters } = declaration
  return isRecord(parameters) ? fromOpenApi(parameters) : { type: 'object', properties: {} }
}
