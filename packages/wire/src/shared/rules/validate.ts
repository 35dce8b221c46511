import { isRecord } from '../guards.ts'
import type { Violation } from '../violation.ts'
import type { Rule } from './rule.ts'

/** Runs the rules of a format, in order. `jsonCode` is the code for values that are not objects. */
export function validateBy(rules: readonly Rule[], jsonCode: string, request: unknown): readonly Violation[] {
  if (!isRecord(request)) return [{ code: jsonCode, level: 'error', path: '', what: 'must be an object' }]
  const violations: Violation[] = []
  for (const { code, check } of rules) {
    check(request, (level, path, what) => violations.push({ code, level, path, what }))
  }
  return violations
}
