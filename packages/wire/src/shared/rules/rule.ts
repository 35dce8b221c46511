import type { UnknownRecord } from '../guards.ts'
import type { ReportViolation } from '../violation.ts'

/** One rule of a wire format. */
export interface Rule {
  /** Such as `OC-TOOL-ANSWER`. */
  readonly code: string
  /** What the rule asks for, as one sentence. */
  readonly what: string
  /** Where it is known from: S schema, R recorded exchange, I issue with the API's own error, D vendor's page, M unconfirmed. */
  readonly source: string
  /** Reports each place of the request that breaks the rule. */
  readonly check: (request: UnknownRecord, report: ReportViolation) => void
}
