import { isRecord, type UnknownRecord } from '../guards.ts'

/** An object of a request with its path. */
export interface Placed {
  readonly value: UnknownRecord
  readonly path: string
}

/** Returns a list unchanged, and an empty list for other values, which other rules report. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns the objects of a list with their paths. Skips other values, which the rule about types reports. */
export function recordsOf(value: unknown, path: string): Placed[] {
  return listOf(value).flatMap((item, index) => (isRecord(item) ? [{ value: item, path: `${path}[${index}]` }] : []))
}

/** Whether a field is present: null counts as absent. */
export function has(value: unknown): boolean {
  return value !== undefined && value !== null
}
