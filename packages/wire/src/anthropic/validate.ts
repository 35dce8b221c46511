import { checkOptions } from '@lamella/core/plugin'
import { jsonRule, unicodeRule } from '../shared/rules/json-rules.ts'
import { type Rule, type Violation, validateBy } from '../shared/rules/rule.ts'
import { blockRules } from './rules/block-rules.ts'
import { cacheRules } from './rules/cache-rules.ts'
import { callRules } from './rules/call-rules.ts'
import { compactionRule, finalSpaceRule, messageRules, turnRules } from './rules/message-rules.ts'
import { pairRules } from './rules/pair-rules.ts'
import { parameterRules } from './rules/parameter-rules.ts'
import { thinkingPrefixRule } from './rules/thinking-prefix-rule.ts'
import { thinkingRules } from './rules/thinking-rules.ts'
import { schemaRules, toolRules } from './rules/tool-rules.ts'

/** Every rule of the format, in the order in which violations are listed. */
export const anthropicRules: readonly Rule[] = rulesAfter(undefined)

/** Information about a request that is not in its body. */
export interface AnthropicRequestFacts {
  /** The body of the request before it in the same conversation, for the rule about both. */
  readonly previous?: unknown
}

function rulesAfter(previous: unknown): readonly Rule[] {
  return [
    ...messageRules,
    ...blockRules,
    ...pairRules,
    ...callRules,
    ...toolRules,
    ...thinkingRules,
    compactionRule,
    ...cacheRules,
    finalSpaceRule,
    ...parameterRules,
    unicodeRule('AN-UNICODE'),
    jsonRule('AN-JSON'),
    ...turnRules,
    ...schemaRules,
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
 * @throws LamellaError `OPTION_INVALID` for wrong facts
 * @example
 * validateAnthropic({ model: 'claude-opus-4-8', max_tokens: 1024, messages: [] })
 * // [{ code: 'AN-MESSAGES', level: 'error', path: 'messages', what: 'must have at least one message' }]
 */
export function validateAnthropic(request: unknown, facts: AnthropicRequestFacts = {}): readonly Violation[] {
  // Any value may be the request before.
  const { previous } = checkOptions('validateAnthropic', facts, { previous: () => undefined })
  return validateBy(previous === undefined ? anthropicRules : rulesAfter(previous), 'AN-JSON', request)
}
