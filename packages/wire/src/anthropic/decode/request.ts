import type { Parameters, ToolDefinition } from '@lamella/core'
import { extraOf, parametersOf, readList, readRecord, readText } from '../../shared/decode/read.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import type { DecodedContext } from '../../shared/wire-context.ts'
import { decodeSystem, fromAnthropic } from './decode.ts'
import { optionsOf, restOf } from './options-of.ts'

/**
 * Decodes a whole request as a context: the system prompt, with one part per block; the conversation; tools and
 * parameters. Fields without a canonical place (`thinking`, `stream`, `metadata` ...) are kept in
 * `parameters.providerOptions.anthropic.extra`.
 *
 * @throws LamellaError `WIRE_DECODE`, with the path, for input that does not match the format.
 * @example
 * const { system, messages, tools } = decodeAnthropic(JSON.parse(recorded))
 */
export function decodeAnthropic(request: unknown): DecodedContext {
  const body = readRecord(request, 'request')
  return {
    system: decodeSystem(body['system']),
    messages: fromAnthropic(body['messages']),
    tools: readList(body['tools'] ?? [], 'tools').map((tool, index) => decodeTool(tool, `tools[${index}]`)),
    parameters: decodeParameters(body),
  }
}

function decodeTool(value: unknown, path: string): ToolDefinition {
  const tool = readRecord(value, path)
  const { type = 'custom', description, input_schema: inputSchema } = tool
  if (!isRecord(inputSchema) || (type !== null && type !== 'custom')) {
    const { cache_control: control, ...own } = tool
    const name = typeof tool['name'] === 'string' ? tool['name'] : readText(tool['type'], `${path}.type`)
    return { name, inputSchema: { type: 'object' }, ...optionsOf({ tool: own, cacheControl: control ?? undefined }) }
  }
  return {
    name: readText(tool['name'], `${path}.name`),
    ...(typeof description === 'string' && { description }),
    inputSchema,
    ...optionsOf(restOf(tool, ['type', 'name', 'description', 'input_schema'], () => true)),
  }
}

const known = ['model', 'max_tokens', 'system', 'messages', 'tools', 'temperature', 'top_p', 'stop_sequences']

function decodeParameters(body: UnknownRecord): Parameters {
  const { model, max_tokens: maxOutputTokens, temperature, top_p: topP, stop_sequences: stopSequences } = body
  const { toolChoice, isSerial } = decodeToolChoice(body['tool_choice'])
  const extra = extraOf(body, [...known, 'cache_control', ...(toolChoice === undefined ? [] : ['tool_choice'])])
  return {
    ...parametersOf({ model, maxOutputTokens, temperature, topP, stopSequences, toolChoice }),
    ...optionsOf({ cacheControl: body['cache_control'] ?? undefined, disableParallelToolUse: isSerial, extra }),
  }
}

function decodeToolChoice(choice: unknown): { toolChoice?: Parameters['toolChoice']; isSerial?: boolean } {
  if (!isRecord(choice)) return {}
  const { type, name, disable_parallel_tool_use: serial } = choice
  const isSerial = typeof serial === 'boolean' ? { isSerial: serial } : {}
  if (type === 'auto' || type === 'none') return { toolChoice: type, ...isSerial }
  if (type === 'any') return { toolChoice: 'required', ...isSerial }
  return type === 'tool' && typeof name === 'string'
    ? { toolChoice: { type: 'tool', toolName: name }, ...isSerial }
    : {}
}
