import type { AssistantPart, JsonValue, TextPart, ToolCallPart, ToolResultPart } from '@lamella/core'
import { readRecord, readText, refuse } from '../../shared/decode/read.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { camelOf, metaFields, snakeOf } from '../part-kinds.ts'
import { isSkip } from '../signature.ts'
import { extraFields, field, optionsOf, restOf, textOf, withDataRest } from './fields.ts'
import { anyType, readFile } from './media.ts'

const known: readonly string[] = ['text', 'thought', 'thoughtSignature']

/** Reads the parts of model content. `index` is the content's position, used for calls without an id. */
export function decodeModelParts(parts: readonly unknown[], path: string, index: number): AssistantPart[] {
  const ids: RunIds = { prefix: `code_${index}`, count: 0, last: undefined }
  let calls = 0
  return parts.map((value, number) => {
    const place = `${path}[${number}]`
    const part = readRecord(value, place)
    if (field(part, 'functionResponse') !== undefined) refuse(place, 'is a function response in model content')
    const call = field(part, 'functionCall')
    if (call !== undefined)
      return decodeCall(part, readRecord(call, `${place}.functionCall`), place, anonymousId(index, calls++))
    return decodeText(part) ?? decodeFile(part, place) ?? decodeRun(part, place, signatureOf(part), ids)
  })
}

/** Returns the id of a call that has none, by the position of its content and its place among the calls there. */
export function anonymousId(index: number, place: number): string {
  return `call_${index}_${place}`
}

/** Whether a message is a single text; its content is then that text. */
export function onlyText(parts: readonly (AssistantPart | { readonly type: string })[]): string | undefined {
  const [part] = parts
  if (parts.length !== 1 || part?.type !== 'text') return undefined
  const { text, providerOptions } = part as TextPart
  return providerOptions === undefined && text !== '' ? text : undefined
}

/** A placeholder that skips signature validation does not count as a signature. */
function signatureOf(part: UnknownRecord): string | undefined {
  const signature = field(part, 'thoughtSignature')
  return typeof signature === 'string' && !isSkip(signature) ? signature : undefined
}

function decodeText(part: UnknownRecord): AssistantPart | undefined {
  const text = part['text'] ?? (isSignatureAlone(part) ? '' : undefined)
  if (typeof text !== 'string') return undefined
  const thoughtSignature = signatureOf(part)
  const rest = restOf(part, known)
  const isThought = part['thought'] === true
  if (!isThought) return { type: 'text', text, ...optionsOf({ thoughtSignature, ...rest }) }
  const thought = thoughtSignature === undefined ? true : undefined
  return { type: 'reasoning', text, ...optionsOf({ thoughtSignature, thought, ...rest }) }
}

/** A stream may end with a signature that belongs to no other part. */
function isSignatureAlone(part: UnknownRecord): boolean {
  return signatureOf(part) !== undefined && extraFields(part, known) === undefined
}

function decodeFile(part: UnknownRecord, path: string): AssistantPart | undefined {
  const file = readFile(part, path, known)
  if (file === undefined) return undefined
  const { data, mediaType = anyType, filename, rest } = file
  const thought = part['thought'] === true ? true : undefined
  const named = filename === undefined ? {} : { filename }
  const options = optionsOf({ thoughtSignature: signatureOf(part), thought, ...rest })
  return { type: 'file', data, mediaType, ...named, ...options }
}

function decodeCall(part: UnknownRecord, call: UnknownRecord, path: string, name: string): ToolCallPart {
  const id = field(call, 'id')
  const isAnonymous = typeof id !== 'string' || id === ''
  const options = optionsOf({
    thoughtSignature: signatureOf(part),
    anonymous: isAnonymous ? true : undefined,
    ...withDataRest(restOf(part, ['functionCall', 'thoughtSignature']), 'functionCall', call, ['id', 'name', 'args']),
  })
  return {
    type: 'tool-call',
    toolCallId: isAnonymous ? name : id,
    toolName: readText(call['name'], `${path}.functionCall.name`),
    input: readRecord(call['args'] ?? {}, `${path}.functionCall.args`) as JsonValue,
    ...options,
  }
}

/** The calls among the parts that the client must answer. */
export function callsAmong(parts: readonly (AssistantPart | ToolResultPart)[]): ToolCallPart[] {
  return parts.filter((part): part is ToolCallPart => part.type === 'tool-call' && part.providerExecuted !== true)
}

/** Creates ids for runs without one: a result belongs to the last call before it. */
interface RunIds {
  readonly prefix: string
  count: number
  last: string | undefined
}

/**
 * Reads a part of a tool that Google runs, or of a kind without a canonical part, as a provider-executed call or
 * result. Code and server tools are named as in the AI SDK.
 */
function decodeRun(
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
