import type { JsonValue } from '@lamella/core'
import type { ExtraFields } from './decode/read.ts'
import { isRecord, type UnknownRecord } from './guards.ts'
import { type Ledger, lose } from './ledger.ts'

/** Fields grouped by whether a wire format knows them. */
interface SortedFields {
  readonly known: ExtraFields | undefined
  readonly unknown: ExtraFields | undefined
}

/** Sorts fields without a place in a canonical message or part. `isKnown` says which of them the format accepts. */
export function sortFields(fields: ExtraFields | undefined, isKnown: (name: string) => boolean): SortedFields {
  if (fields === undefined) return { known: undefined, unknown: undefined }
  const entries = Object.entries(fields)
  return {
    known: fieldsOf(entries.filter(([name]) => isKnown(name))),
    unknown: fieldsOf(entries.filter(([name]) => !isKnown(name))),
  }
}

function fieldsOf(entries: [string, JsonValue][]): ExtraFields | undefined {
  // Defined, not assigned: a field may be called __proto__.
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** Merges both, including fields that are objects in both. */
function merged(own: UnknownRecord, others: UnknownRecord): UnknownRecord {
  const both = Object.entries(others).map(([name, value]): [string, unknown] => {
    const before = Object.hasOwn(own, name) ? own[name] : undefined
    return [name, isRecord(before) && isRecord(value) ? { ...before, ...value } : value]
  })
  return Object.fromEntries([...Object.entries(own), ...both])
}

/** The relevant options of a part or message. */
interface WithUnknown {
  readonly unknownFields?: ExtraFields
}

/**
 * Returns the options with the unknown fields added to the extra ones (under the name `extra`) if the caller requests
 * them. Otherwise reports them as not sent: programs store more with a message than a provider accepts, such as the
 * time.
 *
 * @param extra The option that holds the extra fields; `undefined` if there is none.
 */
export function withUnknownFields<Fields extends WithUnknown>(
  ledger: Ledger,
  fields: Fields,
  extra: keyof Fields | undefined,
  format: string,
): Fields {
  const { unknownFields } = fields
  if (!isRecord(unknownFields)) return fields
  if (ledger.book.sendsUnknown && extra !== undefined) {
    const own: unknown = fields[extra]
    return { ...fields, [extra]: merged(isRecord(own) ? own : {}, unknownFields) }
  }
  const names = Object.keys(unknownFields).map((name) => name.slice(0, 80))
  lose(ledger, 'provider-options', `${format} does not know these fields, which are not sent: ${names.join(', ')}.`)
  return fields
}
