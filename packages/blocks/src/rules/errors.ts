import { errorsOf, type MakeError } from '@lamella/core'

/** What each error of tool rules tells beside its message. */
export interface RuleErrorDetails {
  /** Rules of tools contradict each other, so that no call could keep them all. */
  TOOL_RULES_CONFLICT: { readonly tools: readonly string[]; readonly problem: string }
}

/** Makes an error of tool rules. */
export const ruleError: MakeError<RuleErrorDetails> = errorsOf<RuleErrorDetails>()
