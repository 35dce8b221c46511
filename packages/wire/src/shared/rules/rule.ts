import { isRecord, type UnknownRecord } from '../guards.ts'
import type { ReportViolation, Violation } from '../violation.ts'

/** One rule of a wire format. */
export interface Rule {
  /** The rule's code, such as `OC-TOOL-ANSWER`. */
  readonly code: string
  /** The requirement, as one sentence. */
  readonly what: string
  /** Its source: S schema, R recorded exchange, I issue with the API's own error, D vendor's page, M unconfirmed. */
  readonly source: string
  /** Reports each place in the request that breaks the rule. */
  readonly check: (request: UnknownRecord, report: ReportViolation) => void
}

/** Runs the rules of a format, in order. `jsonCode` is the code for values that are not objects. */
export function validateBy(rules: readonly Rule[], jsonCode: string, request: unknown): readonly Violation[] {
  if (!isRecord(request)) return [{ code: jsonCode, level: 'error', path: '', what: 'must be an object' }]
  const violations: Violation[] = []
  for (const { code, check } of rules) {
    check(request, (level, path, what) => violations.push({ code, level, path, what }))
  }
  return violations
}
