import type { ToolCallPart } from '@lamella/core'
import { decodeArguments } from '../../openai/decode-arguments.ts'
import { readList, readRecord, readText, refuse } from '../../shared/decode/read.ts'
import { callFields } from '../wire-fields.ts'
import { optionsOf, restOf } from './options-of.ts'

/** Reads the calls of an assistant message: `tool_calls`, then the `function_call` of older histories. */
export function decodeCalls(message: Readonly<Record<string, unknown>>, path: string, index: number): ToolCallPart[] {
  const list = message['tool_calls'] ?? undefined
  const calls = list === undefined ? [] : readList(list, `${path}.tool_calls`)
  const parts = calls.map((call, number) => decodeCall(call, `${path}.tool_calls[${number}]`))
  const legacy = message['function_call'] ?? undefined
  if (legacy !== undefined) {
    // It has no id, but each message has only one: its position in the list serves as the id.
    const call = readRecord(legacy, `${path}.function_call`)
    parts.push(functionCall(`call_${index}`, call, `${path}.function_call`))
  }
  return parts
}

function decodeCall(value: unknown, path: string): ToolCallPart {
  const call = readRecord(value, path)
  const id = readText(call['id'], `${path}.id`)
  const type = call['type'] ?? 'function'
  const rest = restOf(call, ['id', 'type', 'function', 'custom'], callFields)
  if (type === 'function')
    return functionCall(id, readRecord(call['function'], `${path}.function`), `${path}.function`, rest)
  if (type !== 'custom') refuse(`${path}.type`, 'must be function or custom')
  const custom = readRecord(call['custom'], `${path}.custom`)
  return {
    type: 'tool-call',
    toolCallId: id,
    toolName: readText(custom['name'], `${path}.custom.name`),
    input: readText(custom['input'], `${path}.custom.input`),
    ...optionsOf({ custom: true, ...rest }),
  }
}

function functionCall(
  toolCallId: string,
  call: Readonly<Record<string, unknown>>,
  path: string,
  rest: Partial<ReturnType<typeof restOf>> = {},
): ToolCallPart {
  const toolName = readText(call['name'], `${path}.name`)
  const { input, recorded } = decodeArguments(readText(call['arguments'], `${path}.arguments`))
  return { type: 'tool-call', toolCallId, toolName, input, ...optionsOf({ arguments: recorded, ...rest }) }
}
