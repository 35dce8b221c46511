import type { UnknownRecord } from '../../shared/guards.ts'
import type { ReportViolation } from '../../shared/violation.ts'

/** One rule of the format. */
export interface Rule {
  readonly code: string
  /** Where the rule is known from: S schema, R recorded exchange, I issue with the API's own error, M unconfirmed. */
  readonly source: string
  readonly check: (request: UnknownRecord, report: ReportViolation) => void
}
