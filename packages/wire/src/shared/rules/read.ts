import { base64Problem } from '../base64.ts'
import { isRecord, listOf, type UnknownRecord } from '../guards.ts'
import type { ReportViolation } from '../violation.ts'

/** An object of a request with its path. */
export interface Placed {
  readonly value: UnknownRecord
  readonly path: string
}

/** Returns the objects of a list with their paths. Skips other values, which the rule about types reports. */
export function recordsOf(value: unknown, path: string): Placed[] {
  const records: Placed[] = []
  for (const [index, item] of listOf(value).entries()) {
    if (isRecord(item)) records.push({ value: item, path: `${path}[${index}]` })
  }
  return records
}

/** Whether a field is present: null counts as absent. */
export function has(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** Returns the objects with a value in a field that one before them has, too. */
export function repeated(placed: readonly Placed[], field: string): Placed[] {
  const seen = new Set<unknown>()
  return placed.filter(({ value }) => {
    const before = seen.size
    return seen.add(value[field]).size === before
  })
}

/** Reports a text that is not base64, or not in the form that every server accepts. */
export function checkBase64(data: unknown, path: string, report: ReportViolation): void {
  const found = typeof data === 'string' ? base64Problem(data) : undefined
  if (found !== undefined) report(found.level, path, found.problem)
}
