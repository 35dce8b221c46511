import type { JsonValue } from '@lamella/core'
import { isRecord } from '../shared/guards.ts'
import { shortHash } from '../shared/hash.ts'
import { type Ledger, lose, mendName } from '../shared/ledger.ts'
import { type FieldsOf, type ReadFields, readProviderFields, withExtraFields } from '../shared/provider-fields.ts'
import { invalidNameCharacters, maxName, validName } from './limits.ts'
import { isMistral } from './models.ts'

/**
 * The contents of `providerOptions.openai` for this format. The decoder writes these fields and the encoder reads them.
 *
 * Fields without a place in the canonical message are kept under `extra`. They have a separate key because histories of
 * the AI SDK carry keys in `providerOptions.openai` that belong to other formats (such as `itemId`), and the API
 * rejects unknown fields.
 */
export interface OpenAIChatFields {
  /** System message: it was a developer message. */
  readonly role?: 'developer'
  /** Assistant text part: it is a refusal. */
  readonly refusal?: boolean
  /** Tool call: the arguments exactly as the model wrote them, if JSON cannot represent them. */
  readonly arguments?: string
  /** Tool call: it calls a custom tool, and its input is plain text. */
  readonly custom?: boolean
  /** Image part. The AI SDK's name for `detail`. */
  readonly imageDetail?: 'auto' | 'low' | 'high'
  /** File part: the id of an uploaded file. */
  readonly fileId?: string
  /** Tool: whether to use structured outputs. */
  readonly strict?: boolean
  /** Parameters: the reasoning effort, such as `low`. */
  readonly reasoningEffort?: string
  /** Fields to send unchanged, such as `name`, `audio` or those of compatible servers. */
  readonly extra?: { readonly [field: string]: JsonValue }
  /** Fields of a recorded message, part or call that no known server accepts. Sent only with `unknownFields: 'send'`. */
  readonly unknownFields?: { readonly [field: string]: JsonValue }
}

const place: FieldsOf = { keys: ['openai'], vendor: 'OpenAI', title: 'OpenAI Chat' }

/** The names of fields that are read in one place. */
export type ChatKeys = readonly (keyof OpenAIChatFields)[]

/**
 * Returns the fields for this format among provider options. Reports a loss for fields that are not in `known` or
 * belong to another provider.
 */
export const readFields: ReadFields<OpenAIChatFields> = (ledger, options, known) =>
  readProviderFields(ledger, options, known, place)

// Only the encoder writes fields that decide whether a request is valid.
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

/** What decides which fields a server takes. */
interface Receiver {
  readonly model: string | undefined
  readonly options: { readonly acceptedFields?: readonly string[] }
}

/**
 * Returns the request, message or part with its extra fields appended, without those that the server does not take there. An
 * extra field never replaces a regular one.
 */
export function withExtra<const Wire extends object>(
  ledger: Ledger<unknown, Receiver>,
  wire: Wire,
  { extra }: Pick<OpenAIChatFields, 'extra'>,
): Wire {
  const { model, options } = ledger.base
  const accepted = options.acceptedFields ?? (isMistral(model) ? ['prefix'] : undefined)
  return withExtraFields(ledger, wire, extra, reserved, ledger.list === 'parameters' ? undefined : accepted)
}

/**
 * Returns the fields with a participant `name` that the API accepts: replaces rejected characters with `_`, and a name
 * that consists only of them with a hash, so that different people stay different. Leaves out an empty name. Reports
 * each change.
 */
export function withValidName(ledger: Ledger, fields: OpenAIChatFields): OpenAIChatFields {
  const { extra } = fields
  if (!isRecord(extra) || !Object.hasOwn(extra, 'name')) return fields
  const { name, ...others } = extra
  if (typeof name === 'string' && validName.test(name)) return fields
  if (typeof name !== 'string' || name.trim() === '') {
    lose(ledger, 'provider-options', 'An empty participant name is not sent.')
    return { ...fields, extra: others }
  }
  const given = nameFor(name)
  mendName(ledger, 'name', 'participant name', name, given)
  return { ...fields, extra: { ...extra, name: given } }
}

function nameFor(name: string): string {
  const readable = name.toWellFormed().replace(invalidNameCharacters, '_')
  if (/^[_\uFFFD]*$/.test(readable)) return `name_${shortHash(name)}`
  if (readable.length <= maxName) return readable
  // Two names may differ only in the part that is cut off.
  return `${readable
    .slice(0, maxName - 9)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}_${shortHash(name)}`
}
