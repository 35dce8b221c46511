import { isRecord } from '../shared/guards.ts'
import { jsonRule, unicodeRule } from '../shared/rules/json-rules.ts'
import type { Rule } from '../shared/rules/rule.ts'
import { validateBy } from '../shared/rules/validate.ts'
import type { Violation } from '../shared/violation.ts'
import { generationOf } from './model.ts'
import { argsRule, functionNameRule, responseNameRule, responsePartsRule, responseRule } from './rules/call-rules.ts'
import {
  alternateRule,
  contentsRule,
  emptyRule,
  firstUserRule,
  lastUserRule,
  partRoleRule,
  partsRule,
  roleRule,
} from './rules/content-rules.ts'
import { parameterRule } from './rules/parameter-rule.ts'
import { bytesRule, mediaRule, partOneofRule } from './rules/part-rules.ts'
import { schemaFieldRule, schemaRule } from './rules/schema-rules.ts'
import { cacheRule, toolChoiceRule, toolMixRule, toolsRule, toolUniqueRule } from './rules/tool-rules.ts'
import {
  callAfterUserRule,
  callCountRule,
  callIdRule,
  responseAfterCallRule,
  responseAloneRule,
  signatureRule,
} from './rules/turn-rules.ts'

/**
 * Every rule of the format, in the order in which violations are listed. What depends on the model is of level `strict`, since
 * a request does not name it; `validateGemini` can be told.
 */
export const geminiRules: readonly Rule[] = rulesFor(undefined)

/** What there is to know about a request beside its body. */
export interface GeminiRequestFacts {
  /** The model that the request goes to. */
  readonly model?: string
}

/**
 * The rules of Gemini's `generateContent` that a request breaks; none for one that is accepted everywhere. Names in snake case
 * are understood.
 *
 * Meant as a last gate in tests and in development: it goes through the request once a rule. With a model, what Gemini 3 or
 * older models refuse is an `error`, or nothing. Every rule has its source beside it, in `rules/`.
 *
 * @example
 * validateGemini({ contents: [] }, { model: 'gemini-2.5-pro' })
 * // [{ code: 'GE-CONTENTS', level: 'error', path: 'contents', message: 'must have at least one content' }]
 */
export function validateGemini(request: unknown, facts: GeminiRequestFacts = {}): readonly Violation[] {
  const named = isRecord(request) && typeof request['model'] === 'string' ? request['model'] : undefined
  const model = facts.model ?? named
  return validateBy(model === undefined ? geminiRules : rulesFor(model), 'GE-JSON', request)
}

function rulesFor(model: string | undefined): readonly Rule[] {
  const isNew = generationOf(model) >= 3
  return [
    contentsRule,
    roleRule,
    partsRule,
    partOneofRule,
    partRoleRule,
    mediaRule,
    bytesRule,
    functionNameRule,
    argsRule,
    responseRule,
    responseNameRule,
    responsePartsRule(model === undefined ? 'model' : isNew ? undefined : 'error'),
    callCountRule,
    callAfterUserRule,
    responseAfterCallRule,
    responseAloneRule,
    callIdRule,
    signatureRule(model === undefined ? 'model' : isNew ? 'error' : undefined),
    toolsRule,
    toolUniqueRule,
    schemaRule,
    schemaFieldRule,
    toolChoiceRule,
    toolMixRule,
    cacheRule,
    parameterRule,
    unicodeRule('GE-UNICODE'),
    jsonRule('GE-JSON'),
    alternateRule,
    firstUserRule,
    lastUserRule,
    emptyRule,
  ]
}
