import type { JsonValue, ProviderOptions } from '@lamella/core'
import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import { cleanJson } from '../shared/json.ts'
import { type Ledger, lose } from '../shared/ledger.ts'
import { type FieldsOf, peekProviderFields, readProviderFields } from '../shared/provider-fields.ts'
import { camelOf, dataKinds } from './part-kinds.ts'

/**
 * What `providerOptions.google` may hold for this format. The decoder writes these, the encoder reads them; `thoughtSignature`,
 * `thought` and the two of server tools are the AI SDK's names. Its `vertex` and `googleVertex` are read, too.
 *
 * Fields that the canonical message has no place for are kept whole under `extra`, in a key of their own, since histories of
 * the AI SDK carry keys that are no fields of a request, and an unknown field in a request is refused.
 */
export interface GeminiFields {
  /** Text, reasoning, file and tool call of the model: the signature of the thought behind it. */
  readonly thoughtSignature?: string
  /** Reasoning without a signature, or a file: it is what this model thought. */
  readonly thought?: boolean
  /** Call and result of a tool that Google runs: its id and its type. */
  readonly serverToolCallId?: string
  readonly serverToolType?: string
  /** Call and result of a tool that Google runs: the kind of part that it is, such as `executableCode`. */
  readonly kind?: string
  /** Text part of a user: a part of a kind that no canonical part is, as it was. */
  readonly part?: { readonly [field: string]: JsonValue }
  /** Tool call: it has no id on the wire. */
  readonly anonymous?: boolean
  /** Tool result: the output is the whole response, whatever keys it has. */
  readonly bare?: boolean
  /** Fields to send as they are, such as `videoMetadata`. Those of a call, a response or a file are one level deeper. */
  readonly extra?: { readonly [field: string]: JsonValue }
  /** Recorded fields that the API does not know. Sent only with `unknownFields: 'send'`. */
  readonly unknownFields?: { readonly [field: string]: JsonValue }
}

/** The AI SDK writes what comes from Vertex AI under two more names. The first that is there counts. */
const names: readonly string[] = ['google', 'googleVertex', 'vertex']

const place: FieldsOf = { keys: names, vendor: 'Gemini' }

/** What Gemini's options hold, whichever name they are under. Nothing is noted. */
export function peekFields(options: ProviderOptions | undefined): UnknownRecord & GeminiFields {
  return peekProviderFields(options, names)
}

/** The fields for this format among provider options. What is not `known` here, or another provider's, is a loss. */
export function readFields(
  ledger: Ledger,
  options: ProviderOptions | undefined,
  known: readonly (keyof GeminiFields)[],
): GeminiFields {
  return readProviderFields<GeminiFields>(ledger, options, known, place)
}

// What decides whether a request is valid is written by the encoder alone.
const ofPart: readonly string[] = ['role', 'parts', 'thought', 'thoughtSignature', ...dataKinds]
const ofData: readonly string[] = ['id', 'name', 'args', 'response', 'parts', 'data', 'mimeType', 'fileUri']
const ofFunction: readonly string[] = ['name', 'parameters', 'parametersJsonSchema']

/** The kinds of data that have fields of their own. */
const nesting: readonly string[] = ['inlineData', 'fileData', 'functionCall', 'functionResponse']

/** The part or content with its extra fields behind its own. An extra field never stands in for one of its own. */
export function withExtra<const Wire extends object>(
  ledger: Ledger,
  wire: Wire,
  fields: Pick<GeminiFields, 'extra'>,
): Wire {
  return fields.extra === undefined ? wire : add(ledger, wire, fields.extra, ofPart, nesting)
}

/** The same for the declaration of a function. */
export function withFunctionExtra<const Wire extends object>(
  ledger: Ledger,
  wire: Wire,
  fields: Pick<GeminiFields, 'extra'>,
): Wire {
  return fields.extra === undefined ? wire : add(ledger, wire, fields.extra, ofFunction, [])
}

function add<const Wire extends object>(
  ledger: Ledger,
  wire: Wire,
  extra: unknown,
  reserved: readonly string[],
  mayNest: readonly string[],
): Wire {
  if (!isRecord(extra)) return wire
  const added: [string, unknown][] = []
  for (const [key, value] of Object.entries(extra)) {
    const name = camelOf(key)
    const own: unknown = Object.hasOwn(wire, name) ? wire[name as keyof Wire] : undefined
    if (mayNest.includes(key) && isRecord(own) && isRecord(value))
      added.push([key, add(ledger, own, value, ofData, [])])
    else if (own === undefined && !reserved.includes(name)) added.push([key, value])
    else lose(ledger, 'provider-options', `The extra field ${key} is not sent: the encoder writes it itself.`)
  }
  return { ...wire, ...cleanJson(ledger, Object.fromEntries(added)) }
}
