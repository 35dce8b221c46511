import type { ToolCallPart, ToolOutput, ToolResultPart } from '@lamella/core'
import { isRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { cleanText, lose } from '../../shared/ledger.ts'
import { dataKinds, metaFields, runKinds } from '../part-kinds.ts'
import { type GeminiFields, type GeminiKeys, peekFields, readFields, withExtra } from '../provider-fields.ts'
import { withSignature } from '../signature.ts'
import type { GeminiPart } from '../types.ts'
import type { GeminiState } from './state.ts'

const known: GeminiKeys = ['kind', 'serverToolCallId', 'serverToolType', 'thoughtSignature', 'extra']

/**
 * Whether a call or result belongs to a tool that Google runs, and this format can write it unchanged. Either its
 * options say so, or it has the shape of the AI SDK's code execution: language and code, outcome and output.
 */
export function isNative(part: ToolCallPart | ToolResultPart): boolean {
  const fields = peekFields(part.providerOptions)
  const value = part.type === 'tool-call' ? part.input : part.output.type === 'json' ? part.output.value : undefined
  if (isKind(fields.kind)) return runKinds.includes(fields.kind) ? isObject(value) : isPresent(value)
  if (serverTool(fields) !== undefined) return true
  const names = part.type === 'tool-call' ? ['language', 'code'] : ['outcome']
  return isRecord(value) && names.every((name) => typeof value[name] === 'string')
}

/** Whether a value is also an object in JSON: a date becomes a string there. */
function isObject(value: unknown): boolean {
  return isRecord(value) && typeof value['toJSON'] !== 'function'
}

/** Whether JSON represents a value as something other than null, which Gemini reads as an absent field. */
function isPresent(value: unknown): boolean {
  try {
    return (JSON.stringify(value) ?? 'null') !== 'null'
  } catch {
    return true // Writing the value throws the error with its path.
  }
}

/** Writes a call or result for which `isNative` is true. */
export function encodeNative(state: GeminiState, part: ToolCallPart | ToolResultPart): GeminiPart {
  const fields = readFields(state, part.providerOptions, known)
  const wire = withSignature(state, nativePart(state, part, fields), fields)
  return withExtra(state, wire, fields)
}

function nativePart(state: GeminiState, part: ToolCallPart | ToolResultPart, fields: GeminiFields): GeminiPart {
  const isCall = part.type === 'tool-call'
  const value = isCall ? cleanJson(state, part.input ?? {}) : outputJson(state, part.output)
  if (isKind(fields.kind)) return { [fields.kind]: value } as GeminiPart
  const server = serverTool(fields)
  if (server === undefined)
    return isCall ? { executableCode: value as object } : { codeExecutionResult: value as object }
  const id = cleanText(state, server.id)
  const toolType = cleanText(state, server.type)
  return isCall
    ? { toolCall: { id, toolType, args: isRecord(value) ? value : { input: value } } }
    : { toolResponse: { id, toolType, response: isRecord(value) ? value : { output: value } } }
}

function outputJson(state: GeminiState, output: ToolOutput): unknown {
  if (output.type === 'json') return cleanJson(state, output.value ?? {})
  lose(state, 'part', 'The output of a tool that Google runs is sent as JSON.')
  return cleanJson(
    state,
    output.type === 'execution-denied' ? { output: output.reason ?? '' } : { output: output.value },
  )
}

/** Whether no canonical part covers this kind: for the others, the encoder decides what they hold. */
function isKind(kind: unknown): kind is string {
  if (typeof kind !== 'string' || !/^[a-z][a-zA-Z0-9]*$/.test(kind)) return false
  return runKinds.includes(kind) || !(dataKinds.includes(kind) || metaFields.includes(kind))
}

function serverTool({
  serverToolCallId: id,
  serverToolType: type,
}: GeminiFields): { id: string; type: string } | undefined {
  return typeof id === 'string' && typeof type === 'string' ? { id, type } : undefined
}
