import type { JsonValue } from '@lamella/core'
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
  const extra = Object.entries(record).filter(
    ([key, value]) => value !== null && value !== undefined && !known.includes(key),
  )
  // Defined, not assigned: a field may be called __proto__.
  return extra.length === 0 ? undefined : (Object.fromEntries(extra) as Record<string, JsonValue>)
}
