import { defineFormat } from '../kit/define-format.ts'
import type { Format } from '../kit/format.ts'
import { fromAnthropic, userParts } from './decode/decode.ts'
import { decodeAnthropic } from './decode/request.ts'
import { anthropicEncoder } from './encode/encode.ts'
import type { AnthropicTypes } from './encode/state.ts'
import { anthropicFraming, anthropicFramingFor } from './framing.ts'
import { decodeAnthropicResponse, decodeAnthropicStream } from './response/decode.ts'
import { anthropicRules, validateAnthropic } from './validate.ts'

/** The format as one object, for programs that handle several formats. */
export const anthropic: Format<AnthropicTypes> = /* @__PURE__ */ defineFormat<AnthropicTypes>({
  ...anthropicEncoder,
  decode: {
    messages: fromAnthropic,
    request: decodeAnthropic,
    response: decodeAnthropicResponse,
    stream: decodeAnthropicStream,
    userParts,
  },
  framing: anthropicFraming,
  framingFor: anthropicFramingFor,
  rules: anthropicRules,
  validate: validateAnthropic,
})
