import type { JsonValue, ProviderOptions } from '@lamella/core'
import type { ExtraFields } from './decode/read.ts'
import { isRecord, type UnknownRecord } from './guards.ts'
import { cleanJson } from './json.ts'
import { type Ledger, lose } from './ledger.ts'

/** Where a format finds its fields among provider options. */
export interface FieldsOf {
  /** Keys among provider options, such as `['openai']`. The first one present counts. */
  readonly keys: readonly string[]
  /** The recipient of the fields as used in sentences, such as `OpenAI`. */
  readonly vendor: string
  /** The format's name as used in sentences. Default: `vendor`. */
  readonly title?: string
  /** The field that holds extra fields. Default `extra`. */
  readonly extra?: string
}

/** Fields in provider options that all formats share. */
interface CommonFields {
  readonly unknownFields?: ExtraFields
}

const none: CommonFields = {}

/** `readProviderFields` of one format. */
export type ReadFields<Fields> = (
  ledger: Ledger,
  options: ProviderOptions | undefined,
  known: readonly (keyof Fields)[],
) => Fields

/** Returns the fields of a format unchecked, before or after `readProviderFields` reads them. Reports no losses. */
export function peekProviderFields<Fields>(options: ProviderOptions | undefined, keys: readonly string[]): Fields {
  if (options !== undefined) {
    for (const key of keys) {
      const fields: unknown = options[key]
      if (isRecord(fields)) return fields as Fields
    }
  }
  return none as Fields
}

/**
 * Returns the fields of a format among provider options. Reports a loss for fields that are not in `known` here or
 * belong to another provider.
 */
export function readProviderFields<Fields extends CommonFields>(
  ledger: Ledger,
  options: ProviderOptions | undefined,
  known: readonly (keyof Fields)[],
  { keys, vendor, title = vendor, extra = 'extra' }: FieldsOf,
): Fields {
  if (options === undefined) return none as Fields
  for (const provider of Object.keys(options)) {
    // Lamella's own marks (a stand-in for a missing result, a head) are meant for programs, so no format carries them.
    if (/^lamella(:|$)/.test(provider) || keys.includes(provider)) continue
    lose(ledger, 'provider-options', `Options of ${provider} are not sent to ${vendor}.`)
  }
  const fields: Fields = peekProviderFields(options, keys)
  for (const key of Object.keys(fields) as (keyof Fields & string)[]) {
    const value: unknown = fields[key]
    // An empty list, such as `annotations: []` of an answer, says nothing.
    const isNothing = value === undefined || (Array.isArray(value) && value.length === 0)
    if (isNothing || known.includes(key) || key === 'unknownFields') continue
    lose(ledger, 'provider-options', `${title} has no field for the option ${keys[0]}.${key} here.`)
  }
  const place = extra as keyof Fields
  return withUnknownFields(ledger, fields, known.includes(place) ? place : undefined, title)
}

/** The types of options that are not sent as they are. */
interface Kinds {
  readonly text: string
  readonly boolean: boolean
  readonly object: UnknownRecord
}

/** Returns the value of an option of the request, or reports that it has another type. Null counts as absent. */
export function optionOf<Kind extends keyof Kinds>(
  ledger: Ledger,
  value: unknown,
  kind: Kind,
  option: string,
): Kinds[Kind] | undefined {
  if (value === undefined || value === null) return undefined
  const isOne = kind === 'object' ? isRecord(value) : typeof value === (kind === 'text' ? 'string' : kind)
  if (isOne) return value as Kinds[Kind]
  const what = kind === 'text' ? 'text' : kind === 'object' ? 'an object' : 'true or false'
  return void lose(ledger, 'provider-options', `The option ${option} is not sent: it must be ${what}.`)
}

/**
 * Returns the part, message or request with extra fields appended. Leaves out and reports fields that the encoder
 * writes itself, and reserved fields: only the encoder writes fields that decide whether a request is valid.
 *
 * @param accepted The fields that the server takes. Default: all.
 */
export function withExtraFields<const Wire extends object>(
  ledger: Ledger,
  wire: Wire,
  extra: unknown,
  reserved: readonly string[],
  accepted?: readonly string[],
): Wire {
  if (!isRecord(extra)) {
    if (extra !== undefined) lose(ledger, 'provider-options', 'Extra fields that are not an object are not sent.')
    return wire
  }
  const added: [string, JsonValue][] = []
  for (const [key, value] of Object.entries(extra as UnknownRecord)) {
    const isWritten = reserved.includes(key) || Object.hasOwn(wire, key)
    if (!isWritten && accepted?.includes(key) !== false) added.push([key, value as JsonValue])
    else {
      const why = isWritten ? 'the encoder writes it itself' : 'the server does not take it'
      lose(ledger, 'provider-options', `The extra field ${key} is not sent: ${why}.`)
    }
  }
  return added.length === 0 ? wire : { ...wire, ...cleanJson(ledger, Object.fromEntries(added)) }
}

/** Merges both, including fields that are objects in both. */
function mergedFields(own: UnknownRecord, others: UnknownRecord): UnknownRecord {
  const both = Object.entries(others).map(([name, value]): [string, unknown] => {
    const before = Object.hasOwn(own, name) ? own[name] : undefined
    return [name, isRecord(before) && isRecord(value) ? { ...before, ...value } : value]
  })
  return Object.fromEntries([...Object.entries(own), ...both])
}

/**
 * Returns the options with the unknown fields added to the extra ones (under the name `extra`) if the caller requests
 * them. Otherwise reports them as not sent: programs store more with a message than a provider accepts, such as the
 * time.
 *
 * @param extra The option that holds the extra fields; `undefined` if there is none.
 */
function withUnknownFields<Fields extends CommonFields>(
  ledger: Ledger,
  fields: Fields,
  extra: keyof Fields | undefined,
  format: string,
): Fields {
  const { unknownFields } = fields
  if (!isRecord(unknownFields)) return fields
  if (ledger.book.sendsUnknown && extra !== undefined) {
    const own: unknown = fields[extra]
    return { ...fields, [extra]: mergedFields(isRecord(own) ? own : {}, unknownFields) }
  }
  const names = Object.keys(unknownFields).map((name) => name.slice(0, 80))
  lose(ledger, 'provider-options', `${format} does not know these fields, which are not sent: ${names.join(', ')}.`)
  return fields
}
