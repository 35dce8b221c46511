import { defineFormat } from '../kit/define-format.ts'
import type { Format } from '../kit/format.ts'
import { fromGemini, userParts } from './decode/decode.ts'
import { decodeGemini } from './decode/request.ts'
import { geminiEncoder } from './encode/encode.ts'
import type { GeminiTypes } from './encode/state.ts'
import { geminiFraming, geminiFramingFor } from './framing.ts'
import { decodeGeminiResponse, decodeGeminiStream } from './response/decode.ts'
import { geminiRules, validateGemini } from './validate.ts'

/** The format as one object, for programs that support several formats. */
export const gemini: Format<GeminiTypes> = /* @__PURE__ */ defineFormat<GeminiTypes>({
  ...geminiEncoder,
  decode: {
    messages: fromGemini,
    request: decodeGemini,
    response: decodeGeminiResponse,
    stream: decodeGeminiStream,
    userParts,
  },
  framing: geminiFraming,
  framingFor: geminiFramingFor,
  rules: geminiRules,
  validate: validateGemini,
})
