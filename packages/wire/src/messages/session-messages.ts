import type { AssistantPart, JsonValue, Message, ToolOutput, UserPart } from '@lamella/core'
import { checkOptions, mustBeBoolean, mustBeText } from '@lamella/core/plugin'
import { wireError } from '../shared/errors.ts'
import { isRecord } from '../shared/guards.ts'
import { ensureAlternating } from './ensure-alternating.ts'
import { type MergeOptions, mergeConsecutive } from './merge-consecutive.ts'

/**
 * A session record that holds one event, as many agents write them. Other fields (ids, times) are allowed and not read.
 */
export type SessionMessage =
  | { readonly type: 'user'; readonly content: string | readonly UserPart[] }
  | { readonly type: 'assistant'; readonly content: string | readonly AssistantPart[] }
  | { readonly type: 'system'; readonly content: string }
  | { readonly type: 'tool_call'; readonly toolCallId: string; readonly toolName: string; readonly input: unknown }
  | {
      readonly type: 'tool_result'
      readonly toolCallId: string
      readonly toolName: string
      /** A text, a value, or an AI SDK output. */
      readonly output: JsonValue | ToolOutput
      /** Whether the tool failed. Default `false`. */
      readonly isError?: boolean
    }
  /** The summary that replaces everything before it. */
  | { readonly type: 'compaction'; readonly content: string }

/** Options for converting records to a conversation. */
export interface SessionMessageOptions extends MergeOptions {
  /** Whether to merge the records of one message: text and calls of the assistant, results of parallel calls. Default `true`. */
  readonly mergeConsecutive?: boolean
  /** Whether to make the user speak first and roles alternate. Default `false`. */
  readonly ensureAlternating?: boolean
}

const outputTypes: readonly unknown[] = ['text', 'json', 'error-text', 'error-json', 'execution-denied', 'content']

/**
 * Converts a record to a canonical message.
 *
 * @throws LamellaError `WIRE_DECODE` for a record of an unknown type, or without the fields that its type requires.
 */
function fromSessionMessage(record: SessionMessage): Message {
  checkRecord(record)
  switch (record.type) {
    case 'user':
      return { role: 'user', content: copied(record.content) }
    case 'assistant':
      return { role: 'assistant', content: copied(record.content) }
    case 'system':
      return { role: 'system', content: record.content }
    case 'compaction':
      return { role: 'assistant', content: record.content }
    case 'tool_call': {
      const { toolCallId, toolName, input } = record
      return { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input }] }
    }
    case 'tool_result': {
      const { toolCallId, toolName } = record
      return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output: outputOf(record) }] }
    }
    default:
      record satisfies never
      return record
  }
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isTextOrList = (value: unknown): boolean => isText(value) || Array.isArray(value)
const isPresent = (value: unknown): boolean => value !== undefined

/** Checks for the fields of each type. */
const fieldsOf: ReadonlyMap<unknown, Readonly<Record<string, (value: unknown) => boolean>>> = new Map([
  ['user', { content: isTextOrList }],
  ['assistant', { content: isTextOrList }],
  ['system', { content: isText }],
  ['compaction', { content: isText }],
  ['tool_call', { toolCallId: isText, toolName: isText }],
  ['tool_result', { toolCallId: isText, toolName: isText, output: isPresent }],
])

function checkRecord(record: unknown): void {
  const type = isRecord(record) ? record['type'] : undefined
  const fields = fieldsOf.get(type)
  if (fields === undefined) {
    const shown = typeof type === 'string' ? JSON.stringify(type.slice(0, 80)) : typeof type
    const problem = `has a type that session messages do not have: ${shown}`
    throw invalid('type', problem, `Set its type to one of ${[...fieldsOf.keys()].join(', ')}.`)
  }
  for (const [field, isRight] of Object.entries(fields)) {
    if (isRight((record as Readonly<Record<string, unknown>>)[field])) continue
    const problem = `of the type ${type} has a missing or invalid ${field}`
    throw invalid(field, problem, 'Use the fields of a SessionMessage.')
  }
}

function invalid(path: string, problem: string, fix: string): Error {
  return wireError('WIRE_DECODE', `A session message ${problem}.`, fix, { path, problem })
}

/**
 * Converts session records to a conversation: `tool_call` and `compaction` become assistant messages, and a `tool_result`
 * becomes a tool message (which formats without that role write as a user message).
 *
 * @throws LamellaError `WIRE_DECODE` for a record of an unknown type, or without the fields that its type requires;
 * `OPTION_INVALID`
 * @example
 * fromSessionMessages([
 *   { type: 'assistant', content: 'Let me see.' },
 *   { type: 'tool_call', toolCallId: 'a', toolName: 'get_weather', input: { city: 'Bern' } },
 *   { type: 'tool_result', toolCallId: 'a', toolName: 'get_weather', output: 'sunny' },
 * ])
 * // an assistant message with a text and a call, and a tool message with its result
 */
export function fromSessionMessages(
  records: readonly SessionMessage[],
  options: SessionMessageOptions = {},
): Message[] {
  checkOptions('fromSessionMessages', options, {
    separator: mustBeText,
    mergeConsecutive: mustBeBoolean,
    ensureAlternating: mustBeBoolean,
  })
  if (!Array.isArray(records)) throw invalid('', 'list is not an array', 'Pass an array of records.')
  const messages = records.map(fromSessionMessage)
  const { separator } = options
  const merge = separator === undefined ? {} : { separator }
  if (options.ensureAlternating) return ensureAlternating(messages, merge)
  return options.mergeConsecutive === false ? messages : mergeConsecutive(messages, merge)
}

/** Copies the record's list, since message lists are mutable by type. */
function copied<Part>(content: string | readonly Part[]): string | Part[] {
  return typeof content === 'string' ? content : [...content]
}

function outputOf({ output, isError = false }: Extract<SessionMessage, { type: 'tool_result' }>): ToolOutput {
  if (typeof output === 'string') return { type: isError ? 'error-text' : 'text', value: output }
  if (
    isRecord(output) &&
    outputTypes.includes(output['type']) &&
    ('value' in output || output['type'] === 'execution-denied')
  ) {
    return output as unknown as ToolOutput
  }
  return { type: isError ? 'error-json' : 'json', value: output as JsonValue }
}
