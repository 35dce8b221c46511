import type { Message, Parameters, SystemMessage, ToolDefinition } from '@lamella/core'
import { extraOf, parametersOf, readList, readRecord, readText } from '../../shared/decode/read.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import type { DecodedContext } from '../../shared/wire-context.ts'
import { fromOpenAIChat } from './decode.ts'
import { optionsOf } from './options-of.ts'

/**
 * Reads a whole request as a context: the system messages at its start, the conversation, tools and parameters. Fields
 * without a canonical place (`stream`, `response_format` ...) are kept in `parameters.providerOptions.openai.extra`.
 *
 * @throws LamellaError `WIRE_DECODE`, with the path, for input that does not match the format.
 * @example
 * const { messages, tools } = decodeOpenAIChat(JSON.parse(recorded))
 */
export function decodeOpenAIChat(request: unknown): DecodedContext {
  const body = readRecord(request, 'request')
  const all = fromOpenAIChat(body['messages'])
  const start = all.findIndex((message) => message.role !== 'system')
  const end = start < 0 ? all.length : start
  return {
    system: all.slice(0, end) as SystemMessage[],
    messages: all.slice(end) as Message[],
    tools: readList(body['tools'] ?? [], 'tools').map((tool, index) => decodeTool(tool, `tools[${index}]`)),
    parameters: decodeParameters(body),
  }
}

function decodeTool(value: unknown, path: string): ToolDefinition {
  const tool = readRecord(value, path)
  if (tool['type'] !== 'function') {
    const { custom } = tool
    const name = isRecord(custom) ? custom['name'] : tool['type']
    const toolName = readText(name, `${path}.type`)
    return { name: toolName, inputSchema: { type: 'object' }, providerOptions: { openai: { tool: tool as never } } }
  }
  const { name, description, parameters, strict } = readRecord(tool['function'], `${path}.function`)
  const fields = {
    strict: typeof strict === 'boolean' ? strict : undefined,
    extra: extraOf(tool, ['type', 'function']),
  }
  return {
    name: readText(name, `${path}.function.name`),
    ...(typeof description === 'string' && { description }),
    inputSchema: isRecord(parameters) ? parameters : {},
    ...optionsOf(fields),
  }
}

const known = ['messages', 'model', 'tools', 'temperature', 'top_p', 'max_completion_tokens', 'seed']

function decodeParameters(body: UnknownRecord): Parameters {
  const { model, temperature, top_p: topP, max_completion_tokens: maxOutputTokens, seed, stop } = body
  const toolChoice = decodeToolChoice(body['tool_choice'])
  const stopSequences = typeof stop === 'string' ? [stop] : Array.isArray(stop) ? stop : undefined
  const extra = extraOf(body, [
    ...known,
    ...(toolChoice === undefined ? [] : ['tool_choice']),
    ...(stopSequences === undefined ? [] : ['stop']),
  ])
  return {
    ...parametersOf({ model, temperature, topP, maxOutputTokens, seed, stopSequences, toolChoice }),
    ...optionsOf({ extra }),
  }
}

function decodeToolChoice(choice: unknown): Parameters['toolChoice'] {
  if (choice === 'auto' || choice === 'none' || choice === 'required') return choice
  if (!isRecord(choice) || choice['type'] !== 'function' || !isRecord(choice['function'])) return undefined
  const { name } = choice['function']
  return typeof name === 'string' ? { type: 'tool', toolName: name } : undefined
}
