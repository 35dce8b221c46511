import { normalBase64 } from '../base64.ts'
import { isRecord, listOf, type UnknownRecord } from '../guards.ts'

/** A rule of a wire format that a request breaks. */
export interface Violation {
  /** The rule, such as `OC-TOOL-ANSWER`. */
  readonly code: string
  readonly level: ViolationLevel
  /** The position in the request, such as `messages[3].tool_calls[0].id`. */
  readonly path: string
  readonly what: string
}

/**
 * What becomes of the request.
 *
 * - `error`: the provider answers 400. If the rule depends on the model, the request's model is known to reject it.
 * - `model`: some models of the provider answer 400, and it is not known whether this one does. Name the model to find
 *   out: in the request, or as an option of the format's own `validate…` if the request does not carry it (Gemini).
 * - `server`: the provider accepts it, but older versions of its API, gateways or compatible servers reject or misread
 *   it.
 * - `ignored`: the provider accepts the request and leaves out that part of it: the model does not see it.
 */
export type ViolationLevel = 'error' | 'model' | 'server' | 'ignored'

/** The callback with which a rule reports each violation. */
export type ReportViolation = (level: ViolationLevel, path: string, what: string) => void

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

/** Creates the check of each place of one kind in a request. */
export function each<Place>(
  placesOf: (request: UnknownRecord) => readonly Place[],
  check: (place: Place, report: ReportViolation, request: UnknownRecord) => void,
): Rule['check'] {
  return (request, report) => {
    for (const place of placesOf(request)) check(place, report, request)
  }
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

/** Returns the problem with base64: it does not decode to bytes, or only some decoders accept its form. */
export function base64Problem(text: string): { readonly level: ViolationLevel; readonly problem: string } | undefined {
  const normal = normalBase64(text)
  if (normal === undefined) return { level: 'error', problem: 'is not base64' }
  if (normal !== text) return { level: 'server', problem: 'is not standard base64: padded, in one line' }
  return undefined
}
