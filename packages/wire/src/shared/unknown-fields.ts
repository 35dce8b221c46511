import type { JsonValue } from '@lamella/core'
import type { ExtraFields } from './decode/read.ts'
import { isRecord, type UnknownRecord } from './guards.ts'
import { type Ledger, lose } from './ledger.ts'

/** Fields that were read, by whether a wire format knows them. */
interface SortedFields {
  readonly known: ExtraFields | undefined
  readonly unknown: ExtraFields | undefined
}

/** Sorts fields that a canonical message or part has no place for. `isKnown` says which of them the format takes. */
export function sortFields(fields: ExtraFields | undefined, isKnown: (name: string) => boolean): SortedFields {
  if (fields === undefined) return { known: undefined, unknown: undefined }
  const entries = Object.entries(fields)
  return {
    known: fieldsOf(entries.filter(([name]) => isKnown(name))),
    unknown: fieldsOf(entries.filter(([name]) => !isKnown(name))),
  }
}

function fieldsOf(entries: [string, JsonValue][]): ExtraFields | undefined {
  // By definition, not by assignment: a field may be called __proto__.
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** Both together; what is an object in both, too. */
function merged(own: UnknownRecord, others: UnknownRecord): UnknownRecord {
  const both = Object.entries(others).map(([name, value]): [string, unknown] => {
    const before = Object.hasOwn(own, name) ? own[name] : undefined
    return [name, isRecord(before) && isRecord(value) ? { ...before, ...value } : value]
  })
  return Object.fromEntries([...Object.entries(own), ...both])
}

/** The options of a part or message, as far as this is about them. */
interface WithUnknown {
  readonly unknownFields?: ExtraFields
}

/**
 * The options with the unknown fields among the extra ones (under the name `extra`) if the caller asks for them. Else they
 * are noted and not sent: programs store more with a message than a provider takes, such as the time.
 *
 * @param extra Where the extra fields are; `undefined` where there is no place for any.
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
