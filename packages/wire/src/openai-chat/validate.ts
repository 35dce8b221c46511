import { jsonRule, unicodeRule } from '../shared/rules/json-rules.ts'
import { type Rule, validateBy } from '../shared/rules/rule.ts'
import type { Violation } from '../shared/violation.ts'
import { callArgumentsRule, callDuplicateRule, callIdRule, callRule, functionNameRule } from './rules/call-rules.ts'
import { fieldRule, nameRule } from './rules/field-rules.ts'
import { fileRule } from './rules/file-rule.ts'
import { contentRule, emptyRule, messagesRule, roleRule, systemFirstRule } from './rules/message-rules.ts'
import { toolAnswerRule, toolIdRule, toolOrphanRule } from './rules/pair-rules.ts'
import { parameterRule } from './rules/parameter-rule.ts'
import { imageRule, partRule } from './rules/part-rules.ts'
import { descriptionRule, toolChoiceRule, toolDraftRule, toolSchemaRule, toolsRule } from './rules/tool-rules.ts'

/** All rules of the format, in the order in which violations are listed. */
export const openaiChatRules: readonly Rule[] = [
  messagesRule,
  roleRule,
  contentRule,
  partRule,
  imageRule,
  fileRule,
  nameRule,
  callRule,
  callIdRule,
  callArgumentsRule,
  functionNameRule,
  toolAnswerRule,
  toolOrphanRule,
  toolIdRule,
  toolsRule,
  toolSchemaRule,
  toolDraftRule,
  toolChoiceRule,
  parameterRule,
  unicodeRule('OC-UNICODE'),
  jsonRule('OC-JSON'),
  systemFirstRule,
  emptyRule,
  fieldRule,
  callDuplicateRule,
  descriptionRule,
]

/**
 * Returns the rules of OpenAI Chat Completions that a request breaks; none for a request that is accepted everywhere.
 *
 * Meant as a final check in tests and in development: it traverses the request once per rule. It cannot check model
 * capabilities, such as audio or image input. The source of every rule is given in `rules/`.
 *
 * @example
 * validateOpenAIChat({ model: 'gpt-4o', messages: [] })
 * // [{ code: 'OC-MESSAGES', level: 'error', path: 'messages', what: 'must have at least one message' }]
 */
export function validateOpenAIChat(request: unknown): readonly Violation[] {
  return validateBy(openaiChatRules, 'OC-JSON', request)
}
