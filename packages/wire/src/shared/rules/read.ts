import { isRecord, type UnknownRecord } from '../guards.ts'

/** An object of a request with its path. */
export interface Placed {
  readonly value: UnknownRecord
  readonly path: string
}

/** A list as it is, and nothing for what is no list: other rules say so. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The objects of a list with their paths. What is no object is left to the rule about its type. */
export function recordsOf(value: unknown, path: string): Placed[] {
  return listOf(value).flatMap((item, index) => (isRecord(item) ? [{ value: item, path: `${path}[${index}]` }] : []))
}

/** Whether a field is there: null counts as not. */
export function has(value: unknown): boolean {
  return value !== undefined && value !== null
}
