import type { JsonValue, ProviderOptions } from '@lamella/core'
import { isRecord } from '../shared/guards.ts'
import { shortHash } from '../shared/hash.ts'
import { type Ledger, lose, mendName } from '../shared/ledger.ts'
import { type FieldsOf, readProviderFields, withExtraFields } from '../shared/provider-fields.ts'
import { toWellFormed } from '../shared/well-formed.ts'
import { invalidNameCharacters, maxName, validName } from './limits.ts'

/**
 * What `providerOptions.openai` may hold for this format. The decoder writes these, the encoder reads them.
 *
 * Fields that the canonical message has no place for are kept whole under `extra`. They have a key of their own because
 * histories of the AI SDK carry keys in `providerOptions.openai` that belong to other formats (such as `itemId`), and an
 * unknown field in a request is refused.
 */
export interface OpenAIChatFields {
  /** System message: it was a developer message. */
  readonly role?: 'developer'
  /** Text part of the assistant: it is a refusal. */
  readonly refusal?: boolean
  /** Tool call: the arguments exactly as the model wrote them, where JSON cannot say the same. */
  readonly arguments?: string
  /** Tool call: it is a call of a custom tool, and its input is plain text. */
  readonly custom?: boolean
  /** Image part. The AI SDK's name for `detail`. */
  readonly imageDetail?: 'auto' | 'low' | 'high'
  /** File part: the id of an uploaded file. */
  readonly fileId?: string
  /** Tool: structured outputs. */
  readonly strict?: boolean
  /** Parameters: how much the model thinks, such as `low`. */
  readonly reasoningEffort?: string
  /** Fields to send as they are, such as `name`, `audio` or those of compatible servers. */
  readonly extra?: { readonly [field: string]: JsonValue }
  /** Fields of a recorded message, part or call that no server is known to take. Sent only with `unknownFields: 'send'`. */
  readonly unknownFields?: { readonly [field: string]: JsonValue }
}

const place: FieldsOf = { keys: ['openai'], vendor: 'OpenAI', title: 'OpenAI Chat' }

/** The fields for this format among provider options. What is not `known` here, or another provider's, is a loss. */
export function readFields(
  ledger: Ledger,
  options: ProviderOptions | undefined,
  known: readonly (keyof OpenAIChatFields)[],
): OpenAIChatFields {
  return readProviderFields(ledger, options, known, place)
}

// What decides whether a request is valid is written by the encoder alone.
const reserved: readonly string[] = [
  'messages',
  'tools',
  'role',
  'content',
  'type',
  'tool_calls',
  'tool_call_id',
  'function_call',
]

/** The part or message with its extra fields behind its own. An extra field never stands in for one of its own. */
export function withExtra<const Wire extends object>(
  ledger: Ledger,
  wire: Wire,
  { extra }: Pick<OpenAIChatFields, 'extra'>,
): Wire {
  return withExtraFields(ledger, wire, extra, reserved)
}

/**
 * The fields with a `name` of the participant that the API takes: characters that it refuses become `_`, and of a name that
 * consists of them a hash is left, so that two people stay two. A name without anything in it is left out. Each is noted.
 */
export function withValidName(ledger: Ledger, fields: OpenAIChatFields): OpenAIChatFields {
  const { extra } = fields
  if (!isRecord(extra) || !Object.hasOwn(extra, 'name')) return fields
  const { name, ...others } = extra
  if (typeof name === 'string' && validName.test(name)) return fields
  if (typeof name !== 'string' || name.trim() === '') {
    lose(ledger, 'provider-options', 'A name of the participant without anything in it is not sent.')
    return { ...fields, extra: others }
  }
  const given = nameFor(name)
  mendName(ledger, 'name', 'name of the participant', name, given)
  return { ...fields, extra: { ...extra, name: given } }
}

function nameFor(name: string): string {
  const readable = toWellFormed(name).replace(invalidNameCharacters, '_')
  if (/^[_\uFFFD]*$/.test(readable)) return `name_${shortHash(name)}`
  if (readable.length <= maxName) return readable
  // What is cut off may be all that two names differ in.
  return `${toWellFormed(readable.slice(0, maxName - 9)).replace(/\uFFFD$/, '')}_${shortHash(name)}`
}
