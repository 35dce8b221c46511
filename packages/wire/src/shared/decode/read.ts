import type { JsonValue, Parameters, ProviderOptions } from '@lamella/core'
import { defined } from '../defined.ts'
import { wireError } from '../errors.ts'
import { isRecord, type UnknownRecord } from '../guards.ts'

/** Throws `WIRE_DECODE` with the path of the problem. */
export function refuse(path: string, problem: string): never {
  const fix = "Pass it in the form that the format's API accepts."
  throw wireError('WIRE_DECODE', `${path} ${problem}.`, fix, { path, problem })
}

/** Returns an object. @throws LamellaError `WIRE_DECODE` for anything else */
export function readRecord(value: unknown, path: string): UnknownRecord {
  return isRecord(value) ? value : refuse(path, 'must be an object')
}

/** Returns a text. @throws LamellaError `WIRE_DECODE` for anything else */
export function readText(value: unknown, path: string): string {
  return typeof value === 'string' ? value : refuse(path, 'must be text')
}

/** Returns a list. @throws LamellaError `WIRE_DECODE` for anything else */
export function readList(value: unknown, path: string): readonly unknown[] {
  return Array.isArray(value) ? value : refuse(path, 'must be a list')
}

/** Fields of a record, by name. */
export type ExtraFields = { readonly [field: string]: JsonValue }

/** Returns the fields without a place in a canonical message or part. Drops null, which counts as absent. */
export function extraOf(record: UnknownRecord, known: readonly string[]): ExtraFields | undefined {
  const isExtra = ([key, value]: [string, unknown]): boolean =>
    (value ?? undefined) !== undefined && !known.includes(key)
  return fieldsOf(Object.entries(record).filter(isExtra))
}

/** Fields without a place in a canonical message or part: those that the format accepts, and others. */
export type RestFields = { readonly [Field in 'extra' | 'unknownFields']: ExtraFields | undefined }

/** Sorts such fields. `isKnown` says which of them the format accepts. */
export function sortFields(fields: ExtraFields | undefined, isKnown: (name: string) => boolean): RestFields {
  const entries = Object.entries(fields ?? {})
  return {
    extra: fieldsOf(entries.filter(([name]) => isKnown(name))),
    unknownFields: fieldsOf(entries.filter(([name]) => !isKnown(name))),
  }
}

function fieldsOf(entries: [string, unknown][]): ExtraFields | undefined {
  // Defined, not assigned: a field may be called __proto__.
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as ExtraFields)
}

/** Returns `{ providerOptions: { [provider]: fields } }` with the fields that are set, or nothing if none is. */
export function providerOptionsOf(
  provider: string,
  fields: { readonly [field: string]: unknown },
): { readonly providerOptions?: ProviderOptions } {
  const set = defined(fields)
  return Object.keys(set).length === 0 ? {} : { providerOptions: { [provider]: set as Record<string, JsonValue> } }
}

type Test = (value: unknown) => boolean

const isText: Test = (value) => typeof value === 'string'
const isNumber: Test = (value) => typeof value === 'number'

const tests: Readonly<Record<Exclude<keyof Parameters, 'providerOptions'>, Test>> = {
  model: isText,
  temperature: isNumber,
  topP: isNumber,
  maxOutputTokens: isNumber,
  stopSequences: Array.isArray,
  seed: isNumber,
  toolChoice: (value) => value !== undefined,
}

/** Returns the parameters of a recorded request, without those of another type. */
export function parametersOf(recorded: { readonly [Name in keyof typeof tests]?: unknown }): Parameters {
  return Object.fromEntries(
    Object.entries(recorded).filter(([name, value]) => tests[name as keyof typeof tests](value)),
  )
}
