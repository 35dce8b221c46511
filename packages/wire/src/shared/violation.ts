/** A rule of a wire format that a request breaks. */
export interface Violation {
  /** The rule, such as `OC-TOOL-ANSWER`. */
  readonly code: string
  /** `error`: the provider answers 400. `strict`: some models, versions or compatible servers refuse or misread it. */
  readonly level: ViolationLevel
  /** Where in the request, such as `messages[3].tool_calls[0].id`. */
  readonly path: string
  readonly what: string
}

export type ViolationLevel = 'error' | 'strict'

/** What a rule calls for each place that breaks it. */
export type ReportViolation = (level: ViolationLevel, path: string, message: string) => void
