import { jsonRule, unicodeRule } from '../shared/rules/json-rules.ts'
import { type Rule, validateBy } from '../shared/rules/rule.ts'
import type { Violation } from '../shared/violation.ts'
import { blockRule, documentRule, emptyTextRule, imageRule } from './rules/block-rules.ts'
import { cacheMaxRule, cacheOrderRule, cacheRule } from './rules/cache-rules.ts'
import { toolIdRule, toolIdUniqueRule, toolInputRule, toolNameRule } from './rules/call-rules.ts'
import { compactionRule } from './rules/compaction-rule.ts'
import {
  alternateRule,
  emptyRule,
  finalSpaceRule,
  firstUserRule,
  messagesRule,
  prefillRule,
  roleRule,
} from './rules/message-rules.ts'
import {
  resultFirstRule,
  serverToolRule,
  toolAnswerRule,
  toolDuplicateRule,
  toolOrphanRule,
  useLastRule,
} from './rules/pair-rules.ts'
import { effortRule, parameterRule, samplingRule } from './rules/parameter-rule.ts'
import { toolResultRule } from './rules/result-rule.ts'
import { thinkingPrefixRule } from './rules/thinking-prefix-rule.ts'
import {
  thinkingBudgetRule,
  thinkingFirstRule,
  thinkingForcedRule,
  thinkingLastRule,
  thinkingOffRule,
} from './rules/thinking-rules.ts'
import { toolChangeRule } from './rules/tool-change-rule.ts'
import {
  schemaDraftRule,
  schemaKeyRule,
  schemaRule,
  toolChoiceRule,
  toolsRule,
  toolUniqueRule,
} from './rules/tool-rules.ts'

/** Every rule of the format, in the order in which violations are listed. */
export const anthropicRules: readonly Rule[] = rulesAfter(undefined)

/** Information about a request that is not in its body. */
export interface AnthropicRequestFacts {
  /** The body of the request before it in the same conversation, for the rule about both. */
  readonly previous?: unknown
}

function rulesAfter(previous: unknown): readonly Rule[] {
  return [
    messagesRule,
    roleRule,
    emptyRule,
    emptyTextRule,
    blockRule,
    imageRule,
    documentRule,
    toolAnswerRule,
    toolOrphanRule,
    toolDuplicateRule,
    resultFirstRule,
    useLastRule,
    serverToolRule,
    toolResultRule,
    toolIdRule,
    toolIdUniqueRule,
    toolInputRule,
    toolNameRule,
    toolsRule,
    toolUniqueRule,
    toolChangeRule,
    schemaRule,
    toolChoiceRule,
    thinkingBudgetRule,
    thinkingFirstRule,
    thinkingLastRule,
    thinkingForcedRule,
    thinkingOffRule,
    compactionRule,
    cacheRule,
    cacheMaxRule,
    cacheOrderRule,
    finalSpaceRule,
    parameterRule,
    samplingRule,
    effortRule,
    unicodeRule('AN-UNICODE'),
    jsonRule('AN-JSON'),
    alternateRule,
    firstUserRule,
    prefillRule,
    schemaDraftRule,
    schemaKeyRule,
    thinkingPrefixRule(previous),
  ]
}

/**
 * Returns the rules of Anthropic Messages that a request breaks; none for one that is accepted everywhere.
 *
 * Intended as a final check in tests and development: it reads the request once per rule. Its knowledge of models is
 * limited to `models.ts`. The source of every rule is next to it, in `rules/`. With the request before, it also names the
 * first thinking block that is no longer valid because something before it has changed.
 *
 * @example
 * validateAnthropic({ model: 'claude-opus-4-8', max_tokens: 1024, messages: [] })
 * // [{ code: 'AN-MESSAGES', level: 'error', path: 'messages', what: 'must have at least one message' }]
 */
export function validateAnthropic(request: unknown, facts: AnthropicRequestFacts = {}): readonly Violation[] {
  const { previous } = facts
  return validateBy(previous === undefined ? anthropicRules : rulesAfter(previous), 'AN-JSON', request)
}
