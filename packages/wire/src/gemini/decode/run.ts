import type { AssistantPart, JsonValue } from '@lamella/core'
import { refuse } from '../../shared/decode/read.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { camelOf, metaFields, snakeOf } from '../part-kinds.ts'
import { textOf } from './fields.ts'
import { optionsOf, restOf } from './options-of.ts'

/** Creates ids for runs without one: a result belongs to the last call before it. */
export interface RunIds {
  readonly prefix: string
  count: number
  last: string | undefined
}

/**
 * Reads a part of a tool that Google runs, or of a kind without a canonical part, as a provider-executed call or
 * result. Code and server tools are named as in the AI SDK.
 */
export function decodeRun(
  part: UnknownRecord,
  path: string,
  thoughtSignature: string | undefined,
  ids: RunIds,
): AssistantPart {
  const name = Object.keys(part).find(
    (key) => !metaFields.includes(camelOf(key)) && (part[key] ?? undefined) !== undefined,
  )
  if (name === undefined) return refuse(path, 'has no data')
  const kind = camelOf(name)
  if (!/^[a-z][a-zA-Z0-9]*$/.test(kind)) return refuse(path, `has data of an impossible kind: ${JSON.stringify(name)}`)
  const value = part[name] as JsonValue
  const rest = restOf(part, [kind, 'thoughtSignature', ...(name === snakeOf(kind) ? [] : [name])])
  const record: UnknownRecord = isRecord(value) ? value : {}
  const isResult = kind === 'codeExecutionResult' || kind === 'toolResponse'
  const toolCallId = textOf(record, 'id') ?? (isResult ? ids.last : undefined) ?? `${ids.prefix}_${ids.count++}`
  ids.last = toolCallId
  const server = serverTool(kind, record)
  if (server !== undefined) {
    const fields = { serverToolCallId: server.id, serverToolType: server.type, thoughtSignature, ...rest }
    return runPart(isResult, toolCallId, `server:${server.type}`, server.value, optionsOf(fields))
  }
  return runPart(isResult, toolCallId, nameOf(kind, record), value, optionsOf({ kind, thoughtSignature, ...rest }))
}

function runPart(
  isResult: boolean,
  toolCallId: string,
  toolName: string,
  value: JsonValue,
  options: ReturnType<typeof optionsOf>,
): AssistantPart {
  return isResult
    ? { type: 'tool-result', toolCallId, toolName, output: { type: 'json', value }, ...options }
    : { type: 'tool-call', toolCallId, toolName, input: value, providerExecuted: true, ...options }
}

function nameOf(kind: string, record: UnknownRecord): string {
  if (kind === 'executableCode' || kind === 'codeExecutionResult') return 'code_execution'
  const type = textOf(record, 'toolType')
  return type === undefined ? kind : `server:${type}`
}

/** Reads a call or response of a server tool, if the AI SDK's fields can express all of it. */
function serverTool(kind: string, record: UnknownRecord): { id: string; type: string; value: JsonValue } | undefined {
  const held = kind === 'toolCall' ? 'args' : kind === 'toolResponse' ? 'response' : undefined
  if (held === undefined) return undefined
  const { id, toolType, [held]: value, ...others } = record
  if (typeof id !== 'string' || typeof toolType !== 'string' || !isRecord(value)) return undefined
  return Object.keys(others).length === 0 ? { id, type: toolType, value: value as JsonValue } : undefined
}
