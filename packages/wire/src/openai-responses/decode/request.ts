import type { Message, Parameters, SystemMessage, ToolDefinition } from '@lamella/core'
import { extraOf, parametersOf, readList, readRecord, readText } from '../../shared/decode/read.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import type { DecodedContext } from '../../shared/wire-context.ts'
import { holdsConversation } from '../request-fields.ts'
import { decodeInput } from './decode.ts'
import { optionsOf, textOr } from './options-of.ts'

/**
 * Reads a whole request as a context: the instructions and the system messages at its start, the conversation, tools
 * and parameters. Fields without a canonical place (`stream`, `reasoning`, `text`, `previous_response_id` ...) are kept
 * in `parameters.providerOptions.openai.responsesExtra`.
 *
 * If the API stores the conversation so far (`previous_response_id`, `conversation`), results whose calls it stores are
 * kept as provider-executed calls, so that no repair treats them as unmatched.
 *
 * @throws LamellaError `WIRE_DECODE`, with the path, for input that does not match the format.
 * @example
 * const { messages, tools } = decodeOpenAIResponses(JSON.parse(recorded))
 */
export function decodeOpenAIResponses(request: unknown): DecodedContext {
  const body = readRecord(request, 'request')
  const all = decodeInput(body['input'] ?? [], holdsConversation(body))
  const start = all.findIndex((message) => message.role !== 'system')
  const end = start < 0 ? all.length : start
  const instructions = body['instructions'] ?? ''
  const content = readText(instructions, 'instructions')
  return {
    system: [
      ...(content === '' ? [] : [{ role: 'system', content } as const]),
      ...(all.slice(0, end) as SystemMessage[]).map(fromInput),
    ],
    messages: all.slice(end) as Message[],
    tools: readList(body['tools'] ?? [], 'tools').map((tool, index) => decodeTool(tool, `tools[${index}]`)),
    parameters: decodeParameters(body),
  }
}

/** Marks a part of the system prompt that must be written back to the input. */
function fromInput(message: SystemMessage): SystemMessage {
  const { openai, ...others } = message.providerOptions ?? {}
  return { ...message, providerOptions: { ...others, openai: { ...openai, inInput: true } } }
}

function decodeTool(value: unknown, path: string): ToolDefinition {
  const tool = readRecord(value, path)
  const { type, name, description, parameters, strict } = tool
  if (type !== 'function') {
    const toolName = textOr(name) ?? hostedName(tool, path)
    return { name: toolName, inputSchema: { type: 'object' }, providerOptions: { openai: { tool: tool as never } } }
  }
  // An unset `strict` is written as false; null, which leaves it to the API, is kept separately.
  const fields = {
    strict: typeof strict !== 'boolean' ? null : strict || undefined,
    itemExtra: extraOf(tool, ['type', 'name', 'description', 'parameters', 'strict']),
  }
  return {
    name: readText(name, `${path}.name`),
    ...(typeof description === 'string' && { description }),
    inputSchema: isRecord(parameters) ? parameters : {},
    ...optionsOf(fields),
  }
}

/** A provider tool is identified by its type; multiple MCP servers by their labels. */
function hostedName({ type, server_label: label }: UnknownRecord, path: string): string {
  const name = readText(type, `${path}.type`)
  return type === 'mcp' && typeof label === 'string' ? `mcp_${label}` : name
}

const known = ['input', 'instructions', 'model', 'tools', 'temperature', 'top_p', 'max_output_tokens']

function decodeParameters(body: UnknownRecord): Parameters {
  const { model, temperature, top_p: topP, max_output_tokens: maxOutputTokens } = body
  const toolChoice = decodeToolChoice(body['tool_choice'])
  const responsesExtra = extraOf(body, [...known, ...(toolChoice === undefined ? [] : ['tool_choice'])])
  return {
    ...parametersOf({ model, temperature, topP, maxOutputTokens, toolChoice }),
    ...optionsOf({ responsesExtra }),
  }
}

function decodeToolChoice(choice: unknown): Parameters['toolChoice'] {
  if (choice === 'auto' || choice === 'none' || choice === 'required') return choice
  if (!isRecord(choice) || choice['type'] !== 'function') return undefined
  const { name } = choice
  return typeof name === 'string' ? { type: 'tool', toolName: name } : undefined
}
