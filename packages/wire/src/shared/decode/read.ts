import type { JsonValue } from '@lamella/core'
import { wireError } from '../errors.ts'
import { isRecord, type UnknownRecord } from '../guards.ts'

/** Throws `WIRE_DECODE` with the path of what is wrong. */
export function refuse(path: string, problem: string): never {
  const fix = 'Give it as the API of the format takes it.'
  throw wireError('WIRE_DECODE', `${path} ${problem}.`, fix, { path, problem })
}

export function readRecord(value: unknown, path: string): UnknownRecord {
  return isRecord(value) ? value : refuse(path, 'must be an object')
}

export function readText(value: unknown, path: string): string {
  return typeof value === 'string' ? value : refuse(path, 'must be text')
}

export function readList(value: unknown, path: string): readonly unknown[] {
  return Array.isArray(value) ? value : refuse(path, 'must be a list')
}

/** Fields of a record, by name. */
export type ExtraFields = { readonly [field: string]: JsonValue }

/** The fields that a canonical message or part has no place for. Null says nothing, so it is not kept. */
export function extraOf(record: UnknownRecord, known: readonly string[]): ExtraFields | undefined {
  const extra = Object.entries(record).filter(
    ([key, value]) => value !== null && value !== undefined && !known.includes(key),
  )
  // By definition, not by assignment: a field may be called __proto__.
  return extra.length === 0 ? undefined : (Object.fromEntries(extra) as Record<string, JsonValue>)
}
