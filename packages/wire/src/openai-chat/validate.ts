import { jsonRule, unicodeRule } from '../shared/rules/json-rules.ts'
import { type Rule, type Violation, validateBy } from '../shared/rules/rule.ts'
import { messageRules, partRules } from './rules/message-rules.ts'
import { callRules, pairRules } from './rules/pair-rules.ts'
import { serverRules } from './rules/server-rules.ts'
import { parameterRule, toolRules } from './rules/tool-rules.ts'

/** All rules of the format, in the order in which violations are listed. */
export const openaiChatRules: readonly Rule[] = [
  ...messageRules,
  ...partRules,
  ...callRules,
  ...pairRules,
  ...toolRules,
  parameterRule,
  unicodeRule('OC-UNICODE'),
  jsonRule('OC-JSON'),
  ...serverRules,
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
