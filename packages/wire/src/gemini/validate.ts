import { checkOptions, mustBeText } from '@lamella/core/plugin'
import { isRecord } from '../shared/guards.ts'
import { jsonRule, unicodeRule } from '../shared/rules/json-rules.ts'
import { type Rule, type Violation, validateBy } from '../shared/rules/rule.ts'
import { generationOf } from './model.ts'
import { contentRules, partRules, serverRules } from './rules/content-rules.ts'
import { schemaRules } from './rules/schema-rules.ts'
import { parameterRule, toolConfigRules, toolRules } from './rules/tool-rules.ts'
import { callRules, responsePartsRule, signatureRule, turnRules } from './rules/turn-rules.ts'
import { withoutConfig } from './to-genai.ts'

/**
 * All rules of the format, in the order in which violations are listed. Rules that depend on the model have the level
 * `model`, because a request does not name it; pass the model to `validateGemini` to check them exactly.
 */
export const geminiRules: readonly Rule[] = rulesFor(undefined)

/** Information about a request that is not in its body. */
export interface GeminiRequestFacts {
  /** The model that the request goes to. */
  readonly model?: string
}

/**
 * Returns the rules of Gemini's `generateContent` that a request breaks; none for a request that is accepted
 * everywhere. Accepts names in snake case, and what `toGemini` returns; paths are those of the REST API.
 *
 * Meant as a final check in tests and in development: it traverses the request once per rule. If the model is known,
 * each model-dependent rule is either an `error` or does not apply. The source of every rule is given in `rules/`.
 *
 * @throws LamellaError `OPTION_INVALID` for wrong facts
 * @example
 * validateGemini({ contents: [] }, { model: 'gemini-2.5-pro' })
 * // [{ code: 'GE-CONTENTS', level: 'error', path: 'contents', what: 'must have at least one content' }]
 */
export function validateGemini(request: unknown, facts: GeminiRequestFacts = {}): readonly Violation[] {
  const named = isRecord(request) && typeof request['model'] === 'string' ? request['model'] : undefined
  const { model = named } = checkOptions('validateGemini', facts, { model: mustBeText })
  return validateBy(model === undefined ? geminiRules : rulesFor(model), 'GE-JSON', withoutConfig(request))
}

function rulesFor(model: string | undefined): readonly Rule[] {
  const isNew = generationOf(model) >= 3
  return [
    ...contentRules,
    ...partRules,
    ...callRules,
    responsePartsRule(model === undefined ? 'model' : isNew ? undefined : 'error'),
    ...turnRules,
    signatureRule(model === undefined ? 'model' : isNew ? 'error' : undefined),
    ...toolRules,
    ...schemaRules,
    ...toolConfigRules,
    parameterRule,
    unicodeRule('GE-UNICODE'),
    jsonRule('GE-JSON'),
    ...serverRules,
  ]
}
