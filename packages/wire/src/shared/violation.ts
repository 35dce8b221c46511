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
