import type { JsonValue, ProviderOptions } from '@lamella/core'
import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import { cleanJson } from '../shared/json.ts'
import { type Ledger, lose } from '../shared/ledger.ts'
import { type FieldsOf, peekProviderFields, type ReadFields, readProviderFields } from '../shared/provider-fields.ts'
import { camelOf, dataKinds } from './part-kinds.ts'

/**
 * The contents of `providerOptions.google` for this format. The decoder writes these fields and the encoder reads them;
 * `thoughtSignature`, `thought` and the two server tool fields are the AI SDK's names. Its `vertex` and `googleVertex`
 * are read as well.
 *
 * Fields without a place in the canonical message are kept under the separate key `extra`, because histories of the AI
 * SDK carry keys that are not request fields, and the API rejects unknown fields.
 */
export interface GeminiFields {
  /** Text, reasoning, file and tool call of the model: the thought signature. */
  readonly thoughtSignature?: string
  /** Reasoning without a signature, or a file: it is part of this model's thinking. */
  readonly thought?: boolean
  /** Call and result of a tool that Google runs: its id and its type. */
  readonly serverToolCallId?: string
  readonly serverToolType?: string
  /** Call and result of a tool that Google runs: the part's kind, such as `executableCode`. */
  readonly kind?: string
  /** User text part: a part of a kind without a canonical part, unchanged. */
  readonly part?: { readonly [field: string]: JsonValue }
  /** Tool call: it has no id on the wire. */
  readonly anonymous?: boolean
  /** Tool result: the output is the whole response, whatever its keys. */
  readonly bare?: boolean
  /**
   * Fields to send unchanged, such as `videoMetadata`. Those of a call, a response or a file are nested one level
   * deeper.
   */
  readonly extra?: { readonly [field: string]: JsonValue }
  /** Recorded fields that the API does not know. Sent only with `unknownFields: 'send'`. */
  readonly unknownFields?: { readonly [field: string]: JsonValue }
}

/** The AI SDK uses two more names for content from Vertex AI. The first one present counts. */
const names: readonly string[] = ['google', 'googleVertex', 'vertex']

const place: FieldsOf = { keys: names, vendor: 'Gemini' }

/** Returns Gemini's options, whichever name they are under. Reports no losses. */
export function peekFields(options: ProviderOptions | undefined): UnknownRecord & GeminiFields {
  return peekProviderFields(options, names)
}

/** The names of fields that are read in one place. */
export type GeminiKeys = readonly (keyof GeminiFields)[]

/**
 * Returns the fields for this format among provider options. Reports a loss for fields that are not in `known` or
 * belong to another provider.
 */
export const readFields: ReadFields<GeminiFields> = (ledger, options, known) =>
  readProviderFields(ledger, options, known, place)

// Only the encoder writes fields that decide whether a request is valid.
const ofPart: readonly string[] = ['role', 'parts', 'thought', 'thoughtSignature', ...dataKinds]
const ofData: readonly string[] = ['id', 'name', 'args', 'response', 'parts', 'data', 'mimeType', 'fileUri']
const ofFunction: readonly string[] = ['name', 'parameters', 'parametersJsonSchema']

/** The data kinds that have extra fields. */
const nesting: readonly string[] = ['inlineData', 'fileData', 'functionCall', 'functionResponse']

/** Returns the part or content with its extra fields appended. An extra field never replaces a regular one. */
export function withExtra<const Wire extends object>(
  ledger: Ledger,
  wire: Wire,
  fields: Pick<GeminiFields, 'extra'>,
): Wire {
  return fields.extra === undefined ? wire : add(ledger, wire, fields.extra, ofPart, nesting)
}

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
