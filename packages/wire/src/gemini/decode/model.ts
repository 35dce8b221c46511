import type { AssistantPart, JsonValue, TextPart, ToolCallPart, ToolResultPart } from '@lamella/core'
import { readRecord, readText, refuse } from '../../shared/decode/read.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { isSkip } from '../signature.ts'
import { extraFields, field } from './fields.ts'
import { readFile } from './media.ts'
import { optionsOf, restOf, withDataRest } from './options-of.ts'
import { decodeRun, type RunIds } from './run.ts'
import { anyType } from './user.ts'

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
