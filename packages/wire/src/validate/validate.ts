import { anthropicRules, validateAnthropic } from '../anthropic/validate.ts'
import { bedrockConverseRules, validateBedrockConverse } from '../bedrock-converse/rules.ts'
import { unknownFormat, type WireFormat } from '../formats/formats.ts'
import { geminiRules, validateGemini } from '../gemini/validate.ts'
import { openaiChatRules, validateOpenAIChat } from '../openai-chat/validate.ts'
import { openaiResponsesRules, validateOpenAIResponses } from '../openai-responses/validate.ts'
import type { Rule } from '../shared/rules/rule.ts'
import type { Violation } from '../shared/violation.ts'

/** Every rule of every format, as data: its code, its requirement and its source. */
export const wireRules: Readonly<Record<WireFormat, readonly Rule[]>> = {
  'openai-chat': openaiChatRules,
  'openai-responses': openaiResponsesRules,
  anthropic: anthropicRules,
  gemini: geminiRules,
  'bedrock-converse': bedrockConverseRules,
}

const validators: Readonly<Record<WireFormat, (request: unknown) => readonly Violation[]>> = {
  'openai-chat': validateOpenAIChat,
  'openai-responses': validateOpenAIResponses,
  anthropic: validateAnthropic,
  gemini: validateGemini,
  'bedrock-converse': validateBedrockConverse,
}

/**
 * Returns the rules of a format that a request breaks; none for one that is accepted everywhere. The same as
 * `validate...` of the format's own subpath, for programs that send to several.
 *
 * @throws LamellaError `WIRE_FORMAT_UNKNOWN`
 * @example
 * validate('anthropic', request).filter(({ level }) => level === 'error')
 */
export function validate(format: WireFormat, request: unknown): readonly Violation[] {
  if (Object.hasOwn(validators, format)) return validators[format](request)
  throw unknownFormat(format)
}
