import { checkOptions } from '@lamella/core/plugin'
import { jsonRule, unicodeRule } from '../shared/rules/json-rules.ts'
import { type Rule, type Violation, validateBy } from '../shared/rules/rule.ts'
import { callRules, serverRules } from './rules/call-rules.ts'
import { idRules } from './rules/id-rules.ts'
import { itemRules, partRules } from './rules/item-rules.ts'
import { parameterRules, toolRules } from './rules/parameter-rules.ts'
import { reasoningPrefixRule } from './rules/reasoning-prefix-rule.ts'

/** All rules of the format, in the order in which violations are listed. */
export const openaiResponsesRules: readonly Rule[] = /* @__PURE__ */ rulesAfter(undefined)

/** Information about a request that is not in its body. */
export interface OpenAIResponsesRequestFacts {
  /** The body of the request before it in the same conversation, for the rule about both. */
  readonly previous?: unknown
}

function rulesAfter(previous: unknown): readonly Rule[] {
  return [
    ...itemRules,
    ...partRules,
    ...callRules,
    ...idRules,
    ...toolRules,
    ...parameterRules,
    unicodeRule('OR-UNICODE'),
    jsonRule('OR-JSON'),
    ...serverRules,
    reasoningPrefixRule(previous),
  ]
}

/**
 * Returns the rules of OpenAI Responses that a request breaks; none for a request that is accepted everywhere.
 *
 * Meant as a final check in tests and in development: it traverses the request once per rule. It cannot check what
 * depends on stored items, such as whether a referenced item still exists. The source of every rule is given in `rules/`.
 * With the request before, it also names the first reasoning that the API removes because something before it has changed.
 *
 * @throws LamellaError `OPTION_INVALID` for wrong facts
 * @example
 * validateOpenAIResponses({ model: 'gpt-5', input: [] })
 * // [{ code: 'OR-INPUT', level: 'error', path: 'input', what: 'must have at least one item' }]
 */
export function validateOpenAIResponses(
  request: unknown,
  facts: OpenAIResponsesRequestFacts = {},
): readonly Violation[] {
  // Any value may be the request before.
  const { previous } = checkOptions('validateOpenAIResponses', facts, { previous: () => undefined })
  return validateBy(previous === undefined ? openaiResponsesRules : rulesAfter(previous), 'OR-JSON', request)
}
