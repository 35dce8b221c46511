import type { UnknownRecord } from '../guards.ts'
import type { ReportViolation } from '../violation.ts'

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
