import { jsonRule, unicodeRule } from '../shared/rules/json-rules.ts'
import type { Rule } from '../shared/rules/rule.ts'
import { validateBy } from '../shared/rules/validate.ts'
import type { Violation } from '../shared/violation.ts'
import {
  callAnswerRule,
  callDuplicateRule,
  callIdRule,
  callRule,
  functionNameRule,
  outputOrphanRule,
  outputRule,
} from './rules/call-rules.ts'
import { idDuplicateRule, idRule, reasoningFollowRule, reasoningRule } from './rules/id-rules.ts'
import { contentRule, emptyRule, inputRule, interleaveRule, itemRule, roleRule } from './rules/item-rules.ts'
import { parameterRule, unknownRule } from './rules/parameter-rules.ts'
import { approvalRule, fileRule, imageRule, partRule } from './rules/part-rules.ts'
import { descriptionRule, toolChoiceRule, toolDraftRule, toolSchemaRule, toolsRule } from './rules/tool-rules.ts'

/** All rules of the format, in the order in which violations are listed. */
export const openaiResponsesRules: readonly Rule[] = [
  inputRule,
  itemRule,
  roleRule,
  contentRule,
  partRule,
  imageRule,
  fileRule,
  callRule,
  callIdRule,
  functionNameRule,
  callAnswerRule,
  outputOrphanRule,
  outputRule,
  approvalRule,
  idRule,
  idDuplicateRule,
  reasoningRule,
  reasoningFollowRule,
  toolsRule,
  toolSchemaRule,
  toolDraftRule,
  toolChoiceRule,
  parameterRule,
  unknownRule,
  unicodeRule('OR-UNICODE'),
  jsonRule('OR-JSON'),
  emptyRule,
  interleaveRule,
  callDuplicateRule,
  descriptionRule,
]

/**
 * Returns the rules of OpenAI Responses that a request breaks; none for a request that is accepted everywhere.
 *
 * Meant as a final check in tests and in development: it traverses the request once per rule. It cannot check what
 * depends on the model or on stored items, such as whether a referenced item still exists. The source of every rule is
 * given in `rules/`.
 *
 * @example
 * validateOpenAIResponses({ model: 'gpt-5', input: [] })
 * // [{ code: 'OR-INPUT', level: 'error', path: 'input', message: 'must have at least one item' }]
 */
export function validateOpenAIResponses(request: unknown): readonly Violation[] {
  return validateBy(openaiResponsesRules, 'OR-JSON', request)
}
